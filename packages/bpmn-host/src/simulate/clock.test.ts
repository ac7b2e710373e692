// These tests look at the virtual clock and jobs: what happens when, and what a failure at its time leaves behind.
import { describe, expect, it } from 'vitest';
import { signal, timer } from '../../../bpmn-core/src/testing/triggers.ts';
import { chain, definition, linesOf, run, standing, twoTasks, uel } from './testing/deployments.ts';

describe('the clock', () => {
  const waiting = definition('waiting', {
    nodes: {
      s: 'startEvent',
      t: 'userTask',
      late: ['boundaryEvent', { on: 't', triggers: [timer('PT3H')] }],
      remind: ['boundaryEvent', { on: 't', interrupting: false, triggers: [timer('R/PT1H', 'cycle')] }],
      r: 'manualTask',
      l: 'endEvent',
    },
    flows: [
      ['s', 't'],
      ['late', 'l'],
      ['remind', 'r'],
    ],
  });

  it('fires what falls due at its own time, in order', async () => {
    const result = await run({ definitions: [waiting], steps: [{ advance: 'PT2H30M' }, { advance: 'PT2H' }] });
    expect(linesOf(result, true).filter((line) => /\+(remind|late)$/.test(line))).toEqual([
      '01:00 1+remind',
      '02:00 1+remind',
      '03:00 1+remind',
      '03:00 1+late',
    ]);
    expect(result).toMatchObject({ at: '2025-01-01T04:30:00.000Z', instances: [{ endState: 'COMPLETED' }] });
  });

  it('goes to a date, and over months by the calendar', async () => {
    const result = await run({
      definitions: [twoTasks],
      steps: [{ advance: '2025-02-01T12:00:00Z' }, { advance: 'P1M' }],
    });
    expect(result.at).toBe('2025-03-01T12:00:00.000Z');
  });

  it('does not stand still for what is already past', async () => {
    const past = definition('past', {
      nodes: {
        s: 'startEvent',
        c: ['intermediateCatchEvent', { triggers: [timer('2020-01-01T00:00:00Z', 'date')] }],
        e: 'endEvent',
      },
      flows: chain('s', 'c', 'e'),
    });
    expect(standing(await run({ definitions: [past] }))).toEqual(['1 COMPLETED']);
  });

  it('fires what is due at one instant instance by instance', async () => {
    const timed = definition('timed', {
      nodes: {
        s: 'startEvent',
        c: ['intermediateCatchEvent', { triggers: [timer('2025-01-01T05:00:00Z', 'date')] }],
        e: 'endEvent',
      },
      flows: chain('s', 'c', 'e'),
    });
    const steps = [{ advance: 'PT1H' }, { start: 'timed' }, { advance: 'P1D' }];
    const result = await run({ definitions: [timed], steps });
    expect(linesOf(result, true).filter((line) => line.includes(')'))).toEqual([
      '05:00 1)COMPLETED',
      '05:00 2)COMPLETED',
    ]);
  });

  it('starts what timers start', async () => {
    const daily = definition('daily', {
      nodes: { s: ['startEvent', { triggers: [timer('R2/P1D', 'cycle')] }], e: 'endEvent' },
      flows: [['s', 'e']],
    });
    const result = await run({ definitions: [daily], key: null, steps: [{ advance: 'P5D' }] });
    expect(result.trace.flatMap(({ at, kind }) => (kind === 'STARTED' ? at.slice(0, 10) : []))).toEqual([
      '2025-01-02',
      '2025-01-03',
    ]);
  });

  it('tries a timer that failed not again', async () => {
    const broken = definition('broken', {
      nodes: {
        s: 'startEvent',
        c: ['intermediateCatchEvent', { triggers: [timer('PT1H')] }],
        g: 'exclusiveGateway',
        e: 'endEvent',
      },
      flows: [...chain('s', 'c', 'g'), ['g', 'e', uel('${false}')]],
    });
    const result = await run({ definitions: [broken], steps: [{ advance: 'PT2H' }, { advance: 'PT2H' }] });
    expect(result.failures).toMatchObject([
      { code: 'NO_FLOW_SELECTED', elementId: 'g', at: '2025-01-01T01:00:00.000Z' },
    ]);
    expect(standing(result)).toEqual(['1 ACTIVE: c TIMER']);
  });

  it('refuses to go where no duration leads', async () => {
    const result = await run({ definitions: [twoTasks], advance: 'tomorrow' });
    expect(result.failures[0]).toMatchObject({
      code: 'STEP_NOT_POSSIBLE',
      message: expect.stringContaining('advance: the clock'),
    });
  });

  it('comes to an end where a deployment never rests', async () => {
    const restless = definition('restless', {
      nodes: { s: ['startEvent', { triggers: [signal('go')] }], e: ['endEvent', { triggers: [signal('go')] }] },
      flows: [['s', 'e']],
    });
    const result = await run({ definitions: [restless], key: null, steps: [{ signal: 'go' }] });
    expect(result.failures.at(-1)).toMatchObject({ code: 'BURST_LIMIT' });
  }, 20_000);
});

describe('jobs', () => {
  it('jobs run at once, each in a burst of its own', async () => {
    const job = { before: true, after: false, exclusive: true, priority: null, retryCycle: null };
    const stepped = definition('stepped', {
      nodes: { s: 'startEvent', t: ['manualTask', { job }], g: ['exclusiveGateway', { job }], e: 'endEvent' },
      flows: [...chain('s', 't', 'g'), ['g', 'e', uel('${false}')]],
    });
    const result = await run({ definitions: [stepped] });
    expect(linesOf(result)).toContain('1-t');
    expect(result.failures).toMatchObject([{ code: 'NO_FLOW_SELECTED' }]);
    expect(standing(result)).toEqual(['1 ACTIVE: g JOB']);
  });
});
