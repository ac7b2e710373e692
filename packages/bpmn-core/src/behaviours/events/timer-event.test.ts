// These tests look at timers: dates, durations and cycles at every position, and what each firing of a cycle sends.

import { describe, expect, it } from 'vitest';
import type { TimerFiring } from '../../contract/instance-state.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { constant, type NodeDraft, processModel, variable } from '../../testing/model-builder.ts';
import { fire, openWaits, raise, startedOnTime, TIMER_HOST, waitAt } from '../../testing/occurrences.ts';
import { after, complete, places, type Run, started, startResult, trace } from '../../testing/run.ts';
import { signal, timer } from '../../testing/triggers.ts';

const dueAt = (model: ProcessModel, run: Run, id: string) =>
  (waitAt(model, run, id, 'timer') as { firing: TimerFiring }).firing.dueAt;

function catching(fields: NodeDraft): ProcessModel {
  return processModel({
    nodes: { start: 'startEvent', catch: ['intermediateCatchEvent', fields], next: 'userTask' },
    flows: [
      ['start', 'catch'],
      ['catch', 'next'],
    ],
  });
}

describe('a timer that is waited for', () => {
  it('is due at its date, or its duration after the arrival', () => {
    const date = catching({ triggers: [timer('7000', 'date')] });
    const duration = catching({ triggers: [timer('7000')] });
    expect([dueAt(date, startedOnTime(date), 'catch'), dueAt(duration, startedOnTime(duration), 'catch')]).toEqual([
      7_000, 8_000,
    ]);
  });

  it('may be an expression; one that gives no time is the failure EXPRESSION_FAILED', () => {
    const trigger = { ...timer('0'), value: variable('pause') };
    const model = catching({ triggers: [trigger] });
    const run = started(model, { host: TIMER_HOST, variables: { pause: 30 } });
    expect(dueAt(model, run, 'catch')).toBe(1_030);
    expect(startResult(model, { variables: { pause: 30 } })).toMatchObject({
      outcome: 'failed',
      failure: { code: 'EXPRESSION_FAILED', elementId: 'catch' },
    });
  });

  it('a timer whose cycle repeats sends a token each time and is left with the last', () => {
    const model = catching({ triggers: [timer('3/100', 'cycle')] });
    const first = fire(model, startedOnTime(model), 'catch');
    expect([places(model, first.state), dueAt(model, first, 'catch')]).toEqual([['catch', 'next'], 1_200]);
    expect(first.effects).toContainEqual(expect.objectContaining({ kind: 'change-wait' }));
    const second = fire(model, complete(model, first, 'next', {}, TIMER_HOST), 'catch');
    expect(places(model, second.state)).toEqual(['catch', 'next']);
    const last = fire(model, second, 'catch');
    expect([places(model, last.state), last.state.waits]).toEqual([['next', 'next'], []]);
  });

  it('a timer whose cycle is one of several triggers occurs with its first firing', () => {
    const model = catching({ triggers: [timer('3/100', 'cycle'), signal('go')] });
    const run = fire(model, startedOnTime(model), 'catch');
    expect([places(model, run.state), run.state.waits]).toEqual([['next'], []]);
  });

  it('a timer behind an event-based gateway fires once', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        choice: 'eventBasedGateway',
        late: ['intermediateCatchEvent', { triggers: [timer('3/100', 'cycle')] }],
        other: ['intermediateCatchEvent', { triggers: [signal('go')] }],
        next: 'userTask',
      },
      flows: [
        ['start', 'choice'],
        ['choice', 'late'],
        ['choice', 'other'],
        ['late', 'next'],
      ],
    });
    const run = fire(model, startedOnTime(model), 'late');
    expect([places(model, run.state), run.state.waits]).toEqual([['next'], []]);
  });

  it('is refused when it is no more open', () => {
    const model = catching({ triggers: [timer('500'), signal('go')] });
    const run = startedOnTime(model);
    const { number: wait } = waitAt(model, run, 'catch', 'timer');
    const gone = raise(model, run, 'go');
    expect(() => after(model, gone, { kind: 'timer', at: 1_500, actor: null, wait }, TIMER_HOST)).toThrow(
      'WAIT_NOT_OPEN',
    );
  });
});

describe('a cycle beside an activity', () => {
  const guarded = (interrupting: boolean, loop: boolean) =>
    processModel({
      nodes: {
        start: 'startEvent',
        work: [
          'userTask',
          loop ? { loop: { kind: 'standard', testBefore: false, condition: null, maximum: constant(2) } } : {},
        ],
        alarm: ['boundaryEvent', { on: 'work', interrupting, triggers: [timer('2/100', 'cycle')] }],
        next: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['alarm', 'next'],
      ],
    });

  it.each([false, true])(
    'a non-interrupting cycle beside an activity fires at each repetition (around a loop: %s)',
    (loop) => {
      const model = guarded(false, loop);
      const first = fire(model, startedOnTime(model), 'alarm');
      const second = fire(model, first, 'alarm');
      expect(places(model, second.state).filter((id) => id === 'next')).toHaveLength(2);
      expect([openWaits(model, second), second.state.tasks.length]).toEqual([[], 3]);
    },
  );

  it.each([false, true])(
    'an interrupting cycle beside an activity fires the first time (around a loop: %s)',
    (loop) => {
      const model = guarded(true, loop);
      const run = fire(model, startedOnTime(model), 'alarm');
      expect([places(model, run.state), run.state.waits]).toEqual([['next'], []]);
    },
  );
});

describe('a cycle that begins an event sub-process', () => {
  const handled = (interrupting: boolean) =>
    processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        work: ['userTask', { in: 'sub' }],
        handler: ['eventSubProcess', { in: 'sub' }],
        heard: ['startEvent', { in: 'handler', interrupting, triggers: [timer('2/100', 'cycle')] }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'sub'],
        ['in', 'work'],
        ['heard', 'care'],
      ],
    });

  it('a non-interrupting cycle that begins an event sub-process begins it at each repetition', () => {
    const model = handled(false);
    const run = fire(model, fire(model, startedOnTime(model), 'heard'), 'heard');
    expect(places(model, run.state).filter((id) => id === 'care')).toHaveLength(2);
    expect([openWaits(model, run), trace(model, run).includes('!work')]).toEqual([[], false]);
  });

  it('an interrupting cycle that begins an event sub-process begins it the first time', () => {
    const model = handled(true);
    const run = fire(model, startedOnTime(model), 'heard');
    expect([run.state.tasks.length, run.state.waits]).toEqual([1, []]);
  });
});
