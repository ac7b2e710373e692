// These tests look at inclusive gateways: which flows a split takes, and when a join has nothing more to wait for.
import { describe, expect, it } from 'vitest';
import type { FlowDraft } from '../../testing/model-builder.ts';
import { computed, constant, processModel, variable } from '../../testing/model-builder.ts';
import { raise } from '../../testing/occurrences.ts';
import { complete, places, started, startResult, trace } from '../../testing/run.ts';
import { signal } from '../../testing/triggers.ts';

const fork = processModel({
  nodes: {
    start: 'startEvent',
    split: ['inclusiveGateway', { defaultTo: 'c' }],
    a: 'userTask',
    b: 'userTask',
    c: 'userTask',
    join: 'inclusiveGateway',
    end: 'userTask',
  },
  flows: [
    ['start', 'split'],
    ['split', 'a', variable('a')],
    ['split', 'b', variable('b')],
    ['split', 'c'],
    ['a', 'join'],
    ['b', 'join'],
    ['c', 'join'],
    ['join', 'end'],
  ],
});

describe('an inclusive split', () => {
  it.each([
    [{ a: true, b: false }, ['a']],
    [{ a: true, b: true }, ['a', 'b']],
    [{ a: false, b: false }, ['c']],
  ])('an inclusive split with %j takes %j', (variables, taken) => {
    expect(places(fork, started(fork, { variables }).state)).toEqual(taken);
  });

  it('an inclusive split without true condition and default fails the command', () => {
    const model = processModel({
      nodes: { start: 'startEvent', split: 'inclusiveGateway', a: 'endEvent' },
      flows: [
        ['start', 'split'],
        ['split', 'a', constant(false)],
      ],
    });
    expect(startResult(model)).toMatchObject({ failure: { code: 'NO_FLOW_SELECTED', elementId: 'split' } });
  });
});

describe('an inclusive join', () => {
  it('waits for exactly the branches that were taken', () => {
    const run = started(fork, { variables: { a: true, b: true } });
    const half = complete(fork, run, 'a');
    expect(places(fork, half.state)).toEqual(['b', 'join']);
    expect(places(fork, complete(fork, half, 'b').state)).toEqual(['end']);
    const single = started(fork, { variables: { a: true, b: false } });
    expect(places(fork, complete(fork, single, 'a').state)).toEqual(['end']);
  });

  const loop: readonly FlowDraft[] = [
    ['start', 'join'],
    ['join', 'work'],
    ['work', 'again'],
    ['again', 'join', computed('again', (context) => context.variable('again') === true)],
    ['again', 'end'],
  ];

  it('an inclusive join at the head of a loop does not wait for the way back', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        join: 'inclusiveGateway',
        work: 'userTask',
        again: ['exclusiveGateway', { defaultTo: 'end' }],
        end: 'endEvent',
      },
      flows: loop,
    });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['work']);
    const round = complete(model, run, 'work', { again: true });
    expect(places(model, round.state)).toEqual(['work']);
    expect(complete(model, round, 'work', { again: false }).state.tokens).toEqual([]);
  });

  it('is freed when the token that it waits for goes another way', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'task',
        b: 'userTask',
        choice: ['exclusiveGateway', { defaultTo: 'away' }],
        away: 'endEvent',
        join: 'inclusiveGateway',
        end: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'choice'],
        ['choice', 'join', constant(false)],
        ['choice', 'away'],
        ['join', 'end'],
      ],
    });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['b', 'join']);
    expect(places(model, complete(model, run, 'b').state)).toEqual(['end']);
  });

  it('counts the way by a boundary event of an activity that runs', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'task',
        b: 'userTask',
        out: ['boundaryEvent', { on: 'b', triggers: [signal('out')] }],
        away: 'endEvent',
        join: 'inclusiveGateway',
        end: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'away'],
        ['out', 'join'],
        ['join', 'end'],
      ],
    });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['b', 'join']);
    const caught = raise(model, run, 'out');
    expect([places(model, caught.state), trace(model, caught).filter((word) => word === '+join')]).toEqual([
      ['end'],
      ['+join'],
    ]);
    expect(places(model, complete(model, run, 'b').state)).toEqual(['end']);
  });
});
