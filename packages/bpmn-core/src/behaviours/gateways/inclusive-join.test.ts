// Inclusive joins where it is hard: loops in loops, boundary events, links, handlers, sub-processes, several sets of tokens.

import { describe, expect, it } from 'vitest';
import type { ProcessModel } from '../../model/process-model.ts';
import { computed, type FlowDraft, processModel, variable } from '../../testing/model-builder.ts';
import { openWaits, raise } from '../../testing/occurrences.ts';
import { after, complete, places, placesSorted, type Run, started, trace } from '../../testing/run.ts';
import { signal } from '../../testing/triggers.ts';

type Nodes = Parameters<typeof processModel>[0]['nodes'];

const is = (name: string, value: unknown) =>
  computed(`${name} == ${value}`, (context) => context.variable(name) === value);

function firings(model: ProcessModel, run: Run, join: string): number {
  const index = model.nodes.findIndex(({ id }) => id === join);
  return run.records.flatMap(({ events }) => events).filter((event) => event[0] === 'a' && event[2] === index).length;
}

describe('an inclusive join in a loop', () => {
  // split -> a, b -> join -> again? -> split: the way back does not keep the join from going on.
  const nodes: Nodes = {
    start: 'startEvent',
    merge: 'exclusiveGateway',
    split: 'inclusiveGateway',
    a: 'userTask',
    b: 'userTask',
    join: 'inclusiveGateway',
    again: ['exclusiveGateway', { defaultTo: 'end' }],
    end: 'endEvent',
  };
  const flows: readonly FlowDraft[] = [
    ['start', 'merge'],
    ['merge', 'split'],
    ['split', 'a', variable('x')],
    ['split', 'b', variable('y')],
    ['a', 'join'],
    ['b', 'join'],
    ['join', 'again'],
    ['again', 'merge', variable('more')],
    ['again', 'end'],
  ];
  const model = processModel({ nodes, flows });

  it('joins each round apart, whichever branches it took', () => {
    const run = started(model, { variables: { x: true, y: true, more: true } });
    const half = complete(model, run, 'b');
    expect(placesSorted(model, half)).toEqual(['a', 'join']);
    const second = complete(model, half, 'a', { y: false });
    expect(placesSorted(model, second)).toEqual(['a']);
    const third = complete(model, second, 'a', { y: true, x: false });
    expect(placesSorted(model, third)).toEqual(['b']);
    const last = complete(model, third, 'b', { more: false });
    expect([last.state.tokens, firings(model, last, 'join')]).toEqual([[], 3]);
  });

  it('does not wait for a token that can only come round through itself', () => {
    const around = processModel({
      nodes: { ...nodes, before: 'userTask' },
      flows: [...flows.filter(([source]) => source !== 'start'), ['start', 'before'], ['before', 'merge']],
    });
    const run = complete(around, started(around, { variables: { x: true, y: false, more: true } }), 'before');
    const round = complete(around, run, 'a');
    expect([placesSorted(around, round), firings(around, round, 'join')]).toEqual([['a'], 1]);
  });

  it('a join of an inner loop waits for the inner round alone, that of the outer loop for all of it', () => {
    const nested = processModel({
      nodes: {
        start: 'startEvent',
        outer: 'exclusiveGateway',
        fork: 'parallelGateway',
        c: 'userTask',
        inner: 'exclusiveGateway',
        split: 'inclusiveGateway',
        a: 'userTask',
        b: 'userTask',
        innerJoin: 'inclusiveGateway',
        innerAgain: ['exclusiveGateway', { defaultTo: 'outerJoin' }],
        outerJoin: 'inclusiveGateway',
        outerAgain: ['exclusiveGateway', { defaultTo: 'end' }],
        end: 'endEvent',
      },
      flows: [
        ['start', 'outer'],
        ['outer', 'fork'],
        ['fork', 'c'],
        ['fork', 'inner'],
        ['inner', 'split'],
        ['split', 'a', variable('x')],
        ['split', 'b', variable('y')],
        ['a', 'innerJoin'],
        ['b', 'innerJoin'],
        ['innerJoin', 'innerAgain'],
        ['innerAgain', 'inner', variable('moreInner')],
        ['innerAgain', 'outerJoin'],
        ['c', 'outerJoin'],
        ['outerJoin', 'outerAgain'],
        ['outerAgain', 'outer', variable('moreOuter')],
        ['outerAgain', 'end'],
      ],
    });
    const run = started(nested, { variables: { x: true, y: true, moreInner: true, moreOuter: true } });
    const c = complete(nested, run, 'c');
    expect(placesSorted(nested, c)).toEqual(['a', 'b', 'outerJoin']);
    const half = complete(nested, c, 'a');
    expect(placesSorted(nested, half)).toEqual(['b', 'innerJoin', 'outerJoin']);
    const again = complete(nested, half, 'b');
    expect(placesSorted(nested, again)).toEqual(['a', 'b', 'outerJoin']);
    const left = complete(nested, complete(nested, again, 'a'), 'b', { moreInner: false });
    expect(placesSorted(nested, left)).toEqual(['a', 'b', 'c']);
    const last = ['a', 'b', 'c'].reduce((each, id) => complete(nested, each, id, { moreOuter: false }), left);
    expect([last.state.tokens, firings(nested, last, 'innerJoin'), firings(nested, last, 'outerJoin')]).toEqual([
      [],
      3,
      2,
    ]);
  });
});

describe('an inclusive join waits for', () => {
  function beside(other: readonly FlowDraft[], nodes: Nodes): ProcessModel {
    return processModel({
      nodes: { start: 'startEvent', a: 'userTask', join: 'inclusiveGateway', last: 'userTask', ...nodes },
      flows: [['start', 'a'], ['a', 'join'], ['join', 'last'], ...other],
    });
  }

  it('an inclusive join waits for a token that can still come by a link', () => {
    const link = { kind: 'link', name: 'L' } as const;
    const model = beside(
      [
        ['start', 'b'],
        ['b', 'throw'],
        ['throw', 'catch'],
        ['catch', 'join'],
      ],
      {
        b: 'userTask',
        throw: ['intermediateThrowEvent', { triggers: [link] }],
        catch: ['intermediateCatchEvent', { triggers: [link] }],
      },
    );
    const half = complete(model, started(model), 'a');
    expect(placesSorted(model, half)).toEqual(['b', 'join']);
    expect(placesSorted(model, complete(model, half, 'b'))).toEqual(['last']);
  });

  it('an inclusive join waits for a token inside a sub-process, as for one that is on it', () => {
    const model = beside(
      [
        ['start', 'sub'],
        ['begin', 'b'],
        ['sub', 'join'],
      ],
      { sub: 'subProcess', begin: ['startEvent', { in: 'sub' }], b: ['userTask', { in: 'sub' }] },
    );
    const half = complete(model, started(model), 'a');
    expect(placesSorted(model, half)).toEqual(['b', 'join', 'sub']);
    expect(placesSorted(model, complete(model, half, 'b'))).toEqual(['last']);
  });

  it('an inclusive join waits for the boundary event of a sub-process that still runs, and no longer once it has ended', () => {
    const model = beside(
      [
        ['start', 'sub'],
        ['begin', 'b'],
        ['sub', 'gone'],
        ['out', 'join'],
      ],
      {
        sub: 'subProcess',
        out: ['boundaryEvent', { on: 'sub', triggers: [signal('out')], interrupting: false }],
        begin: ['startEvent', { in: 'sub' }],
        b: ['userTask', { in: 'sub' }],
        gone: 'userTask',
      },
    );
    const half = complete(model, started(model), 'a');
    expect(placesSorted(model, half)).toEqual(['b', 'join', 'sub']);
    const joined = raise(model, half, 'out');
    expect([placesSorted(model, joined), firings(model, joined, 'join')]).toEqual([['b', 'last', 'sub'], 1]);
    expect(placesSorted(model, complete(model, half, 'b'))).toEqual(['gone', 'last']);
  });

  it('an inclusive join waits for no boundary event of an activity that is done and waits for the job behind it', () => {
    const job = { before: false, after: true, exclusive: true, priority: null, retryCycle: null };
    const model = beside(
      [
        ['start', 'b'],
        ['b', 'gone'],
        ['out', 'join'],
      ],
      {
        b: ['userTask', { job }],
        out: ['boundaryEvent', { on: 'b', triggers: [signal('out')] }],
        gone: 'userTask',
      },
    );
    const half = complete(model, started(model), 'a');
    expect(placesSorted(model, half)).toEqual(['b', 'join']);
    const done = complete(model, half, 'b');
    expect([placesSorted(model, done), openWaits(model, done)]).toEqual([['b', 'last'], ['b job']]);
  });

  it('an inclusive join waits for nothing in an event sub-process: what runs there never leaves it', () => {
    const joined = processModel({
      nodes: {
        start: 'startEvent',
        a: 'userTask',
        b: 'userTask',
        join: 'inclusiveGateway',
        last: 'userTask',
        handler: 'eventSubProcess',
        heard: ['startEvent', { in: 'handler', triggers: [signal('s')], interrupting: false }],
        care: ['userTask', { in: 'handler' }],
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'last'],
        ['heard', 'care'],
      ],
    });
    const running = raise(joined, started(joined), 's');
    const half = complete(joined, running, 'a');
    expect(placesSorted(joined, half)).toEqual(['b', 'care', 'handler', 'join']);
    expect(placesSorted(joined, complete(joined, half, 'b'))).toEqual(['care', 'handler', 'last']);
  });

  it('an inclusive join waits for a token at another join, as long as that can still go on', () => {
    const model = beside(
      [
        ['start', 'b'],
        ['start', 'c'],
        ['b', 'both'],
        ['c', 'both'],
        ['both', 'join'],
      ],
      { b: 'userTask', c: 'userTask', both: 'parallelGateway' },
    );
    const run = complete(model, complete(model, started(model), 'b'), 'a');
    expect(placesSorted(model, run)).toEqual(['both', 'c', 'join']);
    expect(placesSorted(model, complete(model, run, 'c'))).toEqual(['last']);
  });

  it('an inclusive join waits for no token that can also come by a flow that is filled', () => {
    // c may come either way: by the empty flow it would not help the token that is there already.
    const twice = processModel({
      nodes: {
        start: 'startEvent',
        b: 'userTask',
        c: 'userTask',
        choice: ['exclusiveGateway', { defaultTo: 'join' }],
        way: 'task',
        join: 'inclusiveGateway',
        last: 'userTask',
      },
      flows: [
        ['start', 'b'],
        ['start', 'c'],
        ['b', 'choice'],
        ['c', 'choice'],
        ['choice', 'way', is('way', 1)],
        ['choice', 'join'],
        ['way', 'join'],
        ['join', 'last'],
      ],
    });
    const first = complete(twice, started(twice, { variables: { way: 0 } }), 'b');
    expect(placesSorted(twice, first)).toEqual(['c', 'last']);
  });
});

describe('several sets of tokens at an inclusive join', () => {
  const model = processModel({
    nodes: {
      start: 'startEvent',
      a: ['task', { completionQuantity: 2 }],
      b: ['task', { completionQuantity: 3 }],
      join: 'inclusiveGateway',
      last: ['intermediateThrowEvent', {}],
    },
    flows: [
      ['start', 'a'],
      ['start', 'b'],
      ['a', 'join'],
      ['b', 'join'],
      ['join', 'last'],
    ],
  });

  it('several sets of tokens at an inclusive join are taken one from each filled flow, until none is left', () => {
    const run = started(model);
    expect([run.state.tokens, firings(model, run, 'join')]).toEqual([[], 3]);
  });

  it('several sets of tokens at an inclusive join wait together as long as a token may come', () => {
    const waiting = processModel({
      nodes: {
        start: 'startEvent',
        a: ['task', { completionQuantity: 2 }],
        b: 'userTask',
        join: 'inclusiveGateway',
        last: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'join'],
        ['join', 'last'],
      ],
    });
    const run = started(waiting);
    expect(placesSorted(waiting, run)).toEqual(['b', 'join', 'join']);
    expect(placesSorted(waiting, complete(waiting, run, 'b'))).toEqual(['last', 'last']);
  });

  // Two tokens wait at the join for what the signal brings; the task stands behind the join in the document.
  const surplus = (nodes: Nodes, flows: readonly FlowDraft[]) =>
    processModel({
      nodes: {
        start: 'startEvent',
        twice: ['task', { completionQuantity: 2 }],
        join: 'inclusiveGateway',
        heard: ['intermediateCatchEvent', { triggers: [signal('s')] }],
        beside: 'task',
        ...nodes,
      },
      flows: [
        ['start', 'twice'],
        ['start', 'heard'],
        ['twice', 'join'],
        ['heard', 'join'],
        ['heard', 'beside'],
        ...flows,
      ],
    });
  const wordsOf = (model: ProcessModel, run: Run) =>
    trace(model, run).filter((word) => /^[+-](join|beside)/.test(word));

  it('several sets of tokens at an inclusive join are all taken at the turn of the join, before the next element acts', () => {
    const waiting = surplus({}, []);
    const run = raise(waiting, started(waiting), 's');
    expect(wordsOf(waiting, run)).toEqual(['+beside', '+join', '-join', '+join', '-join', '-beside']);
  });

  it('several sets of tokens at an inclusive join are all taken at one turn also where all that arrived was used up', () => {
    const other = { other: ['intermediateCatchEvent', { triggers: [signal('s')] }] } as const;
    const waiting = surplus(other, [
      ['start', 'other'],
      ['other', 'join'],
    ]);
    const run = raise(waiting, started(waiting), 's');
    expect(wordsOf(waiting, run)).toEqual(['+beside', '+join', '-join', '+join', '-join', '-beside']);
  });

  it('several sets of tokens at an inclusive join are not taken before the token of the last set has come round', () => {
    const around = surplus(
      { round: 'userTask', choice: ['exclusiveGateway', { defaultTo: 'round' }], last: 'userTask' },
      [
        ['join', 'choice'],
        ['choice', 'round'],
        ['choice', 'last', variable('over')],
        ['round', 'join'],
      ],
    );
    const run = raise(around, started(around, { variables: { over: false } }), 's');
    expect(placesSorted(around, run)).toEqual(['join', 'round']);
    const over = complete(around, run, 'round', { over: true });
    expect([placesSorted(around, over), firings(around, over, 'join')]).toEqual([['last'], 2]);
  });
});

describe('an inclusive join without way out', () => {
  it('ends its tokens, and with them the scope that it lies in', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: 'subProcess',
        begin: ['startEvent', { in: 'sub' }],
        a: ['task', { in: 'sub' }],
        b: ['userTask', { in: 'sub' }],
        choice: ['exclusiveGateway', { in: 'sub', defaultTo: 'away' }],
        away: ['endEvent', { in: 'sub' }],
        join: ['inclusiveGateway', { in: 'sub' }],
        last: 'userTask',
      },
      flows: [
        ['start', 'sub'],
        ['begin', 'a'],
        ['begin', 'b'],
        ['a', 'join'],
        ['b', 'choice'],
        ['choice', 'join', variable('join')],
        ['choice', 'away'],
        ['sub', 'last'],
      ],
    });
    const run = complete(model, started(model), 'b', { join: false });
    expect(places(model, run.state)).toEqual(['last']);
    expect(trace(model, run)).toContain('+join');
  });
});

describe('a failure of an inclusive join', () => {
  it('a failure of an inclusive join found at rest becomes an incident of its token, which tries again', () => {
    const model = processModel({
      onFailure: 'INCIDENT',
      nodes: {
        start: 'startEvent',
        a: 'task',
        b: 'userTask',
        choice: ['exclusiveGateway', { defaultTo: 'away' }],
        away: 'userTask',
        join: 'inclusiveGateway',
        last: 'userTask',
      },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'join'],
        ['b', 'choice'],
        ['choice', 'join', variable('join')],
        ['choice', 'away'],
        ['join', 'last', variable('goes')],
      ],
    });
    const failed = complete(model, started(model), 'b', { join: false, goes: false });
    expect(placesSorted(model, failed)).toEqual(['away', 'join']);
    expect(failed.state.waits).toMatchObject([{ kind: 'incident', failure: { code: 'NO_FLOW_SELECTED' } }]);
    const wait = failed.state.waits[0]!.number;
    const variables = { goes: true };
    const again = after(model, failed, { kind: 'retry-incident', at: 3, actor: 'op', wait, variables });
    expect(placesSorted(model, again)).toEqual(['away', 'last']);
  });
});
