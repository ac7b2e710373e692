// Event-based gateways: all that is behind them is armed, the first to occur takes the token.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../contract/commands/commands.ts';
import { step } from '../../step.ts';
import { computed, instanceFacts, processModel } from '../../testing/model-builder.ts';
import { fire, openWaits, raise, send, set, TIMER_HOST } from '../../testing/occurrences.ts';
import { after, complete, completion, places, type Run, started, trace } from '../../testing/run.ts';
import { conditional, message, signal, timer } from '../../testing/triggers.ts';

const hot = computed('heat > 5', (context) => Number(context.variable('heat') ?? 0) > 5);

const model = processModel({
  nodes: {
    start: 'startEvent',
    merge: 'exclusiveGateway',
    gate: 'eventBasedGateway',
    told: ['intermediateCatchEvent', { triggers: [message('m')] }],
    heard: ['intermediateCatchEvent', { triggers: [signal('s')] }],
    late: ['intermediateCatchEvent', { triggers: [timer('500')] }],
    warm: ['intermediateCatchEvent', { triggers: [conditional(hot)] }],
    got: ['receiveTask', { triggers: [message('r')] }],
    a: 'userTask',
    b: 'userTask',
    c: 'userTask',
    d: 'userTask',
    e: 'userTask',
  },
  flows: [
    ['start', 'merge'],
    ['merge', 'gate'],
    ['gate', 'told'],
    ['gate', 'heard'],
    ['gate', 'late'],
    ['gate', 'warm'],
    ['gate', 'got'],
    ['told', 'a'],
    ['heard', 'b'],
    ['late', 'c'],
    ['warm', 'd'],
    ['got', 'e'],
    ['a', 'merge'],
  ],
});

const begin = () => started(model, { host: TIMER_HOST });

describe('an event-based gateway', () => {
  it('arms everything behind it, and waits', () => {
    const run = begin();
    expect(places(model, run.state)).toEqual(['gate']);
    expect(openWaits(model, run)).toEqual([
      'told message',
      'heard signal',
      'late timer',
      'warm conditional',
      'got message',
    ]);
  });

  it.each<[string, (run: Run) => Run, string]>([
    ['message', (run) => send(model, run, 'told', { x: 1 }), 'a'],
    ['signal', (run) => raise(model, run, 's'), 'b'],
    ['timer', (run) => fire(model, run, 'late'), 'c'],
    ['condition', (run) => set(model, run, { heat: 9 }), 'd'],
    ['receive task', (run) => send(model, run, 'got'), 'e'],
  ])('goes on by the %s that occurs first, and withdraws the others in the same step', (_, occur, place) => {
    const run = occur(begin());
    expect([places(model, run.state), openWaits(model, run)]).toEqual([[place], []]);
    expect(trace(model, run).filter((word) => word.startsWith('gate-'))).toHaveLength(1);
  });

  it('does not wait where a condition behind it is true already', () => {
    const run = started(model, { host: TIMER_HOST, variables: { heat: 9 } });
    expect([places(model, run.state), openWaits(model, run)]).toEqual([['d'], []]);
  });

  it('an event-based gateway in a loop is armed anew', () => {
    const told = send(model, begin(), 'told');
    const round = after(model, told, completion(model, told.state, 'a'), TIMER_HOST);
    expect(places(model, round.state)).toEqual(['gate']);
    expect(places(model, raise(model, round, 's').state)).toEqual(['b']);
  });

  it('an event-based gateway in a sub-process is withdrawn with it', () => {
    const inner = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        begin: ['startEvent', { in: 'sub' }],
        gate: ['eventBasedGateway', { in: 'sub' }],
        told: ['intermediateCatchEvent', { in: 'sub', triggers: [message('m')] }],
        heard: ['intermediateCatchEvent', { in: 'sub', triggers: [signal('s')] }],
        out: ['boundaryEvent', { on: 'sub', triggers: [signal('out')] }],
        away: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['begin', 'gate'],
        ['gate', 'told'],
        ['gate', 'heard'],
        ['out', 'away'],
      ],
    });
    const run = raise(inner, started(inner), 'out');
    expect([places(inner, run.state), openWaits(inner, run)]).toEqual([['away'], []]);
    expect(raise(inner, started(inner), 's').state.tokens).toEqual([]);
  });
});

describe('an instantiating event-based gateway', () => {
  const starting = (parallelEvents: boolean) =>
    processModel({
      nodes: {
        gate: ['eventBasedGateway', { instantiate: true, parallelEvents }],
        told: ['intermediateCatchEvent', { triggers: [message('m')] }],
        got: ['receiveTask', { triggers: [message('r')] }],
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['gate', 'told'],
        ['gate', 'got'],
        ['told', 'a'],
        ['got', 'b'],
      ],
    });

  function begun(parallelEvents: boolean, startElementId: string): Run {
    const facts = instanceFacts({ startElementId });
    const command: Command = { kind: 'start', at: 1_000, actor: null, facts, variables: { x: 1 }, trigger: 0 };
    const result = step(starting(parallelEvents), null, command);
    if (result.outcome !== 'done') throw new Error(JSON.stringify(result));
    return { state: result.state, records: [], effects: result.effects };
  }

  it('begins with the event that occurs, and without the others', () => {
    const run = begun(false, 'told');
    expect([places(starting(false), run.state), run.state.waits]).toEqual([['a'], []]);
    expect(run.state.variables).toEqual({ x: 1 });
    expect(places(starting(false), begun(false, 'got').state)).toEqual(['b']);
  });

  it('an instantiating event-based gateway that needs all of its events waits for the others before the instance can end', () => {
    const both = starting(true);
    const run = begun(true, 'told');
    expect([places(both, run.state).sort(), openWaits(both, run)]).toEqual([['a', 'got'], ['got message']]);
    const all = send(both, complete(both, run, 'a'), 'got');
    expect(places(both, all.state)).toEqual(['b']);
  });
});
