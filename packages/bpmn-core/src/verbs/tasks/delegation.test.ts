// These tests look at delegation: to whom a task goes and comes back, what is refused meanwhile, and what ends it.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../contract/commands/commands.ts';
import { timelineOf } from '../../reading/timeline.ts';
import { step } from '../../step.ts';
import { constant, processModel } from '../../testing/model-builder.ts';
import { after, type Run, started } from '../../testing/run.ts';
import { listener } from '../../testing/task-listeners.ts';

const model = processModel({
  nodes: { start: 'startEvent', review: ['userTask', { userTask: { assignee: constant('bob') } }] },
  flows: [['start', 'review']],
});
const TASK = started(model).state.tasks[0]!.number;

type Asked = Command extends infer C ? (C extends Command ? Omit<C, 'at' | 'actor' | 'task'> : never) : never;

function asked(input: Asked, task = TASK): Command {
  return { at: 2_000, actor: 'bob', task, ...input } as Command;
}

const delegate = (user: string) => asked({ kind: 'delegate-task', user });
const resolve = (variables = {}) => asked({ kind: 'resolve-task', variables });
const delegated = (run = started(model), user = 'carl') => after(model, run, delegate(user));

describe('a delegation', () => {
  it('makes the assignee the owner and the other the assignee, in one version', () => {
    const run = delegated();
    expect(run.state.tasks[0]).toMatchObject({ owner: 'bob', assignee: 'carl', delegation: 'PENDING', version: 2 });
    expect(run.records[1]!.events).toEqual([
      ['U', TASK, { owner: 'bob', delegation: 'PENDING' }, { owner: null, delegation: null }],
      ['u', TASK, 'carl', 'bob'],
    ]);
    expect(run.effects).toEqual([{ kind: 'update-task', task: run.state.tasks[0] }]);
  });

  it('keeps the owner that there is, also when the task is handed on', () => {
    expect(delegated(delegated(), 'dan').state.tasks[0]).toMatchObject({ owner: 'bob', assignee: 'dan', version: 3 });
    const { state } = delegated();
    expect(step(model, state, delegate('carl'))).toEqual({ outcome: 'done', state, history: [], effects: [] });
  });

  it('ends when the task is resolved: variables are written and the owner has it back', () => {
    const run = after(model, delegated(), resolve({ found: 3 }));
    expect(run.state.tasks[0]).toMatchObject({ owner: 'bob', assignee: 'bob', delegation: 'RESOLVED', version: 3 });
    expect(run.state.variables).toEqual({ found: 3 });
    const completed = after(model, run, asked({ kind: 'complete-task', variables: {} }));
    expect(completed.state.tasks).toEqual([]);
    const kinds = timelineOf(model, completed.records).flatMap(({ kind, detail }) =>
      kind.startsWith('task-') ? [`${kind} ${detail.taskState}`] : [],
    );
    expect(kinds).toEqual([
      'task-created ASSIGNED',
      'task-delegated DELEGATED',
      'task-assigned DELEGATED',
      'task-resolved ASSIGNED',
      'task-assigned ASSIGNED',
      'task-completed COMPLETED',
    ]);
  });

  it('leaves completing, claiming and giving back to nobody', () => {
    const { state } = delegated();
    const commands: Asked[] = [
      { kind: 'complete-task', variables: {} },
      { kind: 'complete-task', variables: {}, claimant: 'eve' },
      { kind: 'claim-task', assignee: 'eve' },
      { kind: 'claim-task', assignee: 'carl' },
      { kind: 'unclaim-task' },
    ];
    for (const command of commands) {
      expect(step(model, state, asked(command))).toEqual({ outcome: 'refused', code: 'TASK_DELEGATED' });
    }
  });

  it.each([['eve'], ['carl'], [null]])('ends when the task is assigned to %s', (assignee) => {
    const run = after(model, delegated(), asked({ kind: 'update-task', changes: { assignee } }));
    expect(run.state.tasks[0]).toMatchObject({ assignee, owner: 'bob', delegation: null, version: 3 });
  });

  it('that is resolved ends when the task is claimed, on the way to its completion too', () => {
    const resolved = after(model, delegated(), resolve());
    const claimed = after(model, resolved, asked({ kind: 'claim-task', assignee: 'eve' }));
    expect(claimed.state.tasks[0]).toMatchObject({ assignee: 'eve', delegation: null });
    const completed = after(model, resolved, asked({ kind: 'complete-task', variables: {}, claimant: 'eve' }));
    expect(completed.records.at(-1)!.events.slice(0, 3)).toEqual([
      ['U', TASK, { delegation: null }, { delegation: 'RESOLVED' }],
      ['u', TASK, 'eve', 'bob'],
      ['d', TASK, 'eve'],
    ]);
  });

  it('of a task that is nobody’s gives it back to nobody', () => {
    const free = after(model, started(model), asked({ kind: 'unclaim-task' }));
    const run = delegated(free);
    expect(run.state.tasks[0]).toMatchObject({ owner: null, assignee: 'carl', delegation: 'PENDING' });
    const handedOn = after(model, run, delegate('dan'));
    expect(handedOn.state.tasks[0]).toMatchObject({ owner: null, assignee: 'dan', delegation: 'PENDING' });
    for (const each of [run, handedOn]) {
      expect(after(model, each, resolve()).state.tasks[0]).toMatchObject({ assignee: null, delegation: 'RESOLVED' });
    }
  });

  it('is refused where the task is not open, and its end where nobody delegated it or it has ended', () => {
    const { state } = started(model);
    for (const command of [delegate('carl'), resolve()]) {
      expect(step(model, state, { ...command, task: 99 } as Command)).toEqual({
        outcome: 'refused',
        code: 'TASK_NOT_OPEN',
      });
    }
    const refused = { outcome: 'refused', code: 'TASK_NOT_DELEGATED' };
    expect(step(model, state, resolve())).toEqual(refused);
    expect(step(model, after(model, delegated(), resolve()).state, resolve())).toEqual(refused);
  });

  it('is heard by the listeners of the task, there and back', () => {
    const heard = processModel({
      nodes: {
        start: 'startEvent',
        review: [
          'userTask',
          {
            userTask: { assignee: constant('bob') },
            listeners: [listener('update', 'updates'), listener('assignment', 'assignments')],
          },
        ],
      },
      flows: [['start', 'review']],
    });
    let run: Run = started(heard);
    const task = run.state.tasks[0]!.number;
    run = after(heard, run, asked({ kind: 'delegate-task', user: 'carl' }, task));
    expect(run.state.variables).toEqual({ assignments: 2, updates: 1 });
    run = after(heard, run, asked({ kind: 'resolve-task', variables: {} }, task));
    expect(run.state.variables).toEqual({ assignments: 3, updates: 2 });
  });
});
