// These tests look at event sub-processes: interrupting and not, who catches what is thrown inside them, and when they are armed.

import { describe, expect, it } from 'vitest';
import type { Trigger } from '../model/event-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { processModel } from '../testing/model-builder.ts';
import { fire, type Occur, openWaits, raise, send, set, startedOnTime } from '../testing/occurrences.ts';
import { complete, places, started, trace } from '../testing/run.ts';
import { error, escalation, hot, message, signal, timer } from '../testing/triggers.ts';

const TRIGGERS: readonly (readonly [string, Trigger, Occur])[] = [
  ['message', message('stop'), (model, run) => send(model, run, 'heard', { by: 'ada' })],
  ['signal', signal('stop'), (model, run) => raise(model, run, 'stop', { by: 'ada' })],
  ['timer', timer('500'), (model, run) => fire(model, run, 'heard')],
  ['conditional', hot, (model, run) => set(model, run, { heat: 5 })],
];

function handling(trigger: Trigger, interrupting: boolean, nested: boolean): ProcessModel {
  const place = nested ? { in: 'sub' } : {};
  return processModel({
    nodes: {
      start: 'startEvent',
      ...(nested ? { sub: 'subProcess' as const, in: ['startEvent', { in: 'sub' }] as const } : {}),
      work: ['userTask', place],
      handler: ['eventSubProcess', place],
      heard: ['startEvent', { in: 'handler', interrupting, triggers: [trigger] }],
      care: ['userTask', { in: 'handler' }],
      done: 'endEvent',
    },
    flows: [
      ['start', nested ? 'sub' : 'work'],
      ...(nested
        ? ([
            ['in', 'work'],
            ['sub', 'done'],
          ] as const)
        : ([['work', 'done']] as const)),
      ['heard', 'care'],
    ],
  });
}

describe.each([false, true])('an event sub-process (in a sub-process: %s)', (nested) => {
  it.each(TRIGGERS)(
    'an event sub-process that interrupts by %s ends all else in its scope, which then completes normally',
    (_, trigger, occur) => {
      const model = handling(trigger, true, nested);
      const run = occur(model, startedOnTime(model));
      expect(trace(model, run)).toContain('!work');
      expect(run.state.tasks).toHaveLength(1);
      expect(openWaits(model, run)).toEqual([]);
      const done = complete(model, run, 'care');
      expect(done.state.tokens).toEqual([]);
      expect(done.state.endElementIds).toEqual(nested ? ['done'] : []);
    },
  );

  it.each(TRIGGERS.filter(([name]) => name === 'message' || name === 'signal'))(
    'an event sub-process that does not interrupt runs once for each %s, and its scope waits for it',
    (_, trigger, occur) => {
      const model = handling(trigger, false, nested);
      const run = occur(model, occur(model, startedOnTime(model)));
      expect(run.state.tasks).toHaveLength(3);
      const rest = complete(model, complete(model, run, 'work'), 'care');
      expect(rest.state.tokens.length).toBeGreaterThan(0);
      expect(complete(model, rest, 'care').state.tokens).toEqual([]);
    },
  );

  it.each(TRIGGERS)('an event sub-process that waits for %s is disarmed when its scope is done', (_, trigger) => {
    const model = handling(trigger, true, nested);
    const run = complete(model, startedOnTime(model), 'work');
    expect([run.state.tokens, run.state.waits]).toEqual([[], []]);
  });
});

describe('what is thrown inside a handler', () => {
  it('goes outward to the boundary event of the sub-process, and not to the handler itself', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        in: ['startEvent', { in: 'sub' }],
        bad: ['endEvent', { in: 'sub', triggers: [error('A')] }],
        handler: ['eventSubProcess', { in: 'sub' }],
        heard: ['startEvent', { in: 'handler', triggers: [error(null)] }],
        again: ['endEvent', { in: 'handler', triggers: [error('B')] }],
        outside: ['boundaryEvent', { on: 'sub', triggers: [error('B', { codeVariable: 'code' })] }],
        done: 'endEvent',
      },
      flows: [
        ['start', 'sub'],
        ['in', 'bad'],
        ['heard', 'again'],
        ['outside', 'done'],
      ],
    });
    const run = started(model);
    expect(trace(model, run)).toContain('+handler');
    expect(trace(model, run)).toContain('+outside');
    expect([run.state.variables, run.state.endElementIds]).toEqual([{ code: 'B' }, ['done']]);
  });

  it('ends the instance with its code where nobody catches it', () => {
    const model = processModel({
      nodes: { start: 'startEvent', other: 'userTask', bad: ['endEvent', { triggers: [error('A')] }] },
      flows: [
        ['start', 'other'],
        ['start', 'bad'],
      ],
    });
    const run = started(model);
    expect(run.state.tokens).toEqual([]);
    expect(run.effects.at(-1)).toEqual({
      kind: 'end',
      endState: 'ERROR',
      errorCode: 'A',
      errorElementId: 'bad',
    });
  });

  it('what is thrown inside a handler by an escalation that is not caught is recorded and goes on', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        loud: ['intermediateThrowEvent', { triggers: [escalation('X')] }],
        next: 'userTask',
      },
      flows: [
        ['start', 'loud'],
        ['loud', 'next'],
      ],
    });
    expect(places(model, started(model).state)).toEqual(['next']);
  });
});

describe('a signal thrown in one branch', () => {
  it('reaches what a parallel branch begins to wait for in the same round, and may end the thrower', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        throw: ['intermediateThrowEvent', { triggers: [signal('go')] }],
        never: 'userTask',
        catch: ['intermediateCatchEvent', { triggers: [signal('go')] }],
        next: 'userTask',
      },
      flows: [
        ['start', 'throw'],
        ['start', 'catch'],
        ['throw', 'never'],
        ['catch', 'next'],
      ],
    });
    expect(places(model, started(model).state).sort()).toEqual(['never', 'next']);
    const ending = processModel({
      nodes: {
        start: 'startEvent',
        throw: ['intermediateThrowEvent', { triggers: [signal('go')] }],
        never: 'userTask',
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: [signal('go')] }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'throw'],
        ['throw', 'never'],
        ['heard', 'care'],
      ],
    });
    const run = started(ending);
    expect(trace(ending, run)).not.toContain('+never');
    expect(run.state.tasks).toHaveLength(1);
  });
});

describe('an interrupting event sub-process', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      sub: 'subProcess',
      in: ['startEvent', { in: 'sub' }],
      book: ['task', { in: 'sub', compensatedBy: 'unbook' }],
      work: ['userTask', { in: 'sub' }],
      unbook: ['task', { in: 'sub', activity: { isForCompensation: true } }],
      quiet: ['eventSubProcess', { in: 'sub' }],
      beside: ['startEvent', { in: 'quiet', interrupting: false, triggers: [signal('beside')] }],
      other: ['userTask', { in: 'quiet' }],
      handler: ['eventSubProcess', { in: 'sub' }],
      heard: ['startEvent', { in: 'handler', triggers: [signal('stop')] }],
      care: ['userTask', { in: 'handler' }],
      undo: [
        'endEvent',
        { in: 'handler', triggers: [{ kind: 'compensation', activity: -1, waitForCompletion: true }] },
      ],
      inner: ['eventSubProcess', { in: 'handler' }],
      again: ['startEvent', { in: 'inner', interrupting: false, triggers: [signal('again')] }],
      more: ['userTask', { in: 'inner' }],
      alarm: ['boundaryEvent', { on: 'sub', interrupting: false, triggers: [signal('alarm')] }],
      rang: 'userTask',
      done: 'endEvent',
    },
    flows: [
      ['start', 'sub'],
      ['in', 'book'],
      ['book', 'work'],
      ['beside', 'other'],
      ['heard', 'care'],
      ['care', 'undo'],
      ['again', 'more'],
      ['alarm', 'rang'],
      ['sub', 'done'],
    ],
  });
  const stopped = () => raise(model, raise(model, started(model), 'beside'), 'stop');

  it('ends running handlers of its scope and disarms the others, but not the boundary events around', () => {
    const run = stopped();
    expect(trace(model, run)).toEqual(expect.arrayContaining(['!work', '!quiet', '!other', '+care']));
    expect(openWaits(model, run)).toEqual(['alarm signal', 'again signal']);
    expect(places(model, raise(model, run, 'alarm').state)).toContain('rang');
    expect(raise(model, run, 'beside').effects).toEqual([]);
  });

  it('keeps what its scope has done, so that it can undo it', () => {
    const run = complete(model, stopped(), 'care');
    expect(trace(model, run)).toEqual(expect.arrayContaining(['+unbook', '-sub', '+done']));
  });

  it('has handlers of its own, for which it is not left before they are done', () => {
    const run = complete(model, raise(model, stopped(), 'again'), 'care');
    expect(places(model, run.state)).toContain('more');
    expect(complete(model, run, 'more').state.endElementIds).toEqual(['done']);
  });
});
