// Runs of small deployments: what follows from a command, and what a failure leaves behind.
import { describe, expect, it } from 'vitest';
import { constant } from '../../../bpmn-core/src/testing/model-builder.ts';
import { error, message, terminate } from '../../../bpmn-core/src/testing/triggers.ts';
import type { ScriptOutcome } from '../script/script-request.ts';
import { chain, definition, linesOf, run, standing, twoTasks } from './testing/deployments.ts';

describe('a run', () => {
  it('a run of manual work alone is traced from the start to the end', async () => {
    const plain = definition('plain', {
      nodes: { s: 'startEvent', t: 'manualTask', e: 'endEvent' },
      flows: chain('s', 't', 'e'),
    });
    const result = await run({ definitions: [plain] });
    expect(linesOf(result)).toEqual(['1(', '1+s', '1-s', '1+t', '1-t', '1+e', '1-e', '1)COMPLETED']);
    expect(result.instances).toMatchObject([
      { state: 'ENDED', endState: 'COMPLETED', endElementIds: ['e'], waits: [] },
    ]);
  });

  it('stops at what nothing does, and tells what is open', async () => {
    const work = definition('work', {
      nodes: { s: 'startEvent', t: ['serviceTask', { work: { kind: 'external', target: constant('topic') } }] },
      flows: [['s', 't']],
    });
    expect((await run({ definitions: [work] })).instances[0]).toMatchObject({
      state: 'ACTIVE',
      elements: ['t'],
      waits: [{ elementId: 't', kind: 'WORK', work: 'EXTERNAL' }],
    });
  });

  it('completes tasks with variables and their completer by steps', async () => {
    const result = await run({
      definitions: [twoTasks],
      steps: [
        { complete: 'a', variables: { ok: true }, as: 'ada' },
        { claim: 'b', as: 'bob' },
      ],
    });
    expect(result.instances[0]).toMatchObject({
      variables: { ok: true },
      waits: [{ elementId: 'b', assignee: 'bob' }],
    });
  });

  it('ends at a step that fits nothing, naming it and what is open', async () => {
    const result = await run({ definitions: [twoTasks], steps: [{ complete: 'b' }, { complete: 'a' }] });
    expect(result.failures).toMatchObject([
      { code: 'STEP_NOT_POSSIBLE', message: 'step 1: no task is open at b; open: a (TASK)' },
    ]);
    expect(standing(result)).toEqual(['1 ACTIVE: a TASK']);
  });

  it('begins at the start event that is named, with a trigger or without', async () => {
    const several = definition('several', {
      nodes: { s1: 'startEvent', s2: 'startEvent', m: ['startEvent', { triggers: [message('x')] }], t: 'userTask' },
      flows: [
        ['s1', 't'],
        ['s2', 't'],
        ['m', 't'],
      ],
    });
    for (const element of ['s1', 's2', 'm']) {
      expect(linesOf(await run({ definitions: [several], element }))).toContain(`1+${element}`);
    }
    for (const draft of [{}, { element: 'missing' }]) {
      const result = await run({ definitions: [several], ...draft });
      expect(result.failures).toMatchObject([{ code: 'REFUSED', message: expect.stringContaining('START_NODE_') }]);
      expect(result.instances).toEqual([]);
    }
  });

  it('is the same again', async () => {
    const steps = [{ complete: 'a' }, { advance: 'P1M' }, { complete: 'b' }];
    expect(await run({ definitions: [twoTasks], steps })).toEqual(await run({ definitions: [twoTasks], steps }));
  });
});

describe('work', () => {
  const work = definition('work', {
    nodes: {
      s: 'startEvent',
      t: ['serviceTask', { work: { kind: 'http', target: constant(''), resultVariable: 'got' } }],
      b: ['boundaryEvent', { on: 't', triggers: [error('E')] }],
      e: 'endEvent',
      caught: 'endEvent',
    },
    flows: [...chain('s', 't', 'e'), ['b', 'caught']],
  });

  it('is done by a step with its result', async () => {
    const result = await run({ definitions: [work], steps: [{ work: 't', result: { status: 200 } }] });
    expect(result.instances[0]).toMatchObject({ endElementIds: ['e'], variables: { got: { status: 200 } } });
  });

  it('throws an error by a step', async () => {
    const result = await run({ definitions: [work], steps: [{ work: 't', error: { code: 'E', message: 'no' } }] });
    expect(result.instances[0]).toMatchObject({ endState: 'COMPLETED', endElementIds: ['caught'] });
  });

  it('work that fails is taken back, and stays open', async () => {
    const result = await run({ definitions: [work], steps: [{ work: 't', failure: 'no route' }] });
    expect(result.failures).toMatchObject([{ code: 'CALL_FAILED', elementId: 't', message: 'no route', instance: 1 }]);
    expect(standing(result)).toEqual(['1 ACTIVE: t WORK']);
    expect(linesOf(result).at(-1)).toBe('1 FAILED t CALL_FAILED');
  });

  it('work of a decision is done where a file holds it, and stays open where none does', async () => {
    const decision = {
      key: constant('rate'),
      binding: { kind: 'latest' },
      resultVariable: 'rate',
      mapResult: 'singleEntry',
      localResult: false,
    } as const;
    const rated = definition('rated', {
      nodes: { s: 'startEvent', d: ['businessRuleTask', { decision }], e: 'endEvent' },
      flows: chain('s', 'd', 'e'),
    });
    const decide = (key: string) =>
      key === 'rate' ? ({ outcome: 'done', value: [{ rate: 7 }], writes: {} } as const) : null;
    expect((await run({ definitions: [rated], decide })).instances[0]).toMatchObject({
      state: 'ENDED',
      variables: { rate: 7 },
    });
    expect(standing(await run({ definitions: [rated] }))).toEqual(['1 ACTIVE: d WORK']);
    const later = await run({ definitions: [rated], steps: [{ work: 'd', result: [{ rate: 8 }] }] });
    expect(later.instances[0]).toMatchObject({ state: 'ENDED', variables: { rate: 8 } });
  });
});

describe('scripts', () => {
  const scripted = definition('scripted', {
    nodes: {
      s: 'startEvent',
      a: ['scriptTask', { script: { source: 'first', resultVariable: 'x' } }],
      b: ['scriptTask', { script: { source: 'second' } }],
      e: 'endEvent',
    },
    flows: chain('s', 'a', 'b', 'e'),
  });
  const done = (value: number): ScriptOutcome => ({
    outcome: 'done',
    value,
    writes: {},
    log: [`gave ${value}`],
    logTruncated: false,
  });
  const failed: ScriptOutcome = {
    outcome: 'failed',
    code: 'SCRIPT_FAILED',
    message: 'broken',
    log: [],
    logTruncated: false,
  };

  it('scripts run in the burst that reaches them, and what they log is traced', async () => {
    const seen: unknown[] = [];
    const result = await run({
      definitions: [scripted],
      variables: { n: 1 },
      runScript: async (request) => {
        seen.push([request.source, request.variables, request.resultWanted, request.at]);
        return done(seen.length);
      },
    });
    expect(seen).toEqual([
      ['first', { n: 1 }, true, Date.UTC(2025, 0, 1)],
      ['second', { n: 1, x: 1 }, false, Date.UTC(2025, 0, 1)],
    ]);
    expect(standing(result)).toEqual(['1 COMPLETED']);
    expect(result.trace.filter(({ kind }) => kind === 'LOG')).toMatchObject([
      { elementId: 'a', message: 'gave 1' },
      { elementId: 'b' },
    ]);
  });

  it('scripts that fail take the whole burst back: of a start nothing is left', async () => {
    const runScript = async ({ source }: { source: string }) => (source === 'first' ? done(1) : failed);
    const result = await run({ definitions: [scripted], runScript });
    expect(result.instances).toEqual([]);
    expect(linesOf(result)).toEqual(['- FAILED b SCRIPT_FAILED']);
  });

  it('scripts whose activity is ended meanwhile are not run any more', async () => {
    const racing = definition('racing', {
      nodes: {
        s: 'startEvent',
        fork: 'parallelGateway',
        a: ['scriptTask', { script: { source: 'first' } }],
        b: ['scriptTask', { script: { source: 'second' } }],
        stop: ['endEvent', { triggers: [terminate] }],
      },
      flows: [...chain('s', 'fork', 'a', 'stop'), ['fork', 'b']],
    });
    const sources: string[] = [];
    const runScript = async ({ source }: { source: string }) => {
      sources.push(source);
      return done(1);
    };
    expect(standing(await run({ definitions: [racing], runScript }))).toEqual(['1 TERMINATED']);
    expect(sources).toEqual(['first']);
  });
});
