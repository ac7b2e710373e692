// Listeners: when they run, in which order, what they see, and what those of tasks may change.
import { describe, expect, it } from 'vitest';
import type { Command } from '../contract/commands/commands.ts';
import type { ListenerEvent, ListenerModel } from '../model/activity-model.ts';
import type { ProcessModel } from '../model/process-model.ts';
import { compiled } from '../testing/expression-context.ts';
import { multiInstance } from '../testing/loops.ts';
import { constant, type NodeDraft, processModel } from '../testing/model-builder.ts';
import { raise } from '../testing/occurrences.ts';
import { after, complete, type Run, started, startResult } from '../testing/run.ts';
import { signal } from '../testing/triggers.ts';

function on(event: ListenerEvent, source: string): ListenerModel {
  return { event, expression: compiled(`\${${source}}`), script: null };
}

/** Adds a word to the variable `said`. */
function says(event: ListenerEvent, word = `${event}`): ListenerModel {
  return on(event, `execution.setVariable('said', said.concat('${word} '))`);
}

function tasked(listeners: readonly ListenerModel[], draft: NodeDraft = {}): ProcessModel {
  return processModel({
    nodes: { start: 'startEvent', work: ['userTask', { listeners, ...draft }], end: 'endEvent' },
    flows: [
      ['start', 'work'],
      ['work', 'end'],
    ],
  });
}

const begin = (model: ProcessModel) => started(model, { variables: { said: '' } });
const said = (run: Run) => String(run.state.variables.said).trim().split(' ');

function taskCommand(run: Run, fields: { kind: 'claim-task'; assignee: string } | { kind: 'unclaim-task' }): Command {
  return { at: 2_000, actor: 'bob', task: run.state.tasks[0]!.number, ...fields };
}

const ALL: readonly ListenerModel[] = (
  ['start', 'end', 'create', 'assignment', 'update', 'complete', 'delete'] as const
).map((event) => says(event));

describe('listeners of a user task', () => {
  it('listeners of a user task run around its life in order', () => {
    const model = tasked(ALL);
    const run = begin(model);
    expect(said(run)).toEqual(['start', 'create']);
    const claimed = after(model, run, taskCommand(run, { kind: 'claim-task', assignee: 'bob' }));
    expect(said(claimed)).toEqual(['start', 'create', 'update', 'assignment']);
    const released = after(model, claimed, taskCommand(claimed, { kind: 'unclaim-task' }));
    expect(said(released).slice(4)).toEqual(['update']);
    expect(said(complete(model, released, 'work')).slice(5)).toEqual(['complete', 'end']);
  });

  it('listeners of a user task hear the assignee of the model behind the creation', () => {
    expect(said(begin(tasked(ALL, { userTask: { assignee: constant('eve') } })))).toEqual([
      'start',
      'create',
      'assignment',
    ]);
  });

  it('listeners of a user task hear a claim that comes with the completion', () => {
    const model = tasked(ALL);
    const run = begin(model);
    const task = run.state.tasks[0]!.number;
    const command: Command = { kind: 'complete-task', at: 2, actor: 'bob', task, variables: {}, claimant: 'bob' };
    expect(said(after(model, run, command)).slice(2)).toEqual(['update', 'assignment', 'complete', 'end']);
  });

  it('listeners of a user task hear that it is deleted when its activity ends before its time', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['userTask', { listeners: ALL }],
        out: ['boundaryEvent', { on: 'work', triggers: [signal('out')] }],
      },
      flows: [['start', 'work']],
    });
    expect(said(raise(model, begin(model), 'out'))).toEqual(['start', 'create', 'delete']);
  });

  it('listeners of a user task of a loop run in each of its instances', () => {
    const run = begin(tasked([says('create')], { loop: multiInstance({ cardinality: constant(2) }) }));
    expect(said(run)).toEqual(['create', 'create']);
  });
});

describe('a listener that changes its task', () => {
  it('a listener that changes its task while it is created makes it so from its beginning', () => {
    const model = tasked(
      [
        on('create', "task.setAssignee('eve')"),
        on('create', "task.setName(task.assignee.concat('!'))"),
        on('create', 'task.setPriority(70)'),
        on('create', "task.addCandidateGroup('clerks')"),
        on('create', "task.addCandidateUser('max')"),
        on('create', "task.deleteCandidateGroup('all')"),
        on('create', "task.setDueDate('2026-01-01T00:00:00Z')"),
        on('create', "task.setOwner('ada')"),
      ],
      { userTask: { candidateGroups: [constant('all')] } },
    );
    const run = begin(model);
    expect(run.state.tasks).toMatchObject([
      {
        assignee: 'eve',
        name: 'eve!',
        owner: 'ada',
        priority: 70,
        candidateGroups: ['clerks'],
        candidateUsers: ['max'],
        dueAt: Date.UTC(2026, 0, 1),
        version: 1,
      },
    ]);
    expect(run.effects).toEqual([{ kind: 'create-task', task: run.state.tasks[0] }]);
    const told = run.records[0]!.events.filter(([kind]) => kind === 't' || kind === 'u');
    expect(told).toMatchObject([
      ['t', run.state.tasks[0]!.number, expect.any(Number), 'eve', ['max'], ['clerks'], 'ada'],
    ]);
  });

  it('a listener that changes its task later records whose it is, and tells the outside once of the last', () => {
    const model = tasked([on('update', "task.setAssignee('eve')"), on('update', 'task.setPriority(1)')]);
    const run = begin(model);
    const claimed = after(model, run, taskCommand(run, { kind: 'claim-task', assignee: 'bob' }));
    expect(claimed.state.tasks).toMatchObject([{ assignee: 'eve', priority: 1 }]);
    const number = run.state.tasks[0]!.number;
    expect(claimed.records.at(-1)!.events.filter(([kind]) => kind === 'u')).toEqual([
      ['u', number, 'bob', null],
      ['u', number, 'eve', 'bob'],
    ]);
    expect(claimed.effects).toEqual([{ kind: 'update-task', task: claimed.state.tasks[0] }]);
  });

  it('a listener that changes its task at its completion lets the history say who it was then', () => {
    const model = tasked([on('complete', "task.setAssignee('eve')")]);
    const run = complete(model, begin(model), 'work');
    expect(run.records.at(-1)!.events).toContainEqual(['d', expect.any(Number), 'eve']);
  });

  it.each([
    ['task.setPriority(101)', 'EXPRESSION_FAILED'],
    ["task.setDueDate('soon')", 'EXPRESSION_FAILED'],
    [`task.setName('${'x'.repeat(256)}')`, 'LIMIT_EXCEEDED'],
  ])('fails the step where it gives what a task cannot hold: %s', (source, code) => {
    expect(startResult(tasked([on('create', source)]))).toMatchObject({ failure: { code, elementId: 'work' } });
  });

  it('does nothing where there is none', () => {
    expect(startResult(tasked([on('start', "task.setAssignee('eve')")]))).toMatchObject({
      failure: { code: 'EXPRESSION_FAILED' },
    });
  });
});

describe('a local variable of a listener', () => {
  it('is seen by the activity and gone with it, and hides what lies outside', () => {
    const model = tasked([
      on('start', "execution.setVariableLocal('x', 'inner')"),
      on('create', "execution.setVariable('seen', x.concat(execution.getVariableLocal('x')))"),
      on('end', "execution.setVariable('outer', empty execution.getVariableLocal('y'))"),
    ]);
    const run = started(model, { variables: { x: 'outer', y: 1 } });
    expect(run.state.variables).toMatchObject({ x: 'outer', seen: 'innerinner' });
    expect(run.state.scopes).toMatchObject([{ variables: { x: 'inner' } }]);
    const done = complete(model, run, 'work');
    expect(done.state.variables).toMatchObject({ x: 'outer', outer: true });
    expect(done.state.scopes).toEqual([]);
  });

  it('a local variable of a listener of one instance of a loop is not seen by another', () => {
    const model = tasked(
      [
        on('create', "execution.setVariableLocal('mine', loopCounter)"),
        on('complete', "execution.setVariable('last', mine)"),
      ],
      { loop: multiInstance({ cardinality: constant(2) }) },
    );
    const run = started(model);
    const task = run.state.tasks[1]!.number;
    const done = after(model, run, { kind: 'complete-task', at: 2, actor: 'bob', task, variables: {} });
    expect(done.state.variables).toEqual({ last: 1 });
  });
});

describe('a setting in an expression', () => {
  const model = tasked([on('start', "execution.setVariable('host', setting('smtp.host'))")]);

  it('has the value that the host gives', () => {
    const setting = (code: string) => (code === 'smtp.host' ? 'mail' : undefined);
    expect(started(model, { host: { setting } }).state.variables).toEqual({ host: 'mail' });
  });

  it('a setting in an expression that is unknown fails', () => {
    expect(startResult(model)).toMatchObject({ failure: { message: expect.stringContaining('smtp.host') } });
  });
});
