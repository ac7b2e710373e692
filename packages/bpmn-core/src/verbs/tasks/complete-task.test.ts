// These tests look at completing a task: variables, who completed it, and tasks that are not open.
import { describe, expect, it } from 'vitest';
import type { CompleteTaskCommand } from '../../contract/commands/task-commands.ts';
import { step } from '../../step.ts';
import { computed, constant, processModel } from '../../testing/model-builder.ts';
import { after, complete, completion, started } from '../../testing/run.ts';

const model = processModel({
  nodes: {
    start: 'startEvent',
    review: ['userTask', { userTask: { candidateUsers: [constant('bob')] } }],
    pay: 'userTask',
  },
  flows: [
    ['start', 'review'],
    ['review', 'pay'],
  ],
});

describe('completing a task', () => {
  it('sets the variables, then records the completion, then moves the token', () => {
    const run = complete(model, started(model, { variables: { approved: false } }), 'review', {
      approved: true,
      note: 'ok',
    });
    expect(run.records[1]!.events.map((event) => event.join(' '))).toEqual([
      'v approved true false',
      'v note ok',
      'd 4 ',
      'c 3',
      'f 1',
      'a 5 2 1',
      't 6 5    ',
    ]);
    expect(run.state.variables).toEqual({ approved: true, note: 'ok' });
  });

  it('makes a candidate who completes it its assignee first', () => {
    const run = started(model);
    const command: CompleteTaskCommand = {
      kind: 'complete-task',
      at: 2_000,
      actor: 'bob',
      task: 4,
      variables: {},
      claimant: 'bob',
    };
    const done = after(model, run, command);
    expect(done.records[1]!.events.slice(0, 2)).toEqual([
      ['u', 4, 'bob', null],
      ['d', 4, 'bob'],
    ]);
    expect(done.effects[0]).toMatchObject({
      kind: 'close-task',
      task: { assignee: 'bob', claimedAt: 2_000, version: 2 },
    });
  });

  it('closes only this task', () => {
    const two = processModel({
      nodes: { start: 'startEvent', a: 'userTask', b: 'userTask' },
      flows: [
        ['start', 'a'],
        ['start', 'b'],
      ],
    });
    const run = complete(two, started(two), 'a');
    expect(run.state.tasks.map((task) => two.nodes[task.node]!.id)).toEqual(['b']);
    expect(run.effects).toHaveLength(1);
  });

  it('is refused for a task that is closed or was never there', () => {
    const run = started(model);
    const command = completion(model, run.state, 'review');
    const done = after(model, run, command);
    for (const again of [command, { ...command, task: 99 }]) {
      expect(step(model, done.state, again)).toEqual({ outcome: 'refused', code: 'TASK_NOT_OPEN' });
    }
  });

  it('leaves the state as it was when what follows fails', () => {
    const failing = processModel({
      nodes: { start: 'startEvent', review: 'userTask', end: 'endEvent' },
      flows: [
        ['start', 'review'],
        ['review', 'end', constant(false)],
      ],
    });
    const run = started(failing);
    const before = JSON.stringify(run.state);
    const result = step(failing, run.state, completion(failing, run.state, 'review', { a: 1 }));
    expect(result).toMatchObject({ outcome: 'failed', failure: { code: 'NO_FLOW_SELECTED', elementId: 'review' } });
    expect(JSON.stringify(run.state)).toBe(before);
    expect(step(failing, run.state, completion(failing, run.state, 'review')).outcome).toBe('failed');
  });
});

describe('variables of a completion', () => {
  const seen = (name: string) => computed(name, (context) => context.variable(name) ?? null);
  const parts = processModel({
    nodes: {
      start: 'startEvent',
      work: [
        'userTask',
        { activity: { outputParameters: [{ name: 'out', value: { kind: 'expression', expression: seen('own') } }] } },
      ],
      choice: ['exclusiveGateway', { defaultTo: 'b' }],
      a: 'userTask',
      b: 'userTask',
    },
    flows: [
      ['start', 'work'],
      ['work', 'choice'],
      ['choice', 'a', computed('passing', (context) => context.variable('passing') === true)],
      ['choice', 'b'],
    ],
  });

  it('variables of a completion that are local end with the activity, those that pass with the burst', () => {
    const run = started(parts);
    const task = run.state.tasks[0]!.number;
    const command: CompleteTaskCommand = {
      kind: 'complete-task',
      at: 2,
      actor: 'bob',
      task,
      variables: { kept: 1 },
      localVariables: { own: 2 },
      transientVariables: { passing: true },
    };
    const done = after(parts, run, command);
    expect(done.state.variables).toEqual({ kept: 1, out: 2 });
    expect(done.state.tasks.map(({ node }) => parts.nodes[node]!.id)).toEqual(['a']);
    expect(done.state.scopes).toEqual([]);
  });
});
