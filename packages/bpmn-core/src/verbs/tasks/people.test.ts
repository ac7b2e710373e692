// These tests look at people who are renamed or gone: what follows in the instance, and what stays.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../contract/commands/commands.ts';
import { BARE_HOST, type Host } from '../../contract/host.ts';
import { activitiesOf } from '../../reading/activities.ts';
import { closedTask } from '../../reading/closed-task.ts';
import { timelineOf } from '../../reading/timeline.ts';
import { step } from '../../step.ts';
import { changed, openTasks, taskAt } from '../../testing/changes.ts';
import { computed, constant, processModel } from '../../testing/model-builder.ts';
import { after, complete, type Run, started } from '../../testing/run.ts';
import { listener } from '../../testing/task-listeners.ts';

const host: Host = { ...BARE_HOST, foldName: (name) => name.toLowerCase() };

const nameStarter = computed('starter', (context) => {
  context.setVariable('starter', context.initiator);
  return null;
});

const model = processModel({
  nodes: {
    start: 'startEvent',
    first: ['userTask', { userTask: { assignee: constant('Bob') } }],
    review: ['userTask', { userTask: { assignee: constant('bob'), owner: constant('eve') } }],
    shared: [
      'userTask',
      {
        userTask: { candidateUsers: [constant('bob'), constant('eve')] },
        listeners: [{ event: 'complete', expression: nameStarter, script: null }],
      },
    ],
    team: [
      'userTask',
      {
        userTask: { assignee: constant('BOB'), candidateGroups: [constant('clerks')] },
        listeners: [listener('update', 'updates'), listener('assignment', 'assignments')],
      },
    ],
    alone: ['userTask', { userTask: { assignee: constant('bob'), candidateUsers: [constant('Bob')] } }],
  },
  flows: [
    ['start', 'first'],
    ['first', 'review'],
    ['first', 'shared'],
    ['first', 'team'],
    ['first', 'alone'],
  ],
});

const asked = (command: object): Command => ({ at: 3_000, actor: null, ...command }) as Command;
const rename = (from: string, to: string) => asked({ kind: 'rename-user', from, to });
const release = (user: string) => asked({ kind: 'release-tasks', user });

/** The first task is done, by the person who is renamed or gone. */
function running(facts = { startUserId: 'bob' }): Run {
  const run = started(model, { facts, host });
  const command = { kind: 'complete-task', at: 2_000, actor: 'bob', task: taskAt(model, run, 'first'), variables: {} };
  return after(model, run, command as Command, host);
}

describe('a renamed user', () => {
  it('has his tasks, as assignee, owner, candidate and watcher, under the new name, each a version on', () => {
    const link = { type: 'watcher', holder: 'user', name: 'eve' } as const;
    const watched = after(
      model,
      running(),
      asked({ kind: 'update-task', task: taskAt(model, running(), 'shared'), changes: { addedLinks: [link] } }),
      host,
    );
    const run = after(model, after(model, watched, rename('bob', 'robert'), host), rename('EVE', 'eva'), host);
    expect(
      run.state.tasks.map(({ assignee, owner, candidateUsers, links }) => [assignee, owner, candidateUsers, links]),
    ).toEqual([
      ['robert', 'eva', [], []],
      [null, null, ['robert', 'eva'], [{ ...link, name: 'eva' }]],
      ['robert', null, [], []],
      ['robert', null, ['robert'], []],
    ]);
    expect(run.state.tasks.map(({ version }) => version)).toEqual([3, 4, 2, 2]);
  });

  it('is reported with all names that he bore, and neither listeners nor the past hear of it', () => {
    const before = running();
    const run = after(model, before, rename('bob', 'robert'), host);
    expect(run.records.at(-1)!.events).toEqual([['N', ['bob', 'BOB', 'Bob'], 'robert']]);
    expect(run.state.variables).toEqual(before.state.variables);
    expect(timelineOf(model, run.records).at(-1)).toMatchObject({
      kind: 'user-renamed',
      elementId: null,
      detail: { from: ['bob', 'BOB', 'Bob'], to: 'robert' },
    });
    const people = activitiesOf(model, run.records).flatMap(({ task, assignee }) => (task === null ? [] : [assignee]));
    expect(people).toEqual(['Bob', 'robert', null, 'robert', 'robert']);
    const done = complete(model, run, 'shared');
    expect(closedTask(done.records, taskAt(model, run, 'shared'))).toMatchObject({ candidateUsers: ['robert', 'eve'] });
  });

  it('is still who started the instance: expressions and the rows of the instance follow', () => {
    const run = after(model, running(), rename('bob', 'robert'), host);
    expect(run.state.facts.startUserId).toBe('robert');
    expect(complete(model, run, 'shared', {}, host).state.variables.starter).toBe('robert');
    expect(run.effects[0]).toEqual({ kind: 'update-instance', facts: run.state.facts });
    expect(run.effects.slice(1)).toEqual(run.state.tasks.map((task) => ({ kind: 'update-task', task })));
    const other = after(model, running({ startUserId: 'ada' }), rename('bob', 'robert'), host);
    expect(other.effects.some(({ kind }) => kind === 'update-instance')).toBe(false);
  });

  it('takes back what he completed under the old name, and gets what is returned to him', () => {
    const run = after(model, running(), rename('bob', 'robert'), host);
    const withdrawn = changed(model, run, { kind: 'withdraw', task: 4 }, 'robert', host).run;
    expect(openTasks(model, withdrawn)).toEqual(['first:robert']);
    const task = taskAt(model, run, 'shared');
    const returned = changed(model, run, { kind: 'return', task }, 'op', host).run;
    expect(openTasks(model, returned)).toEqual(['first:robert']);
  });

  it('changes nothing where he is not: the state is the same object; a name that only looks like his stays', () => {
    const { state } = running();
    for (const command of [rename('nobody', 'robert'), rename('bo', 'robert')]) {
      const result = step(model, state, command, host);
      expect(result).toEqual({ outcome: 'done', state, history: [], effects: [] });
    }
    const exact = step(model, state, rename('bob', 'robert'));
    expect(exact.outcome === 'done' && exact.history).toEqual([['N', ['bob'], 'robert']]);
  });

  it('may have the name of another person: lists name him once', () => {
    const run = after(model, running(), rename('eve', 'bob'), host);
    expect(run.state.tasks[1]!.candidateUsers).toEqual(['bob']);
  });

  it('follows in an instance that is suspended; one that has ended refuses', () => {
    const suspended = after(model, running(), asked({ kind: 'suspend' }), host);
    expect(after(model, suspended, rename('bob', 'robert'), host).state.tasks[0]!.assignee).toBe('robert');
    const ended = after(model, running(), asked({ kind: 'cancel' }), host);
    expect(step(model, ended.state, rename('bob', 'x'))).toEqual({ outcome: 'refused', code: 'INSTANCE_ENDED' });
  });
});

describe('the tasks of a person who is gone', () => {
  it('are nobody’s where others can take them; those that are his alone stay', () => {
    const before = running();
    const run = after(model, before, release('bob'), host);
    expect(openTasks(model, run)).toEqual(['review:bob', 'shared', 'team', 'alone:bob']);
    const { number } = run.state.tasks[2]!;
    expect(run.records.at(-1)!.events[0]).toEqual(['u', number, null, 'BOB']);
    expect(run.state.variables).toEqual({ ...before.state.variables, updates: 1 });
    expect(run.effects).toEqual([{ kind: 'update-task', task: run.state.tasks[2] }]);
  });

  it('are freed of a delegation to him', () => {
    const task = taskAt(model, running(), 'shared');
    const delegated = after(model, running(), asked({ kind: 'delegate-task', task, user: 'bob' }), host);
    expect(after(model, delegated, release('bob'), host).state.tasks[1]).toMatchObject({
      assignee: null,
      delegation: null,
    });
  });

  it('are released in a suspended instance, and none of them changes nothing', () => {
    const suspended = after(model, running(), asked({ kind: 'suspend' }), host);
    expect(openTasks(model, after(model, suspended, release('BOB'), host))).toContain('team');
    const { state } = running();
    expect(step(model, state, release('ada'), host)).toEqual({ outcome: 'done', state, history: [], effects: [] });
    const ended = after(model, running(), asked({ kind: 'cancel' }), host);
    expect(step(model, ended.state, release('bob'), host)).toMatchObject({ outcome: 'done', history: [] });
  });
});
