// These tests look at the update of an open task: what it changes, who hears of it, and what no task can hold.
import { describe, expect, it } from 'vitest';
import type { TaskUpdate } from '../../contract/commands/task-commands.ts';
import type { TaskLink } from '../../contract/open-task.ts';
import { timelineOf } from '../../reading/timeline.ts';
import { step } from '../../step.ts';
import { computed, constant, processModel } from '../../testing/model-builder.ts';
import { after, type Run, started } from '../../testing/run.ts';
import { listener } from '../../testing/task-listeners.ts';

const model = processModel({
  nodes: {
    start: 'startEvent',
    review: ['userTask', { name: 'Review', userTask: { candidateUsers: [constant('bob'), constant('eve')] } }],
  },
  flows: [['start', 'review']],
});
const TASK = started(model).state.tasks[0]!.number;

function update(changes: TaskUpdate) {
  return { kind: 'update-task', at: 2_000, actor: 'op', task: TASK, changes } as const;
}

function updated(changes: TaskUpdate, run: Run = started(model)): Run {
  return after(model, run, update(changes));
}

const watcher = (name: string): TaskLink => ({ type: 'watcher', holder: 'user', name });
const candidate = (name: string, holder: TaskLink['holder'] = 'user'): TaskLink => ({
  type: 'candidate',
  holder,
  name,
});

describe('an update of a task', () => {
  it('changes what it names, leaves the rest, and makes one new version', () => {
    const before = started(model);
    const changes = {
      name: ' Look ',
      description: 'Twice',
      category: 'legal',
      priority: 80,
      dueAt: 9_000,
      followUpAt: 8_000,
    };
    const run = updated(changes, before);
    expect(run.state.tasks[0]).toEqual({ ...before.state.tasks[0], ...changes, name: 'Look', version: 2 });
    expect(run.effects).toEqual([{ kind: 'update-task', task: run.state.tasks[0] }]);
    expect(run.records[1]!.events).toEqual([
      [
        'U',
        TASK,
        { ...changes, name: 'Look' },
        { name: 'Review', description: null, category: null, priority: 50, dueAt: null, followUpAt: null },
      ],
    ]);
    expect(updated({ name: '  ', dueAt: null }, run).state.tasks[0]).toMatchObject({
      name: null,
      dueAt: null,
      version: 3,
    });
  });

  it('an update of a task to what it is already changes nothing: the state is the same object', () => {
    const { state } = started(model);
    const same = {
      name: 'Review',
      priority: 50,
      assignee: null,
      addedLinks: [candidate('bob')],
      removedLinks: [watcher('x')],
    };
    const result = step(model, state, update(same));
    expect(result).toEqual({ outcome: 'done', state, history: [], effects: [] });
    expect(result.outcome === 'done' && result.state).toBe(state);
  });

  it('gives the task to a person and takes it out of his hands, with no time of a claim', () => {
    const given = updated({ assignee: 'carl' });
    expect(given.state.tasks[0]).toMatchObject({ assignee: 'carl', claimedAt: null, version: 2 });
    expect(given.records[1]!.events).toEqual([['u', TASK, 'carl', null]]);
    expect(updated({ assignee: null }, given).state.tasks[0]).toMatchObject({ assignee: null, version: 3 });
  });

  it('adds and removes candidates and watchers; history tells what came and what went', () => {
    const first = updated({
      addedLinks: [candidate('clerks', 'group'), watcher('dan'), watcher('dan'), watcher('fay')],
    });
    expect(first.state.tasks[0]).toMatchObject({
      candidateGroups: ['clerks'],
      links: [watcher('dan'), watcher('fay')],
    });
    const run = updated({ addedLinks: [candidate('carl')], removedLinks: [candidate('bob'), watcher('dan')] }, first);
    expect(run.state.tasks[0]).toMatchObject({ candidateUsers: ['eve', 'carl'], links: [watcher('fay')], version: 3 });
    expect(run.records[2]!.events).toEqual([
      ['U', TASK, { candidateUsers: ['carl'], links: [] }, { candidateUsers: ['bob'], links: [watcher('dan')] }],
    ]);
    expect(timelineOf(model, run.records).at(-1)).toMatchObject({
      kind: 'task-updated',
      detail: { task: TASK, taskState: 'UNASSIGNED', changes: { candidateUsers: ['carl'] } },
    });
  });

  it('an update of a task that is not open is refused', () => {
    const result = step(model, started(model).state, { ...update({}), task: 99 });
    expect(result).toEqual({ outcome: 'refused', code: 'TASK_NOT_OPEN' });
  });

  it.each([
    ['a name of 256 characters', { name: 'x'.repeat(256) }],
    ['a description of 4,001 characters', { description: 'x'.repeat(4_001) }],
    ['a priority of 101', { priority: 101 }],
    ['a priority of 1.5', { priority: 1.5 }],
    ['501 watchers', { addedLinks: Array.from({ length: 501 }, (_, index) => watcher(`w${index}`)) }],
    ['501 candidates', { addedLinks: Array.from({ length: 499 }, (_, index) => candidate(`c${index}`)) }],
  ])('an update of a task fails with %s, and nothing has changed', (_, changes) => {
    expect(step(model, started(model).state, update(changes))).toMatchObject({
      outcome: 'failed',
      failure: { code: 'LIMIT_EXCEEDED' },
    });
  });
});

describe('the listeners of a task', () => {
  const heard = processModel({
    nodes: {
      start: 'startEvent',
      review: ['userTask', { listeners: [listener('update', 'updates'), listener('assignment', 'assignments')] }],
    },
    flows: [['start', 'review']],
  });

  it('hear one update of a task for all that it changes, and an assignment only where a person got it', () => {
    const first = started(heard);
    const task = first.state.tasks[0]!.number;
    const give = (run: Run, changes: TaskUpdate) => after(heard, run, { ...update(changes), task });
    const named = give(first, { name: 'Look', priority: 1, addedLinks: [watcher('dan')] });
    expect(named.state.variables).toEqual({ updates: 1 });
    const assigned = give(named, { name: 'Again', assignee: 'carl' });
    expect(assigned.state.variables).toEqual({ updates: 2, assignments: 1 });
    expect(give(assigned, { assignee: null }).state.variables).toEqual({ updates: 3, assignments: 1 });
  });

  it('may change the task themselves, each change a version and an entry of the history', () => {
    const raising = computed('raise', (context) => {
      context.changeTask({ field: 'priority', value: 99 });
      return null;
    });
    const raised = processModel({
      nodes: {
        start: 'startEvent',
        review: ['userTask', { listeners: [{ event: 'update', expression: raising, script: null }] }],
      },
      flows: [['start', 'review']],
    });
    const run = started(raised);
    const changed = after(raised, run, { ...update({ name: 'Look' }), task: run.state.tasks[0]!.number });
    expect(changed.state.tasks[0]).toMatchObject({ name: 'Look', priority: 99, version: 3 });
    expect(changed.records[1]!.events.map((event) => event[2])).toEqual([{ name: 'Look' }, { priority: 99 }]);
    expect(changed.effects).toEqual([{ kind: 'update-task', task: changed.state.tasks[0] }]);
  });
});

describe('the event listeners of a process', () => {
  it('hear of a task that is assigned while it is open, though nobody listens to the task itself', () => {
    const events = ['TASK_ASSIGNED'];
    const eventListeners = [{ events, throws: 'signal', name: constant('given') } as const];
    const listening = { ...model, eventListeners };
    const run = started(listening);
    const changed = after(listening, run, update({ assignee: 'carl' }));
    expect(changed.records[1]!.events).toContainEqual(['g', expect.any(Number), 'given']);
  });
});
