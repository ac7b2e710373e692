// Events with several triggers: any one of them, or all of them, at every position, with what each brings.

import { describe, expect, it } from 'vitest';
import type { Trigger } from '../../model/event-model.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { computed, constant, processModel } from '../../testing/model-builder.ts';
import { finishWork, fire, openWaits, raise, send, set, startedOnTime, TIMER_HOST } from '../../testing/occurrences.ts';
import { complete, places, type Run, trace } from '../../testing/run.ts';
import { conditional, error, escalation, message, signal, timer } from '../../testing/triggers.ts';

const both: readonly Trigger[] = [message('one'), signal('two')];
const count = (model: ProcessModel, run: Run, id: string) =>
  places(model, run.state).filter((each) => each === id).length;

type Place = 'boundary' | 'handler';

/** Makes an external task with a catcher beside it, whose flow leads to `care`. */
function beside(
  place: Place,
  triggers: readonly Trigger[],
  interrupting: boolean,
  parallelMultiple: boolean,
): ProcessModel {
  const work = ['serviceTask', { in: 'sub', work: { kind: 'external', target: constant('work') } }] as const;
  const event = { interrupting, triggers, parallelMultiple };
  const catcher =
    place === 'boundary'
      ? {
          heard: ['boundaryEvent', { in: 'sub', on: 'work', ...event }] as const,
          care: ['userTask', { in: 'sub' }] as const,
        }
      : {
          handler: ['eventSubProcess', { in: 'sub' }] as const,
          heard: ['startEvent', { in: 'handler', ...event }] as const,
          care: ['userTask', { in: 'handler' }] as const,
        };
  return processModel({
    nodes: {
      start: 'startEvent',
      sub: 'subProcess',
      in: ['startEvent', { in: 'sub' }],
      work,
      ...catcher,
      done: 'endEvent',
    },
    flows: [
      ['start', 'sub'],
      ['sub', 'done'],
      ['in', 'work'],
      ['heard', 'care'],
    ],
  });
}

describe.each(['boundary', 'handler'] as const)('a multiple event (%s)', (place) => {
  it.each([
    ['message', (model: ProcessModel, run: Run) => send(model, run, 'heard', { by: 'm' })],
    ['signal', (model: ProcessModel, run: Run) => raise(model, run, 'two', { by: 's' })],
  ] as const)('any one of several interrupts, and the others are disarmed: %s', (_, occur) => {
    const model = beside(place, both, true, false);
    const run = occur(model, startedOnTime(model));
    expect([count(model, run, 'care'), openWaits(model, run)]).toEqual([1, []]);
    expect(trace(model, run)).toContain('!work');
  });

  it('a multiple event that does not interrupt occurs with any one of several, and all stay armed', () => {
    const model = beside(place, both, false, false);
    const run = send(model, raise(model, startedOnTime(model), 'two'), 'heard');
    expect(count(model, run, 'care')).toBe(2);
    expect(openWaits(model, run).filter((wait) => wait.startsWith('heard'))).toEqual(['heard message', 'heard signal']);
  });

  it('a multiple event that needs all of several takes what each brings, and does nothing with the first alone', () => {
    const model = beside(place, both, true, true);
    const half = send(model, startedOnTime(model), 'heard', { by: 'm' });
    expect([count(model, half, 'care'), openWaits(model, half)]).toEqual([0, ['heard signal', 'work work']]);
    const whole = raise(model, half, 'two', { with: 's' });
    const inner = whole.state.scopes.map(({ variables }) => variables);
    expect(inner).toContainEqual({ by: 'm', with: 's' });
    expect([count(model, whole, 'care'), openWaits(model, whole)]).toEqual([1, []]);
  });

  it('a multiple event that needs all of several and does not interrupt starts anew, and takes no trigger twice', () => {
    const model = beside(place, both, false, true);
    const twice = send(model, startedOnTime(model), 'heard');
    expect(() => send(model, twice, 'heard')).toThrow('waits for no message');
    const once = raise(model, twice, 'two');
    expect([count(model, once, 'care'), openWaits(model, once)]).toEqual([
      1,
      ['work work', 'heard message', 'heard signal'],
    ]);
    const again = send(model, raise(model, raise(model, once, 'two'), 'two'), 'heard');
    expect(count(model, again, 'care')).toBe(2);
  });

  it('a multiple event that needs all of several and does not interrupt counts a condition that stays true once', () => {
    const hot = conditional(computed('heat > 3', (context) => Number(context.variable('heat') ?? 0) > 3));
    const model = beside(place, [hot, signal('two')], false, true);
    const once = raise(model, set(model, startedOnTime(model), { heat: 5 }), 'two');
    const still = raise(model, set(model, once, { heat: 6 }), 'two');
    expect([count(model, once, 'care'), count(model, still, 'care')]).toEqual([1, 1]);
    const fallen = set(model, set(model, still, { heat: 0 }), { heat: 4 });
    expect(count(model, fallen, 'care')).toBe(2);
  });

  it('a multiple event that needs a timer and an escalation counts what is thrown when it is the last, and remembers it before', () => {
    const wanted = [timer('500'), escalation('X')];
    const escalate = (model: ProcessModel, run: Run) =>
      finishWork(model, run, 'work', { outcome: 'escalation', escalationCode: 'X', variables: { loud: true } });
    const last = beside('handler', wanted, true, true);
    const timed = fire(last, startedOnTime(last), 'heard');
    expect([count(last, timed, 'care'), count(last, escalate(last, timed), 'care')]).toEqual([0, 1]);
    const first = processModel({
      nodes: {
        start: 'startEvent',
        work: 'userTask',
        loud: ['intermediateThrowEvent', { triggers: [escalation('X')] }],
        more: 'userTask',
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: wanted, parallelMultiple: true }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'work'],
        ['work', 'loud'],
        ['loud', 'more'],
        ['heard', 'care'],
      ],
    });
    const thrown = complete(first, startedOnTime(first), 'work', {}, TIMER_HOST);
    expect([places(first, thrown.state), openWaits(first, thrown)]).toEqual([['more'], ['heard timer']]);
    expect(places(first, fire(first, thrown, 'heard').state)).toEqual(['handler', 'care']);
  });

  it('a multiple event that needs an error and more lets an error that comes first go on outward, which ends the instance', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        bad: ['endEvent', { triggers: [error('E')] }],
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: [error('E'), signal('two')], parallelMultiple: true }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'bad'],
        ['heard', 'care'],
      ],
    });
    expect(startedOnTime(model).effects.at(-1)).toMatchObject({ endState: 'ERROR', errorCode: 'E' });
  });
});

describe('a multiple event in the flow', () => {
  const waiting = (parallelMultiple: boolean, gateway: boolean) =>
    processModel({
      nodes: {
        start: 'startEvent',
        ...(gateway ? { choice: 'eventBasedGateway' as const } : {}),
        catch: ['intermediateCatchEvent', { triggers: both, parallelMultiple }],
        other: ['intermediateCatchEvent', { triggers: [signal('three')] }],
        next: 'userTask',
        away: 'userTask',
      },
      flows: [
        ...(gateway
          ? ([
              ['start', 'choice'],
              ['choice', 'catch'],
              ['choice', 'other'],
            ] as const)
          : ([['start', 'catch']] as const)),
        ['catch', 'next'],
        ['other', 'away'],
      ],
    });

  it.each([false, true])('goes on with any one of several (behind a gateway: %s)', (gateway) => {
    const model = waiting(false, gateway);
    const run = raise(model, startedOnTime(model), 'two', { by: 's' });
    expect([places(model, run.state), run.state.waits, run.state.variables]).toEqual([['next'], [], { by: 's' }]);
  });

  it.each([false, true])(
    'a multiple event that needs all of several takes what each brings (behind a gateway: %s)',
    (gateway) => {
      const model = waiting(true, gateway);
      const half = raise(model, startedOnTime(model), 'two', { by: 's' });
      expect(places(model, half.state)).toEqual([gateway ? 'choice' : 'catch']);
      const whole = send(model, half, 'catch', { with: 'm' });
      expect([places(model, whole.state), whole.state.variables]).toEqual([['next'], { by: 's', with: 'm' }]);
    },
  );

  it('a multiple event that needs all of several loses behind a gateway to another event that comes whole', () => {
    const model = waiting(true, true);
    const run = raise(model, raise(model, startedOnTime(model), 'two'), 'three');
    expect([places(model, run.state), run.state.waits]).toEqual([['away'], []]);
  });
});

describe('a multiple throw event', () => {
  it('throws every definition in order, until one ends the branch', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: 'userTask',
        end: ['endEvent', { triggers: [signal('one'), message('two'), error('E'), signal('never')] }],
      },
      flows: [
        ['start', 'work'],
        ['work', 'end'],
      ],
    });
    const run = complete(model, startedOnTime(model), 'work');
    const thrown = run.records.at(-1)!.events.filter(([letter]) => 'gmr'.includes(letter));
    expect(thrown).toEqual([
      ['g', 2, 'one'],
      ['m', 2, 'two'],
      ['r', 2, 'E'],
    ]);
  });

  it('throws nothing more once an earlier one has ended the thrower', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        throw: ['intermediateThrowEvent', { triggers: [signal('stop'), message('late')] }],
        next: 'userTask',
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: [signal('stop')] }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'throw'],
        ['throw', 'next'],
        ['heard', 'care'],
      ],
    });
    const run = startedOnTime(model);
    expect(run.effects.some(({ kind }) => kind === 'send-message')).toBe(false);
    expect(places(model, run.state)).toEqual(['handler', 'care']);
  });
});
