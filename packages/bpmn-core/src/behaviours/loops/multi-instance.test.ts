// These tests look at multi-instance activities: how many instances run and when, what each sees, and what they leave behind.

import { describe, expect, it } from 'vitest';
import type { MultiInstanceModel } from '../../model/activity-model.ts';
import type { ProcessModel } from '../../model/process-model.ts';
import { multiInstance } from '../../testing/loops.ts';
import { computed, constant, type NodeDraft, processModel, variable } from '../../testing/model-builder.ts';
import { stoppedInside } from '../../testing/nesting.ts';
import { raise } from '../../testing/occurrences.ts';
import { after, complete, places, type Run, started, startResult, trace } from '../../testing/run.ts';
import { signal } from '../../testing/triggers.ts';
import type { Value, Variables } from '../../values/values.ts';

function looped(loop: Partial<MultiInstanceModel>, draft: NodeDraft = {}): ProcessModel {
  return processModel({
    nodes: {
      start: 'startEvent',
      work: ['userTask', { loop: multiInstance(loop), ...draft }],
      after: 'userTask',
    },
    flows: [
      ['start', 'work'],
      ['work', 'after'],
    ],
  });
}

/** Lists what the innermost scope of each open task holds. */
function seenByTasks({ state }: Run): Variables[] {
  return state.tasks.map(({ token }) => state.scopes.find((scope) => scope.token === token)?.variables ?? {});
}

function counts({ state }: Run): Record<string, Value> {
  const body = state.scopes.find(({ loop }) => loop !== null)!.variables;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name.startsWith('nrOf')));
}

/** Completes the open task at this position, whichever element it belongs to. */
function completeAt(model: ProcessModel, run: Run, position: number, variables: Variables = {}): Run {
  const task = run.state.tasks[position]!.number;
  return after(model, run, { kind: 'complete-task', at: 2_000, actor: 'bob', task, variables });
}

describe('a parallel multi-instance activity', () => {
  it('opens all its instances at once, each with its counter, and goes on once when the last is done', () => {
    const model = looped({});
    const run = started(model);
    expect(seenByTasks(run)).toEqual([{ loopCounter: 0 }, { loopCounter: 1 }, { loopCounter: 2 }]);
    const done = completeAt(model, completeAt(model, completeAt(model, run, 1), 1), 0);
    expect(places(model, done.state)).toEqual(['after']);
    expect(trace(model, done).filter((word) => word === 'work-after')).toHaveLength(1);
  });

  it('keeps its counts, under the names of people and of the standard', () => {
    const model = looped({});
    const run = completeAt(model, started(model), 2);
    expect(counts(run)).toEqual({
      nrOfInstances: 3,
      nrOfActiveInstances: 2,
      nrOfCompletedInstances: 1,
      nrOfTerminatedInstances: 0,
    });
    const { variables } = run.state.scopes.find(({ loop }) => loop !== null)!;
    expect(variables).toMatchObject({
      numberOfInstances: 3,
      numberOfActiveInstances: 2,
      numberOfCompletedInstances: 1,
    });
    expect(run.state.variables).toEqual({});
  });

  it('ends the others when its completion condition comes true, and leaves once', () => {
    const two = computed('two', (context) => context.variable('nrOfCompletedInstances') === 2);
    const model = looped({ completionCondition: two });
    const one = completeAt(model, started(model), 0);
    expect(places(model, one.state).filter((place) => place === 'work')).toHaveLength(3);
    const done = completeAt(model, one, 0);
    expect(places(model, done.state)).toEqual(['after']);
    expect(trace(model, done)).toEqual(['-work', '!work', '-work', 'work-after', '+after']);
    expect(done.effects.filter(({ kind }) => kind === 'close-task')).toHaveLength(2);
  });

  it('a parallel multi-instance activity with no instances completes at once', () => {
    const model = looped({ cardinality: constant(0) });
    expect(places(model, started(model).state)).toEqual(['after']);
    const list = looped({ collection: variable('list') });
    expect(places(list, started(list, { variables: { list: [] } }).state)).toEqual(['after']);
  });

  it.each([-1, 1.5, 'many', null, true, Number.MAX_VALUE])(
    'a parallel multi-instance activity with a cardinality of %j fails',
    (value) => {
      const model = looped({ cardinality: computed('n', () => value) });
      expect(startResult(model)).toMatchObject({ failure: { code: 'LOOP_CARDINALITY_INVALID', elementId: 'work' } });
    },
  );

  it('a parallel multi-instance activity with a collection that is none fails', () => {
    const result = startResult(looped({ collection: variable('list') }), { variables: { list: 'abc' } });
    expect(result).toMatchObject({ failure: { code: 'LOOP_CARDINALITY_INVALID', elementId: 'work' } });
  });

  it('runs up to the limit of instances exactly', () => {
    const model = looped({ cardinality: constant(5) });
    const limits = { burstSteps: 100, tokens: 100, loopInstances: 5 };
    expect(startResult(model, { limits }).outcome).toBe('done');
    const result = startResult(model, { limits: { ...limits, loopInstances: 4 } });
    expect(result).toMatchObject({ failure: { code: 'LIMIT_EXCEEDED', elementId: 'work' } });
  });

  it('may fill the limit of tokens with its instances: the token around them is not counted beside them', () => {
    const model = looped({ cardinality: constant(5) });
    expect(startResult(model, { limits: { burstSteps: 100, tokens: 5 } }).outcome).toBe('done');
    const result = startResult(model, { limits: { burstSteps: 100, tokens: 4 } });
    expect(result).toMatchObject({ failure: { code: 'LIMIT_EXCEEDED', elementId: 'work' } });
  });

  it('counts the tokens of a running instance in the same way after its state was read', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        many: ['userTask', { loop: multiInstance({ cardinality: constant(3) }) }],
        split: 'task',
        a: 'userTask',
        b: 'userTask',
      },
      flows: [
        ['start', 'many'],
        ['start', 'split'],
        ['split', 'a'],
        ['split', 'b'],
      ],
    });
    expect(startResult(model, { limits: { burstSteps: 100, tokens: 5 } }).outcome).toBe('done');
    expect(startResult(model, { limits: { burstSteps: 100, tokens: 4 } }).outcome).toBe('failed');
  });

  it('waits for a job before each instance where its loop says so, and once before all where the activity does', () => {
    const job = { before: true, after: false, exclusive: true, priority: null, retryCycle: null };
    const each = looped({ async: true });
    expect(started(each).state.waits.map(({ kind }) => kind)).toEqual(['job', 'job', 'job']);
    const whole = looped({}, { job });
    const run = started(whole);
    expect(run.state.waits.map(({ kind }) => kind)).toEqual(['job']);
    const begun = after(whole, run, { kind: 'job', at: 2, actor: null, wait: run.state.waits[0]!.number });
    expect(begun.state.tasks).toHaveLength(3);
  });

  it('lets each instance go on when its own job runs', () => {
    const model = looped({ async: true });
    const run = started(model);
    const second = after(model, run, { kind: 'job', at: 2, actor: null, wait: run.state.waits[1]!.number });
    expect(seenByTasks(second)).toEqual([{ loopCounter: 1 }]);
    expect(second.state.waits).toHaveLength(2);
  });
});

describe('a sequential multi-instance activity', () => {
  it('begins the next instance when the one before is done', () => {
    const model = looped({ sequential: true });
    const run = started(model);
    expect(seenByTasks(run)).toEqual([{ loopCounter: 0 }]);
    const second = completeAt(model, run, 0);
    expect(seenByTasks(second)).toEqual([{ loopCounter: 1 }]);
    expect(counts(second)).toMatchObject({ nrOfInstances: 3, nrOfActiveInstances: 1, nrOfCompletedInstances: 1 });
    const done = completeAt(model, completeAt(model, second, 0), 0);
    expect(places(model, done.state)).toEqual(['after']);
  });

  it('begins no more when its completion condition is true', () => {
    const enough = variable('enough');
    const model = looped({ sequential: true, completionCondition: enough });
    const run = started(model, { variables: { enough: false } });
    const second = completeAt(model, run, 0);
    expect(places(model, completeAt(model, second, 0, { enough: true }).state)).toEqual(['after']);
  });

  it('a sequential multi-instance activity of tasks without work runs through in one burst', () => {
    const model = processModel({
      nodes: { start: 'startEvent', work: ['task', { loop: multiInstance({ sequential: true }) }], end: 'endEvent' },
      flows: [
        ['start', 'work'],
        ['work', 'end'],
      ],
    });
    const run = started(model);
    expect(run.state.tokens).toEqual([]);
    expect(trace(model, run).filter((word) => word === '-work')).toHaveLength(4);
  });
});

describe('the data of multi-instance', () => {
  const collected: Partial<MultiInstanceModel> = {
    collection: variable('list'),
    elementVariable: 'item',
    elementIndexVariable: 'place',
    outputElement: 'result',
    outputCollection: 'results',
  };

  it('gives each instance its element and index, as the collection was at the start', () => {
    const model = looped({ ...collected, sequential: true });
    const run = started(model, { variables: { list: ['a', 'b'] } });
    expect(seenByTasks(run)).toEqual([{ loopCounter: 0, item: 'a', place: 0, result: null }]);
    const second = completeAt(model, run, 0, { list: ['x', 'y', 'z'] });
    expect(seenByTasks(second)).toMatchObject([{ item: 'b', place: 1 }]);
    expect(places(model, completeAt(model, second, 0).state)).toEqual(['after']);
  });

  it('iterates the entries of a map', () => {
    const model = looped(collected);
    const run = started(model, { variables: { list: { a: 1, b: [2] } } });
    expect(seenByTasks(run)).toMatchObject([{ item: { key: 'a', value: 1 } }, { item: { key: 'b', value: [2] } }]);
  });

  it('puts the outputs together in the order of the instances, at the end', () => {
    const model = looped(collected);
    const run = started(model, { variables: { list: [1, 2, 3] } });
    const last = completeAt(model, run, 2, { result: 'third' });
    expect(last.state.variables).not.toHaveProperty('results');
    const all = completeAt(model, completeAt(model, last, 0, { result: 'first' }), 0, { result: 'second' });
    expect(all.state.variables).toMatchObject({ results: ['first', 'second', 'third'] });
    expect(all.state.variables).not.toHaveProperty('result');
  });

  it('puts null for instances that were ended', () => {
    const model = looped({ ...collected, completionCondition: constant(true) });
    const run = started(model, { variables: { list: [1, 2, 3] } });
    expect(completeAt(model, run, 1, { result: 'x' }).state.variables).toMatchObject({ results: [null, 'x', null] });
  });
});

describe('a multi-instance sub-process', () => {
  const body = processModel({
    nodes: {
      start: 'startEvent',
      sub: ['subProcess', { loop: multiInstance({ cardinality: constant(2) }) }],
      begin: ['startEvent', { in: 'sub' }],
      a: ['userTask', { in: 'sub' }],
      b: ['userTask', { in: 'sub' }],
      join: ['parallelGateway', { in: 'sub' }],
      last: ['userTask', { in: 'sub' }],
      after: 'userTask',
    },
    flows: [
      ['start', 'sub'],
      ['begin', 'a'],
      ['begin', 'b'],
      ['a', 'join'],
      ['b', 'join'],
      ['join', 'last'],
      ['sub', 'after'],
    ],
  });
  const tasksAt = (run: Run, id: string) => run.state.tasks.filter((task) => body.nodes[task.node]!.id === id);
  const doTask = (run: Run, id: string, position: number) =>
    completeAt(body, run, run.state.tasks.indexOf(tasksAt(run, id)[position]!));

  it('joins the tokens of each instance apart', () => {
    const run = started(body);
    const mixed = doTask(doTask(run, 'a', 0), 'b', 1);
    expect(places(body, mixed.state).sort()).toEqual(['a', 'b', 'join', 'join', 'sub', 'sub', 'sub']);
    const first = doTask(mixed, 'b', 0);
    expect(tasksAt(first, 'last')).toHaveLength(1);
    const both = doTask(first, 'a', 0);
    expect(tasksAt(both, 'last')).toHaveLength(2);
    expect(places(body, doTask(doTask(both, 'last', 1), 'last', 0).state)).toEqual(['after']);
  });

  const ended = stoppedInside(['subProcess', { loop: multiInstance({ cardinality: constant(2) }) }]);

  it('ends one instance alone by a terminate end event', () => {
    const run = complete(ended, started(ended), 'a');
    expect(places(ended, run.state).sort()).toEqual(['a', 'b', 'sub', 'sub']);
    expect(places(ended, complete(ended, run, 'a').state)).toEqual(['after']);
  });

  it('is ended whole by an interrupting boundary event, however far its instances are', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        work: ['userTask', { loop: multiInstance() }],
        stop: ['boundaryEvent', { on: 'work', triggers: [signal('stop')] }],
        away: 'userTask',
      },
      flows: [
        ['start', 'work'],
        ['stop', 'away'],
      ],
    });
    const run = raise(model, completeAt(model, started(model), 1), 'stop');
    expect(places(model, run.state)).toEqual(['away']);
    expect(trace(model, run)).toEqual(['+stop', '!work', '!work', '!work', '-stop', 'stop-away', '+away']);
  });

  it('a multi-instance sub-process in a loop of flows begins anew with fresh counts', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        merge: 'exclusiveGateway',
        work: ['userTask', { loop: multiInstance({ cardinality: constant(1) }) }],
        again: ['exclusiveGateway', { defaultTo: 'end' }],
        end: 'endEvent',
      },
      flows: [
        ['start', 'merge'],
        ['merge', 'work'],
        ['work', 'again'],
        ['again', 'merge', variable('more')],
        ['again', 'end'],
      ],
    });
    const again = completeAt(model, started(model), 0, { more: true });
    expect(counts(again)).toMatchObject({ nrOfCompletedInstances: 0, nrOfActiveInstances: 1 });
    expect(completeAt(model, again, 0, { more: false }).state.tokens).toEqual([]);
  });

  it('a multi-instance sub-process nested in another runs every inner instance for every outer one', () => {
    const model = processModel({
      nodes: {
        start: 'startEvent',
        sub: ['subProcess', { loop: multiInstance({ cardinality: constant(2) }) }],
        inner: ['userTask', { in: 'sub', loop: multiInstance({ cardinality: constant(2), sequential: true }) }],
      },
      flows: [['start', 'sub']],
    });
    let run = started(model);
    let completed = 0;
    for (; run.state.tasks.length > 0; completed++) run = completeAt(model, run, 0);
    expect([completed, run.state.tokens]).toEqual([4, []]);
  });
});

describe('ten thousand parallel instances', () => {
  it('ten thousand parallel instances start, go on one by one, and end together', () => {
    const done = variable('done');
    const model = looped({ cardinality: constant(10_000), completionCondition: done });
    const result = startResult(model, { variables: { done: false } });
    if (result.outcome !== 'done') throw new Error(result.outcome);
    expect(result.state.tasks).toHaveLength(10_000);
    const run: Run = { state: result.state, records: [], effects: [] };
    const one = completeAt(model, run, 5_000);
    expect(one.state.tasks).toHaveLength(9_999);
    expect(places(model, completeAt(model, one, 0, { done: true }).state)).toEqual(['after']);
  });
});
