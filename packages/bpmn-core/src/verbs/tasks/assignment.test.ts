// These tests look at claim and unclaim: who has the task, since when, and that nothing to do changes nothing.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../contract/commands/commands.ts';
import { step } from '../../step.ts';
import { constant, processModel } from '../../testing/model-builder.ts';
import { after, started } from '../../testing/run.ts';

const model = processModel({
  nodes: {
    start: 'startEvent',
    review: ['userTask', { userTask: { candidateGroups: [constant('clerks')] } }],
    other: 'userTask',
  },
  flows: [
    ['start', 'review'],
    ['start', 'other'],
  ],
});

const TASK = started(model).state.tasks[0]!.number;

function claim(assignee: string, at = 2_000): Command {
  return { kind: 'claim-task', at, actor: assignee, task: TASK, assignee };
}

const unclaim: Command = { kind: 'unclaim-task', at: 3_000, actor: 'bob', task: TASK };

describe('a claim', () => {
  it('gives the task to the person, with the time and a new version, and leaves the others', () => {
    const before = started(model);
    const run = after(model, before, claim('bob'));
    expect(run.state.tasks[0]).toEqual({ ...before.state.tasks[0], assignee: 'bob', claimedAt: 2_000, version: 2 });
    expect(run.state.tasks[1]).toBe(before.state.tasks[1]);
    expect(run.records[1]!.events).toEqual([['u', TASK, 'bob', null]]);
    expect(run.effects).toEqual([{ kind: 'update-task', task: run.state.tasks[0] }]);
  });

  it('a claim by the same person again changes nothing: the state is the same object', () => {
    const run = after(model, started(model), claim('bob'));
    const again = step(model, run.state, claim('bob', 9_000));
    expect(again).toEqual({ outcome: 'done', state: run.state, history: [], effects: [] });
    expect(again.outcome === 'done' && again.state).toBe(run.state);
  });

  it('a claim by another person records from whom it went', () => {
    const run = after(model, after(model, started(model), claim('bob')), claim('eve', 4_000));
    expect(run.records[2]!.events).toEqual([['u', TASK, 'eve', 'bob']]);
    expect(run.state.tasks[0]).toMatchObject({ assignee: 'eve', claimedAt: 4_000, version: 3 });
  });

  it('a claim of a task that is not open is refused', () => {
    const { state } = started(model);
    for (const kind of ['claim-task', 'unclaim-task'] as const) {
      const command: Command = { kind, at: 1, actor: 'bob', task: 99, assignee: 'bob' };
      expect(step(model, state, command)).toEqual({ outcome: 'refused', code: 'TASK_NOT_OPEN' });
    }
  });
});

describe('giving a task back', () => {
  it('takes assignee and claim time, and keeps the candidates', () => {
    const run = after(model, after(model, started(model), claim('bob')), unclaim);
    expect(run.state.tasks[0]).toMatchObject({
      assignee: null,
      claimedAt: null,
      version: 3,
      candidateGroups: ['clerks'],
    });
    expect(run.records[2]!.events).toEqual([['u', TASK, null, 'bob']]);
  });

  it('giving a task back of a task that is nobody’s changes nothing: the state is the same object', () => {
    const { state } = started(model);
    const result = step(model, state, unclaim);
    expect(result).toEqual({ outcome: 'done', state, history: [], effects: [] });
    expect(result.outcome === 'done' && result.state).toBe(state);
  });
});
