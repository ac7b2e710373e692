// User tasks: they open a task, wait, and go on when it is completed.
import { describe, expect, it } from 'vitest';
import { constant, processModel } from '../../testing/model-builder.ts';
import { complete, started, startResult, trace } from '../../testing/run.ts';

const model = processModel({
  nodes: { start: 'startEvent', review: ['userTask', { name: 'Review' }], done: 'endEvent' },
  flows: [
    ['start', 'review'],
    ['review', 'done'],
  ],
});

describe('a user task', () => {
  it('opens a task and waits in it', () => {
    const { state, effects, records } = started(model);
    expect(state.tokens).toEqual([
      { number: 1, node: 1, arrivedBy: 0, activity: 3, since: 1_000, scope: 0, role: 'flow', index: 0, origin: 0 },
    ]);
    expect(state.tasks).toEqual([
      {
        number: 4,
        token: 1,
        node: 1,
        name: 'Review',
        description: null,
        category: null,
        formKey: null,
        assignee: null,
        owner: null,
        candidateUsers: [],
        candidateGroups: [],
        links: [],
        delegation: null,
        priority: 50,
        dueAt: null,
        followUpAt: null,
        createdAt: 1_000,
        claimedAt: null,
        version: 1,
      },
    ]);
    expect(effects).toEqual([{ kind: 'create-task', task: state.tasks[0] }]);
    expect(records[0]!.events.at(-1)).toEqual(['t', 4, 3, null, [], [], null]);
  });

  it('goes on when it is completed', () => {
    const run = complete(model, started(model), 'review');
    expect(trace(model, run)).toEqual(['-review', 'review-done', '+done', '-done', 'end']);
    expect(run.state.tasks).toEqual([]);
    expect(run.effects[0]).toMatchObject({ kind: 'close-task', reason: 'COMPLETED', task: { number: 4 } });
  });

  it('opens one task for each token that arrives', () => {
    const twice = processModel({
      nodes: { start: 'startEvent', a: 'task', review: 'userTask' },
      flows: [
        ['start', 'review'],
        ['start', 'a'],
        ['a', 'review'],
      ],
    });
    expect(started(twice).state.tasks.map((task) => task.token)).toEqual([1, expect.any(Number)]);
  });

  it('opens a new task each time that a loop comes back', () => {
    const loop = processModel({
      nodes: { start: 'startEvent', merge: 'exclusiveGateway', review: 'userTask' },
      flows: [
        ['start', 'merge'],
        ['merge', 'review'],
        ['review', 'merge'],
      ],
    });
    const first = started(loop);
    const second = complete(loop, first, 'review');
    expect(second.state.tasks).toHaveLength(1);
    expect(second.state.tasks[0]!.number).toBeGreaterThan(first.state.tasks[0]!.number);
    expect(second.state.tasks[0]!.token).toBe(first.state.tasks[0]!.token);
  });

  it('leaves by every true conditional flow with its completion quantity', () => {
    const leaving = processModel({
      nodes: { start: 'startEvent', review: ['userTask', { completionQuantity: 2 }], a: 'endEvent', b: 'endEvent' },
      flows: [
        ['start', 'review'],
        ['review', 'a', constant(true)],
        ['review', 'b', constant(false)],
      ],
    });
    const run = complete(leaving, started(leaving), 'review');
    expect(trace(leaving, run).filter((word) => word.startsWith('review-'))).toEqual(['review-a', 'review-a']);
  });

  it('a user task whose people cannot be computed fails the command instead of opening a task for nobody', () => {
    const failing = processModel({
      nodes: { start: 'startEvent', review: ['userTask', { userTask: { assignee: constant(['ada']) } }] },
      flows: [['start', 'review']],
    });
    expect(startResult(failing)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'EXPRESSION_FAILED', elementId: 'review' },
    });
  });
});
