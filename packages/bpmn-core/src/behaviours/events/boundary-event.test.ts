// Boundary events: every trigger that may stand there, interrupting and not, nested and around loops.

import { describe, expect, it } from 'vitest';
import type { Trigger } from '../../model/event-model.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { multiInstance } from '../../testing/loops.ts';
import { computed, constant, type NodeDraft, processModel } from '../../testing/model-builder.ts';
import {
  fire,
  type Occur,
  openWaits,
  raise,
  send,
  set,
  startedOnTime,
  TIMER_HOST,
  waitAt,
} from '../../testing/occurrences.ts';
import { after, complete, places, started, trace } from '../../testing/run.ts';
import { error, escalation, hot, message, signal, timer } from '../../testing/triggers.ts';

/** Makes a task with a boundary event whose flow leads to another task. */
function withBoundary(trigger: Trigger, interrupting: boolean): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      work: 'userTask',
      alarm: ['boundaryEvent', { on: 'work', interrupting, triggers: [trigger] }],
      done: 'endEvent',
      care: 'userTask',
    },
    flows: [
      ['start', 'work'],
      ['work', 'done'],
      ['alarm', 'care'],
    ],
  });
}

const TRIGGERS: readonly (readonly [string, Trigger, Occur])[] = [
  ['message', message('stop'), (model, run) => send(model, run, 'alarm', { by: 'ada' })],
  ['signal', signal('stop'), (model, run) => raise(model, run, 'stop', { by: 'ada' })],
  ['timer', timer('500'), (model, run) => fire(model, run, 'alarm')],
  ['conditional', hot, (model, run) => set(model, run, { heat: 5 })],
];

describe('an interrupting boundary event', () => {
  it.each(TRIGGERS)('%s ends its activity and goes on alone', (_, trigger, occur) => {
    const model = withBoundary(trigger, true);
    const run = occur(model, startedOnTime(model));
    expect(places(model, run.state)).toEqual(['care']);
    expect(trace(model, run)).toContain('!work');
    expect(run.state.waits).toEqual([]);
    expect(run.state.tasks).toHaveLength(1);
  });

  it.each(TRIGGERS)('%s is disarmed when its activity completes', (_, trigger) => {
    const model = withBoundary(trigger, true);
    const run = complete(model, startedOnTime(model), 'work');
    expect(run.state.tokens).toEqual([]);
    expect(run.effects).toContainEqual(expect.objectContaining({ kind: 'close-wait', reason: 'CANCELLED' }));
  });
});

describe('a non-interrupting boundary event', () => {
  it.each(TRIGGERS.filter(([name]) => name === 'message' || name === 'signal'))(
    '%s sends a token for each occurrence while the activity goes on',
    (_, trigger, occur) => {
      const model = withBoundary(trigger, false);
      const run = occur(model, occur(model, startedOnTime(model)));
      expect(places(model, run.state).sort()).toEqual(['care', 'care', 'work']);
      expect(openWaits(model, run)).toHaveLength(1);
    },
  );

  it('a conditional non-interrupting boundary event fires again only after it was false', () => {
    const model = withBoundary(hot, false);
    const twice = set(model, set(model, startedOnTime(model), { heat: 5 }), { heat: 6 });
    expect(places(model, twice.state).sort()).toEqual(['care', 'work']);
    const again = set(model, set(model, twice, { heat: 1 }), { heat: 9 });
    expect(places(model, again.state).sort()).toEqual(['care', 'care', 'work']);
  });

  it('a non-interrupting timer fires once, a cycle as often as it says', () => {
    const once = withBoundary(timer('500'), false);
    const fired = fire(once, startedOnTime(once), 'alarm');
    expect([places(once, fired.state).sort(), openWaits(once, fired)]).toEqual([['care', 'work'], []]);
    const model = withBoundary(timer('2/100', 'cycle'), false);
    const first = fire(model, startedOnTime(model), 'alarm');
    expect(openWaits(model, first)).toEqual(['alarm timer']);
    const second = fire(model, first, 'alarm');
    expect(places(model, second.state).sort()).toEqual(['care', 'care', 'work']);
    expect(openWaits(model, second)).toEqual([]);
  });

  it('a conditional non-interrupting boundary event that is true when armed fires before the body begins', () => {
    const model = withBoundary(hot, true);
    const run = started(model, { host: TIMER_HOST, variables: { heat: 7 } });
    expect(places(model, run.state)).toEqual(['care']);
    expect(run.state.tasks).toHaveLength(1);
  });
});

describe('a boundary event of a sub-process', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      sub: 'subProcess',
      in: ['startEvent', { in: 'sub' }],
      work: ['userTask', { in: 'sub' }],
      choice: ['exclusiveGateway', { in: 'sub', defaultTo: 'fine' }],
      fine: ['endEvent', { in: 'sub' }],
      bad: ['endEvent', { in: 'sub', triggers: [error('E1')] }],
      loud: ['endEvent', { in: 'sub', triggers: [escalation('X')] }],
      any: ['boundaryEvent', { on: 'sub', triggers: [error(null, { codeVariable: 'code' })] }],
      exact: ['boundaryEvent', { on: 'sub', triggers: [error('E1')] }],
      heard: ['boundaryEvent', { on: 'sub', interrupting: false, triggers: [escalation('X')] }],
      done: 'endEvent',
      care: 'userTask',
    },
    flows: [
      ['start', 'sub'],
      ['in', 'work'],
      ['work', 'choice'],
      ['choice', 'bad', computed('bad', (context) => context.variable('how') === 'bad')],
      ['choice', 'loud', computed('loud', (context) => context.variable('how') === 'loud')],
      ['choice', 'fine'],
      ['sub', 'done'],
      ['any', 'care'],
      ['exact', 'care'],
      ['heard', 'care'],
    ],
  });

  it('catches the exact code before a catch-all', () => {
    const run = complete(model, started(model), 'work', { how: 'bad' });
    expect(trace(model, run)).toContain('+exact');
    expect(trace(model, run)).not.toContain('+any');
    expect(places(model, run.state)).toEqual(['care']);
  });

  it('catches an escalation beside the sub-process, which goes on and completes', () => {
    const run = complete(model, started(model), 'work', { how: 'loud' });
    expect(trace(model, run)).toContain('-sub');
    expect(places(model, run.state)).toEqual(['care']);
    expect(run.state.endElementIds).toEqual(['done']);
  });
});

describe('a boundary event around a loop', () => {
  it('is armed once around all iterations and ends them all', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['userTask', { loop: multiInstance() }],
        alarm: ['boundaryEvent', { on: 'work', triggers: [signal('stop')] }],
        done: 'endEvent',
        stopped: 'endEvent',
      },
      flows: [
        ['start', 'work'],
        ['work', 'done'],
        ['alarm', 'stopped'],
      ],
    });
    const run = started(model);
    expect([run.state.tasks.length, openWaits(model, run)]).toEqual([3, ['alarm signal']]);
    const stopped = raise(model, run, 'stop');
    expect([stopped.state.tasks, stopped.state.endElementIds]).toEqual([[], ['stopped']]);
    const all = ['work', 'work', 'work'].reduce((at, id) => complete(model, at, id), run);
    expect(all.state.endElementIds).toEqual(['done']);
  });
});

describe('an interrupting boundary event', () => {
  const host = (fields: NodeDraft) =>
    processModel({
      nodes: {
        start: 'startEvent',
        work: ['serviceTask', { work: { kind: 'external', target: constant('w') }, ...fields }],
        alarm: ['boundaryEvent', { on: 'work', triggers: [signal('stop')] }],
        care: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['alarm', 'care'],
      ],
    });

  it('ends open work, whose late result is refused', () => {
    const model = host({});
    const run = started(model);
    const wait = waitAt(model, run, 'work', 'work').number;
    const stopped = raise(model, run, 'stop');
    expect(stopped.effects).toContainEqual(expect.objectContaining({ kind: 'close-wait', reason: 'CANCELLED' }));
    const result = { outcome: 'done', value: 1, writes: {} } as const;
    expect(() => after(model, stopped, { kind: 'work', at: 3_000, actor: null, wait, result })).toThrow(
      'WAIT_NOT_OPEN',
    );
  });

  it('is armed only when the job before its activity has run', () => {
    const model = host({ job: { before: true, after: false, exclusive: true, priority: null, retryCycle: null } });
    const run = started(model);
    expect(openWaits(model, run)).toEqual(['work job']);
    expect(raise(model, run, 'stop').effects).toEqual([]);
    const wait = waitAt(model, run, 'work', 'job').number;
    const begun = after(model, run, { kind: 'job', at: 2_000, actor: null, wait });
    expect(openWaits(model, begun)).toEqual(['alarm signal', 'work work']);
    expect(places(model, raise(model, begun, 'stop').state)).toEqual(['care']);
  });

  it('sends a token on every flow', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: 'userTask',
        alarm: ['boundaryEvent', { on: 'work', triggers: [signal('stop')] }],
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['alarm', 'a'],
        ['alarm', 'b'],
      ],
    });
    expect(places(model, raise(model, started(model), 'stop').state)).toEqual(['a', 'b']);
  });
});
