// These tests look at complex gateways: discriminators, n out of m, and the reset that follows.

import { describe, expect, it } from 'vitest';
import { computed, processModel, variable } from '../../testing/model-builder.ts';
import { complete, placesSorted, type Run, started } from '../../testing/run.ts';

const at = (count: number) =>
  computed(`activationCount >= ${count}`, (context) => (context.variable('activationCount') as number) >= count);

function outOfThree(count: number | null) {
  return processModel({
    nodes: {
      start: 'startEvent',
      a: 'userTask',
      b: 'userTask',
      c: 'userTask',
      join: ['complexGateway', count === null ? {} : { activationCondition: at(count) }],
      next: 'userTask',
    },
    flows: [
      ['start', 'a'],
      ['start', 'b'],
      ['start', 'c'],
      ['a', 'join'],
      ['b', 'join'],
      ['c', 'join'],
      ['join', 'next'],
    ],
  });
}

describe('a complex join', () => {
  it('a complex join without condition goes on with the first token and swallows the others', () => {
    const model = outOfThree(null);
    const first = complete(model, started(model), 'b');
    expect(placesSorted(model, first)).toEqual(['a', 'c', 'next']);
    const rest = complete(model, complete(model, first, 'a'), 'c');
    expect(placesSorted(model, rest)).toEqual(['next']);
    expect(rest.state.root.gateways).toEqual([]);
  });

  it('goes on when its condition holds, once', () => {
    const model = outOfThree(2);
    const one = complete(model, started(model), 'a');
    expect(placesSorted(model, one)).toEqual(['b', 'c', 'join']);
    const two = complete(model, one, 'c');
    expect(placesSorted(model, two)).toEqual(['b', 'next']);
    const three = complete(model, two, 'b');
    expect(placesSorted(model, three)).toEqual(['next']);
    expect(complete(model, three, 'next').state.tokens).toEqual([]);
  });

  it('asks conditions that mention waitingForStart again when it resets, and only these', () => {
    const late = computed('not waitingForStart', (context) => context.variable('waitingForStart') === false);
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'userTask',
        b: 'userTask',
        join: 'complexGateway',
        first: 'userTask',
        last: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'first'],
        ['join', 'last', late],
      ],
    });
    const one = complete(model, started(model), 'a');
    expect(placesSorted(model, one)).toEqual(['b', 'first']);
    expect(placesSorted(model, complete(model, one, 'b'))).toEqual(['first', 'last']);
  });
});

describe('a complex gateway that waits for its reset', () => {
  it('keeps a second token of a flow for its next cycle', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: ['userTask', { completionQuantity: 2 }],
        b: 'userTask',
        join: ['complexGateway', { activationCondition: at(1) }],
        next: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'next'],
      ],
    });
    const one = complete(model, started(model), 'a');
    expect(placesSorted(model, one)).toEqual(['b', 'join', 'next']);
    const reset = complete(model, one, 'b');
    expect(placesSorted(model, reset)).toEqual(['next', 'next']);
    expect(reset.state.root.gateways).toEqual([]);
  });

  it('resets without the flows by which nothing can come any more', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'userTask',
        b: 'userTask',
        choice: ['exclusiveGateway', { defaultTo: 'away' }],
        away: 'userTask',
        join: 'complexGateway',
        next: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'choice'],
        ['choice', 'join', variable('join')],
        ['choice', 'away'],
        ['join', 'next'],
      ],
    });
    const one = complete(model, started(model), 'a');
    expect(one.state.root.gateways).toHaveLength(1);
    const gone = complete(model, one, 'b', { join: false });
    expect([placesSorted(model, gone), gone.state.root.gateways]).toEqual([['away', 'next'], []]);
  });

  it('a complex gateway with one incoming flow lets every token pass', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        three: ['task', { completionQuantity: 3 }],
        gate: 'complexGateway',
        end: 'userTask',
      },
      flows: [
        ['start', 'three'],
        ['three', 'gate'],
        ['gate', 'end'],
      ],
    });
    const run = started(model);
    expect(placesSorted(model, run)).toEqual(['end', 'end', 'end']);
    expect(run.state.root.gateways).toEqual([]);
  });

  it('a complex gateway in a loop starts anew in each round, two out of three', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        merge: 'exclusiveGateway',
        split: 'parallelGateway',
        a: 'userTask',
        b: 'userTask',
        c: 'userTask',
        join: ['complexGateway', { activationCondition: at(2) }],
        check: 'userTask',
        again: ['exclusiveGateway', { defaultTo: 'end' }],
        end: 'endEvent',
      },
      flows: [
        ['start', 'merge'],
        ['merge', 'split'],
        ['split', 'a'],
        ['split', 'b'],
        ['split', 'c'],
        ['a', 'join'],
        ['b', 'join'],
        ['c', 'join'],
        ['join', 'check'],
        ['check', 'again'],
        ['again', 'merge', variable('more')],
        ['again', 'end'],
      ],
    });
    const round = (run: Run) => ['c', 'a', 'b'].reduce((each, id) => complete(model, each, id), run);
    const first = round(started(model));
    // The third token is the late one of this cycle, as long as one can still come round to its flow.
    expect(placesSorted(model, first)).toEqual(['check']);
    const second = round(complete(model, first, 'check', { more: true }));
    expect(placesSorted(model, second)).toEqual(['check']);
    expect(complete(model, second, 'check', { more: false }).state.tokens).toEqual([]);
  });

  it('does not hold its scope open', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        begin: ['startEvent', { in: 'sub' }],
        a: ['userTask', { in: 'sub' }],
        b: ['userTask', { in: 'sub' }],
        join: ['complexGateway', { in: 'sub' }],
        after: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['begin', 'a'],
        ['begin', 'b'],
        ['a', 'join'],
        ['b', 'join'],
        ['sub', 'after'],
      ],
    });
    const run = complete(model, complete(model, started(model), 'b'), 'a');
    expect(placesSorted(model, run)).toEqual(['after']);
  });
});

describe('the activation condition of a complex gateway', () => {
  const counted = computed('first twice', (context) => {
    const counts = context.variable('activationCounts') as Record<string, number>;
    return counts['a-join'] === 2 && context.variable('waitingForStart') === true;
  });

  it('sees how many tokens wait on each flow', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'userTask',
        a2: 'userTask',
        merge: 'exclusiveGateway',
        join: ['complexGateway', { activationCondition: counted }],
        next: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'a2'],
        ['a2', 'a'],
        ['a', 'join'],
        ['join', 'next'],
      ],
    });
    const one = complete(model, started(model), 'a');
    expect(placesSorted(model, one)).toEqual(['a2', 'join']);
    const two = complete(model, complete(model, one, 'a2'), 'a');
    expect(placesSorted(model, two)).toEqual(['join', 'next']);
  });

  it('is asked at arrivals alone', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        a: 'task',
        b: 'userTask',
        c: 'userTask',
        join: ['complexGateway', { activationCondition: variable('open') }],
        next: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['start', 'c'],
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'next'],
      ],
    });
    const run = started(model, { variables: { open: false } });
    const other = complete(model, run, 'c', { open: true });
    expect(placesSorted(model, other)).toEqual(['b', 'join']);
    expect(placesSorted(model, complete(model, other, 'b'))).toEqual(['next']);
  });
});
