// Parallel gateways: split, join, surplus tokens, joins that can never fire.
import { describe, expect, it } from 'vitest';
import { constant, processModel } from '../../testing/model-builder.ts';
import { complete, places, started, startResult, trace } from '../../testing/run.ts';

const forkJoin = processModel({
  nodes: {
    start: 'startEvent',
    fork: 'parallelGateway',
    a: 'userTask',
    b: 'userTask',
    join: 'parallelGateway',
    done: 'endEvent',
  },
  flows: [
    ['start', 'fork'],
    ['fork', 'a'],
    ['fork', 'b'],
    ['a', 'join'],
    ['b', 'join'],
    ['join', 'done'],
  ],
});

describe('a parallel split', () => {
  it('sends a token on every flow and does not look at conditions', () => {
    const model = processModel({
      nodes: { start: 'startEvent', fork: 'parallelGateway', a: 'task', b: 'task' },
      flows: [
        ['start', 'fork'],
        ['fork', 'a', constant(false)],
        ['fork', 'b'],
      ],
    });
    expect(trace(model, started(model)).slice(2)).toEqual([
      'start-fork',
      '+fork',
      '-fork',
      'fork-a',
      'fork-b',
      '+a',
      '+b',
      '-a',
      '-b',
      'end',
    ]);
  });
});

describe('a parallel join', () => {
  it('waits until each incoming flow holds a token, in whatever order they come', () => {
    for (const [first, second] of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      const half = complete(forkJoin, started(forkJoin), first);
      expect(trace(forkJoin, half)).toEqual([`-${first}`, `${first}-join`]);
      expect(places(forkJoin, half.state)).toEqual([second, 'join']);
      expect(trace(forkJoin, complete(forkJoin, half, second)).slice(1)).toEqual([
        `${second}-join`,
        '+join',
        '-join',
        'join-done',
        '+done',
        '-done',
        'end',
      ]);
    }
  });

  it('goes on as the token with the lowest number', () => {
    const run = complete(forkJoin, complete(forkJoin, started(forkJoin), 'b'), 'a');
    expect(run.records.at(-1)!.events).toContainEqual(['a', expect.any(Number), 4, 1]);
  });

  it('joins and splits in one when it has several flows on both sides', () => {
    const model = processModel({
      nodes: { start: 'startEvent', fork: 'parallelGateway', both: 'parallelGateway', x: 'task', y: 'task' },
      flows: [
        ['start', 'fork'],
        ['fork', 'both'],
        ['fork', 'both'],
        ['both', 'x'],
        ['both', 'y'],
      ],
    });
    expect(trace(model, started(model)).slice(5)).toEqual([
      'fork-both',
      'fork-both#2',
      '+both',
      '-both',
      'both-x',
      'both-y',
      '+x',
      '+y',
      '-x',
      '-y',
      'end',
    ]);
  });

  it('does not take two tokens of one flow for tokens of two', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        two: ['task', { completionQuantity: 2 }],
        wait: 'userTask',
        join: 'parallelGateway',
        after: 'task',
      },
      flows: [
        ['start', 'two'],
        ['start', 'wait'],
        ['two', 'join'],
        ['wait', 'join'],
        ['join', 'after'],
      ],
    });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['wait', 'join', 'join']);
  });

  const surplus = processModel({
    nodes: {
      start: 'startEvent',
      two: ['task', { completionQuantity: 2 }],
      first: 'userTask',
      second: 'userTask',
      merge: 'exclusiveGateway',
      join: 'parallelGateway',
      after: 'task',
    },
    flows: [
      ['start', 'two'],
      ['start', 'first'],
      ['start', 'second'],
      ['first', 'merge'],
      ['second', 'merge'],
      ['two', 'join'],
      ['merge', 'join'],
      ['join', 'after'],
    ],
  });

  it('leaves surplus tokens where they are for the next time', () => {
    const once = complete(surplus, started(surplus), 'first');
    expect(trace(surplus, once).filter((word) => word === '+join')).toHaveLength(1);
    expect(places(surplus, once.state)).toEqual(['second', 'join']);
    const twice = complete(surplus, once, 'second');
    expect(trace(surplus, twice).filter((word) => word === '+join')).toHaveLength(1);
    expect(twice.state.tokens).toEqual([]);
  });

  it('fires once for each complete set that one round brings', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        fork: 'parallelGateway',
        a: ['task', { completionQuantity: 2 }],
        b: ['task', { completionQuantity: 2 }],
        join: 'parallelGateway',
      },
      flows: [
        ['start', 'fork'],
        ['fork', 'a'],
        ['fork', 'b'],
        ['a', 'join'],
        ['b', 'join'],
      ],
    });
    expect(trace(model, started(model)).slice(-5)).toEqual(['+join', '-join', '+join', '-join', 'end']);
  });

  it('a parallel join of an inner fork does not fire for the tokens of the outer one', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        outer: 'parallelGateway',
        inner: 'parallelGateway',
        a: 'userTask',
        b: 'task',
        c: 'task',
        innerJoin: 'parallelGateway',
        outerJoin: 'parallelGateway',
      },
      flows: [
        ['start', 'outer'],
        ['outer', 'inner'],
        ['outer', 'c'],
        ['inner', 'a'],
        ['inner', 'b'],
        ['a', 'innerJoin'],
        ['b', 'innerJoin'],
        ['innerJoin', 'outerJoin'],
        ['c', 'outerJoin'],
      ],
    });
    const run = started(model);
    expect(places(model, run.state)).toEqual(['a', 'outerJoin', 'innerJoin']);
    expect(trace(model, complete(model, run, 'a')).filter((word) => word.startsWith('+'))).toEqual([
      '+innerJoin',
      '+outerJoin',
    ]);
  });

  it('a parallel join behind an exclusive choice is an incident that names itself and the flow that stays empty', () => {
    const model = processModel({
      nodes: { start: 'startEvent', choice: 'exclusiveGateway', a: 'task', b: 'task', join: 'parallelGateway' },
      flows: [
        ['start', 'choice'],
        ['choice', 'a', constant(true)],
        ['choice', 'b', constant(false)],
        ['a', 'join'],
        ['b', 'join'],
      ],
    });
    const failure = {
      code: 'STUCK_TOKENS',
      elementId: 'join',
      message: 'Only tokens that wait for others are left: the join join has no token on b-join',
    };
    expect(started(model).state.waits).toMatchObject([{ kind: 'incident', failure }]);
    expect(startResult(model, { host: { keepsIncidents: false } })).toEqual({ outcome: 'failed', failure });
  });

  it('is not stuck while a user task is open anywhere', () => {
    const half = complete(forkJoin, started(forkJoin), 'a');
    expect(half.state.tasks).toHaveLength(1);
  });
});
