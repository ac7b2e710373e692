// These tests look at standard loops: when the condition is asked, how often the body runs, and what it sees.

import { describe, expect, it } from 'vitest';
import type { StandardLoopModel } from '../../model/activity-model.ts';
import { standardLoop } from '../../testing/loops.ts';
import { computed, constant, processModel, variable } from '../../testing/model-builder.ts';
import { stoppedInside } from '../../testing/nesting.ts';
import { raise } from '../../testing/occurrences.ts';
import { complete, places, type Run, started, startResult, trace } from '../../testing/run.ts';
import { signal } from '../../testing/triggers.ts';

function looped(loop: Partial<StandardLoopModel>) {
  return processModel({
    nodes: { start: 'startEvent', work: ['userTask', { loop: standardLoop(loop) }], after: 'userTask' },
    flows: [
      ['start', 'work'],
      ['work', 'after'],
    ],
  });
}

const go = variable('go');

describe('a standard loop', () => {
  it('does its body first and then asks, where it tests after', () => {
    const model = looped({ condition: go });
    const once = started(model, { variables: { go: false } });
    expect(places(model, once.state)).toEqual(['work', 'work']);
    expect(places(model, complete(model, once, 'work').state)).toEqual(['after']);
    const twice = complete(model, once, 'work', { go: true });
    expect(places(model, twice.state)).toEqual(['work', 'work']);
    expect(places(model, complete(model, twice, 'work', { go: false }).state)).toEqual(['after']);
  });

  it('asks first, where it tests before', () => {
    const model = looped({ condition: go, testBefore: true });
    expect(places(model, started(model, { variables: { go: false } }).state)).toEqual(['after']);
    const run = started(model, { variables: { go: true } });
    expect(places(model, run.state)).toEqual(['work', 'work']);
    expect(places(model, complete(model, run, 'work', { go: false }).state)).toEqual(['after']);
  });

  it.each([
    [false, 0, 0],
    [false, 1, 1],
    [false, 3, 3],
    [true, 2, 2],
  ])('a standard loop with testBefore %j runs at most %i times', (testBefore, maximum, expected) => {
    const model = looped({ testBefore, maximum: constant(maximum) });
    let run = started(model);
    let count = 0;
    for (; places(model, run.state).includes('work'); count++) run = complete(model, run, 'work');
    expect(count).toBe(expected);
  });

  it('counts from zero inside, and the iterations done around them', () => {
    const seen = computed('loopCounter < 2', (context) => (context.variable('loopCounter') as number) < 2);
    const model = looped({ condition: seen });
    const counter = (run: Run) =>
      run.state.scopes.find(({ token }) => token === run.state.tasks[0]!.token)!.variables.loopCounter;
    const first = started(model);
    const second = complete(model, first, 'work');
    expect([counter(first), counter(second)]).toEqual([0, 1]);
    expect(places(model, complete(model, second, 'work').state)).toEqual(['after']);
    expect(second.state.variables).toEqual({});
  });

  it('a standard loop without condition and maximum never ends: BURST_LIMIT where nothing waits', () => {
    const model = processModel({
      nodes: { start: 'startEvent', work: ['task', { loop: standardLoop() }] },
      flows: [['start', 'work']],
    });
    expect(startResult(model, { limits: { burstSteps: 200 } })).toMatchObject({ failure: { code: 'BURST_LIMIT' } });
  });

  it('a standard loop with a condition that is no boolean fails', () => {
    const result = startResult(looped({ condition: constant('yes'), testBefore: true }));
    expect(result).toMatchObject({ failure: { code: 'EXPRESSION_FAILED', elementId: 'work' } });
  });

  it('a standard loop of a sub-process begins a new scope each time', () => {
    const model = stoppedInside(['subProcess', { loop: standardLoop({ maximum: constant(2) }) }]);
    const second = complete(model, started(model), 'a');
    expect(places(model, second.state).sort()).toEqual(['a', 'b', 'sub', 'sub']);
    expect(places(model, complete(model, second, 'a').state)).toEqual(['after']);
  });

  it('is ended whole by a boundary event, which is armed once around it', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['userTask', { loop: standardLoop() }],
        stop: ['boundaryEvent', { on: 'work', triggers: [signal('stop')] }],
        away: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['stop', 'away'],
      ],
    });
    const run = complete(model, started(model), 'work');
    expect(run.state.waits).toHaveLength(1);
    expect(places(model, raise(model, run, 'stop').state)).toEqual(['away']);
  });

  it('sends its completion quantity once', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['task', { loop: standardLoop({ maximum: constant(3) }), completionQuantity: 2 }],
        after: 'task',
      },
      flows: [
        ['start', 'work'],
        ['work', 'after'],
      ],
    });
    expect(trace(model, started(model)).filter((word) => word === 'work-after')).toHaveLength(2);
  });
});
