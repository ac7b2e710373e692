// These tests look at none end events: the token ends, the instance when it was the last.
import { describe, expect, it } from 'vitest';
import { constant, processModel } from '../../testing/model-builder.ts';
import { complete, places, started, trace } from '../../testing/run.ts';

const model = processModel({
  nodes: { start: 'startEvent', wait: 'userTask', done: 'endEvent', later: 'endEvent' },
  flows: [
    ['start', 'done'],
    ['start', 'wait'],
    ['wait', 'later'],
  ],
});

describe('a none end event', () => {
  it('ends its token and leaves the others alone', () => {
    const run = started(model);
    expect(places(model, run.state)).toEqual(['wait']);
    expect(run.effects.map((effect) => effect.kind)).toEqual(['create-task']);
  });

  it('ends the instance as completed with the last token', () => {
    const run = complete(model, started(model), 'wait');
    expect(run.state.tokens).toEqual([]);
    expect(run.effects).toContainEqual({ kind: 'end', endState: 'COMPLETED' });
    expect(trace(model, run)).toEqual(['-wait', 'wait-later', '+later', '-later', 'end']);
  });

  it('is remembered in the order in which the ends were reached', () => {
    expect(complete(model, started(model), 'wait').state.endElementIds).toEqual(['done', 'later']);
  });

  it('is remembered once however often it is reached, so that a loop does not grow the state', () => {
    const loop = processModel({
      nodes: { start: 'startEvent', merge: 'exclusiveGateway', wait: 'userTask', done: 'endEvent' },
      flows: [
        ['start', 'merge'],
        ['merge', 'wait'],
        ['wait', 'merge'],
        ['wait', 'done', constant(true)],
      ],
    });
    let run = started(loop);
    for (let round = 0; round < 3; round++) run = complete(loop, run, 'wait');
    expect(run.state.endElementIds).toEqual(['done']);
  });

  it('starts once per token that arrives', () => {
    const twice = processModel({
      nodes: { start: 'startEvent', a: 'task', b: 'task', done: 'endEvent' },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
        ['a', 'done'],
        ['b', 'done'],
      ],
    });
    expect(trace(twice, started(twice)).filter((word) => word === '+done')).toHaveLength(2);
  });
});
