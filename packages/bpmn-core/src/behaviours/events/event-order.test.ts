// Several catchers hear one occurrence: inner before outer, non-interrupting before interrupting, then in document order.

import { describe, expect, it } from 'vitest';
import type { Trigger } from '../../model/event-model.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { processModel } from '../../testing/model-builder.ts';
import { fire, type Occur, openWaits, raise, set, TIMER_HOST, waitAt } from '../../testing/occurrences.ts';
import { after, places, type Run, started, trace } from '../../testing/run.ts';
import { hot, signal, timer } from '../../testing/triggers.ts';

const OCCURRENCES: readonly (readonly [string, Trigger, Occur])[] = [
  ['a signal', signal('go'), (model, run) => raise(model, run, 'go')],
  ['a change of a variable', hot, (model, run) => set(model, run, { heat: 5 })],
  ['timers due at one instant', timer('500'), (model, run) => fire(model, run, 'b1')],
];

/** Lists what began in the last command, without what it led to. */
function begun(model: ProcessModel, run: Run): string[] {
  return trace(model, run).flatMap((word) => (/^\+[abch]\d$/.test(word) ? word.slice(1) : []));
}

/** Catchers at every place around one task in a sub-process; in the document an outer interrupting one comes first. */
function crowd(trigger: Trigger, interrupting: Readonly<Record<string, boolean>> = {}): ProcessModel {
  const at = (id: string) => ({ interrupting: interrupting[id] ?? false, triggers: [trigger] });
  return processModel({
    nodes: {
      start: 'startEvent',
      sub: 'subProcess',
      b1: ['boundaryEvent', { on: 'sub', ...at('b1') }],
      h1: 'eventSubProcess',
      h1start: ['startEvent', { in: 'h1', ...at('h1') }],
      in: ['startEvent', { in: 'sub' }],
      work: ['userTask', { in: 'sub' }],
      a1: ['boundaryEvent', { in: 'sub', on: 'work', ...at('a1') }],
      a2: ['boundaryEvent', { in: 'sub', on: 'work', ...at('a2') }],
      h2: ['eventSubProcess', { in: 'sub' }],
      h2start: ['startEvent', { in: 'h2', ...at('h2') }],
      c1: ['intermediateCatchEvent', { in: 'sub', triggers: [trigger] }],
      stay: ['userTask', { in: 'sub' }],
    },
    flows: [
      ['start', 'sub'],
      ['in', 'work'],
      ['in', 'c1'],
      ['c1', 'stay'],
    ],
  });
}

describe.each(OCCURRENCES)('%s', (_, trigger, occur) => {
  const first = (model: ProcessModel) => started(model, { host: TIMER_HOST });
  const last = (model: ProcessModel) => occur(model, first(model));

  it('is heard inside before it is heard outside, each place in document order', () => {
    const model = crowd(trigger);
    expect(begun(model, last(model))).toEqual(['a1', 'a2', 'h2', 'b1', 'h1']);
    expect(trace(model, last(model))).toContain('-c1');
  });

  it('is heard by what does not interrupt before what does', () => {
    const model = crowd(trigger, { a1: true });
    expect(begun(model, last(model))).toEqual(['a2', 'h2', 'a1', 'b1', 'h1']);
  });

  it('is not heard by what an earlier one has disarmed', () => {
    const inner = crowd(trigger, { a1: true, a2: true });
    expect(begun(inner, last(inner))).toEqual(['h2', 'a1', 'b1', 'h1']);
    const handler = crowd(trigger, { h2: true, b1: true });
    const run = last(handler);
    expect(begun(handler, run)).toEqual(['a1', 'a2', 'h2', 'h1', 'b1']);
    expect(trace(handler, run)).toContain('!h2');
  });

  it('an occurrence that ends the scope of all is heard from the inside out all the same', () => {
    const model = crowd(trigger, { h1: true });
    const run = last(model);
    expect(begun(model, run)).toEqual(['a1', 'a2', 'h2', 'b1', 'h1']);
    expect(places(model, run.state)).toEqual([]);
  });
});

describe('timers', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      work: 'userTask',
      early: ['boundaryEvent', { on: 'work', interrupting: false, triggers: [timer('500')] }],
      late: ['boundaryEvent', { on: 'work', interrupting: false, triggers: [timer('501')] }],
      same: ['boundaryEvent', { on: 'work', interrupting: false, triggers: [timer('500')] }],
    },
    flows: [['start', 'work']],
  });

  it('timers due later are not fired with it', () => {
    const run = fire(model, started(model, { host: TIMER_HOST }), 'same');
    expect(trace(model, run)).toEqual(['+early', '-early', '+same', '-same']);
    expect(openWaits(model, run)).toEqual(['late timer']);
  });

  it('timers fired before their time by an operator are fired alone', () => {
    const run = started(model, { host: TIMER_HOST });
    const { number } = waitAt(model, run, 'same', 'timer');
    const fired = after(model, run, { kind: 'timer', at: 1_100, actor: 'ada', wait: number }, TIMER_HOST);
    expect(openWaits(model, fired)).toEqual(['early timer', 'late timer']);
  });
});

describe('a signal thrown inside the instance', () => {
  it.each([
    ['boundaryEvent', false],
    ['boundaryEvent', true],
    ['startEvent', false],
    ['startEvent', true],
    ['intermediateCatchEvent', true],
    ['eventBasedGateway', true],
    ['receive', true],
  ] as const)(
    'reaches a catcher (%s, interrupting: %s) that is armed in the same round, whatever the order in the file',
    (kind, interrupting) => {
      for (const throwFirst of [true, false]) {
        const throwing = { throw: ['intermediateThrowEvent', { triggers: [signal('go')] }] as const };
        const nodes = {
          start: 'startEvent' as const,
          ...(throwFirst ? throwing : {}),
          ...catcherOf(kind, interrupting),
          ...(throwFirst ? {} : throwing),
          caught: 'userTask' as const,
        };
        const flows = [
          ...(throwFirst
            ? [['start', 'throw'] as const, ['start', 'sub'] as const]
            : [['start', 'sub'] as const, ['start', 'throw'] as const]),
          ...flowsOf(kind),
        ];
        const run = started(processModel({ nodes, flows }));
        expect(
          places(processModel({ nodes, flows }), run.state).filter((id) => id === 'caught' || id === 'handled'),
        ).toHaveLength(1);
      }
    },
  );
});

function catcherOf(kind: string, interrupting: boolean): Record<string, never> {
  const triggers = [signal('go')];
  const catchers: Record<string, unknown> = {
    boundaryEvent: { sub: 'userTask', catch: ['boundaryEvent', { on: 'sub', interrupting, triggers }] },
    startEvent: {
      sub: 'subProcess',
      in: ['startEvent', { in: 'sub' }],
      work: ['userTask', { in: 'sub' }],
      handler: ['eventSubProcess', { in: 'sub' }],
      heard: ['startEvent', { in: 'handler', interrupting, triggers }],
      handled: ['userTask', { in: 'handler' }],
    },
    intermediateCatchEvent: { sub: ['intermediateCatchEvent', { triggers }] },
    eventBasedGateway: { sub: 'eventBasedGateway', catch: ['intermediateCatchEvent', { triggers }] },
    receive: { sub: ['receiveTask', { triggers }] },
  };
  return catchers[kind] as Record<string, never>;
}

function flowsOf(kind: string): readonly (readonly [string, string])[] {
  switch (kind) {
    case 'startEvent':
      return [
        ['in', 'work'],
        ['heard', 'handled'],
      ];
    case 'boundaryEvent':
      return [['catch', 'caught']];
    case 'eventBasedGateway':
      return [
        ['sub', 'catch'],
        ['catch', 'caught'],
      ];
    default:
      return [['sub', 'caught']];
  }
}
