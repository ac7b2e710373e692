// These tests look at embedded sub-processes and transactions: their own scope, its beginning and its end.

import { describe, expect, it } from 'vitest';
import { computed, constant, processModel, variable } from '../../testing/model-builder.ts';
import { stoppedInside } from '../../testing/nesting.ts';
import { openWaits, set, TIMER_HOST } from '../../testing/occurrences.ts';
import { complete, places, started, startResult, trace } from '../../testing/run.ts';
import { conditional } from '../../testing/triggers.ts';

describe.each(['subProcess', 'transaction'] as const)('a %s', (type) => {
  it('is left once, when nothing is left in it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: type,
        begin: ['startEvent', { in: 'sub' }],
        a: ['userTask', { in: 'sub' }],
        b: ['userTask', { in: 'sub' }],
        after: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['begin', 'a'],
        ['begin', 'b'],
        ['sub', 'after'],
      ],
    });
    const half = complete(model, started(model), 'a');
    expect(places(model, half.state).sort()).toEqual(['b', 'sub']);
    const over = complete(model, half, 'b');
    expect([places(model, over.state), over.state.scopes]).toEqual([['after'], []]);
    expect(trace(model, over)).toEqual(['-b', '-sub', 'sub-after', '+after']);
  });

  it('a scope without start events begins at everything that no flow leads to', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: type,
        a: ['userTask', { in: 'sub' }],
        b: ['userTask', { in: 'sub' }],
        c: ['userTask', { in: 'sub' }],
      },
      flows: [
        ['start', 'sub'],
        ['a', 'c'],
      ],
    });
    expect(places(model, started(model).state).sort()).toEqual(['a', 'b', 'sub']);
  });

  it('a nested scope ends from the inside out', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        outer: type,
        inner: [type, { in: 'outer' }],
        work: ['userTask', { in: 'inner' }],
        after: 'userTask',
      },
      flows: [
        ['start', 'outer'],
        ['outer', 'after'],
      ],
    });
    const over = complete(model, started(model), 'work');
    expect(trace(model, over)).toEqual(['-work', '-inner', '-outer', 'outer-after', '+after']);
  });

  it('ends by a terminate end event, and is left by its normal flow', () => {
    const model = stoppedInside(type);
    expect(places(model, complete(model, started(model), 'a').state)).toEqual(['after']);
  });
});

describe('variables of a sub-process', () => {
  const data = { sub: [{ name: 'x', initial: 1, collection: false }] };
  const model = processModel({
    data,
    nodes: {
      start: 'startEvent',
      sub: 'subProcess',
      work: ['userTask', { in: 'sub' }],
      check: ['exclusiveGateway', { in: 'sub', defaultTo: 'no' }],
      yes: ['userTask', { in: 'sub' }],
      no: ['userTask', { in: 'sub' }],
    },
    flows: [
      ['start', 'sub'],
      ['work', 'check'],
      ['check', 'yes', computed('x == 2', (context) => context.variable('x') === 2)],
      ['check', 'no'],
    ],
  });

  it('variables of a sub-process hide those around it, are written where they are found, and go with it', () => {
    const run = started(model, { variables: { x: 10 } });
    expect(run.state.scopes).toMatchObject([{ variables: { x: 1 } }]);
    const changed = complete(model, run, 'work', { x: 2, y: 3 });
    expect(changed.state.variables).toEqual({ x: 10, y: 3 });
    expect(places(model, changed.state)).toContain('yes');
    expect(complete(model, changed, 'yes').state.variables).toEqual({ x: 10, y: 3 });
  });
});

describe('a sub-process that is taken over', () => {
  it('a sub-process that is taken over by an event sub-process whose condition is true when it is armed never begins its body', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        work: ['userTask', { in: 'sub' }],
        handler: ['eventSubProcess', { in: 'sub' }],
        hot: ['startEvent', { in: 'handler', triggers: [conditional(variable('heat'))] }],
        care: ['userTask', { in: 'handler' }],
        after: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['hot', 'care'],
        ['sub', 'after'],
      ],
    });
    const run = started(model, { variables: { heat: true } });
    expect(places(model, run.state)).toEqual(['sub', 'handler', 'care']);
    expect(places(model, complete(model, run, 'care').state)).toEqual(['after']);
    const cold = started(model, { variables: { heat: false }, host: TIMER_HOST });
    expect(places(model, cold.state)).toEqual(['sub', 'work']);
    expect(openWaits(model, set(model, cold, { heat: true }))).toEqual([]);
  });
});

describe('the limit of tokens', () => {
  it('counts what is inside of a sub-process and not the token around it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        inner: ['subProcess', { in: 'sub' }],
        work: ['userTask', { in: 'inner' }],
        two: ['task', { completionQuantity: 2 }],
      },
      flows: [
        ['start', 'sub'],
        ['start', 'two', constant(true)],
      ],
    });
    expect(startResult(model, { limits: { tokens: 2 } }).outcome).toBe('done');
    expect(startResult(model, { limits: { tokens: 1 } })).toMatchObject({ failure: { code: 'LIMIT_EXCEEDED' } });
  });
});
