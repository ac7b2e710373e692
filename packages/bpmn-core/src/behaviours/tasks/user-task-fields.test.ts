// What the model says about a task is evaluated when it opens: people, dates, priority, texts.
import { describe, expect, it } from 'vitest';
import type { InstanceFacts } from '../../contract/instance-state.ts';
import type { OpenTask } from '../../contract/open-task.ts';
import type { UserTaskModel } from '../../model/process-model.ts';
import { computed, constant, processModel, variable } from '../../testing/model-builder.ts';
import { started, startResult } from '../../testing/run.ts';
import type { Value, Variables } from '../../values/values.ts';

interface Input {
  readonly variables?: Variables;
  readonly facts?: Partial<InstanceFacts>;
}

function modelWith(userTask: Partial<UserTaskModel>) {
  return processModel({
    nodes: { start: 'startEvent', review: ['userTask', { name: 'Review', userTask }] },
    flows: [['start', 'review']],
  });
}

function opened(userTask: Partial<UserTaskModel>, input: Input = {}): OpenTask {
  return started(modelWith(userTask), input).state.tasks[0]!;
}

function failure(userTask: Partial<UserTaskModel>, input: Input = {}) {
  const result = startResult(modelWith(userTask), input);
  if (result.outcome !== 'failed') throw new Error('It did not fail');
  return result.failure;
}

describe('the people of a task', () => {
  it('the people of a task are the evaluated assignee and owner', () => {
    const task = opened({ assignee: variable('who'), owner: constant(' grace ') }, { variables: { who: 'alan' } });
    expect(task).toMatchObject({ assignee: 'alan', owner: 'grace' });
  });

  it('the people of a task are nobody where the expression gives null or nothing but white space', () => {
    for (const value of [null, '', '  ']) expect(opened({ assignee: constant(value) }).assignee).toBeNull();
  });

  it('the people of a task are candidates from entries, comma-separated texts and lists, trimmed, without empty and repeated ones', () => {
    const candidateUsers = [constant('ada'), constant(' alan ,, ada'), variable('more')];
    const task = opened({ candidateUsers }, { variables: { more: ['grace', ' alan ', '', 4711] } });
    expect(task.candidateUsers).toEqual(['ada', 'alan', 'grace', '4711']);
  });

  it('the people of a task are candidate groups apart from candidate users', () => {
    const task = opened({ candidateUsers: [constant('ada')], candidateGroups: [constant('clerks')] });
    expect([task.candidateUsers, task.candidateGroups]).toEqual([['ada'], ['clerks']]);
  });

  it('the people of a task are at most 500 candidates', () => {
    const names = Array.from({ length: 501 }, (_, index) => `u${index}`);
    expect(opened({ candidateUsers: [constant(names.slice(1))] }).candidateUsers).toHaveLength(500);
    expect(failure({ candidateUsers: [constant(names)] })).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      elementId: 'review',
    });
  });

  it('cannot be lists in lists or maps', () => {
    for (const value of [[['ada']], { name: 'ada' }]) {
      expect(failure({ candidateGroups: [constant(value)] }).code).toBe('EXPRESSION_FAILED');
    }
  });
});

describe('the priority of a task', () => {
  it('is 50 where nothing is said, the instance inherits its own', () => {
    expect(opened({}).priority).toBe(50);
    expect(opened({}, { facts: { priority: 70 } }).priority).toBe(70);
    expect(opened({ priority: constant('') }, { facts: { priority: 70 } }).priority).toBe(70);
  });

  it.each([0, 100, '7', ' 42 '])('takes %j', (value) => {
    expect(opened({ priority: constant(value) }, { facts: { priority: 70 } }).priority).toBe(Number(value));
  });

  it.each([-1, 101, 1.5, Number.NaN, '1.5', 'high', '0x10', true, [5]])('refuses %j', (value) => {
    expect(failure({ priority: constant(value as Value) })).toMatchObject({
      code: 'EXPRESSION_FAILED',
      elementId: 'review',
    });
  });
});

describe('the dates of a task', () => {
  it('the dates of a task are read from text with offset, from a day as midnight UTC, and from instants', () => {
    const dueDate = constant('2026-03-01T10:00:00+03:00');
    expect(opened({ dueDate }).dueAt).toBe(Date.UTC(2026, 2, 1, 7));
    expect(opened({ dueDate: constant('2026-03-01') }).dueAt).toBe(Date.UTC(2026, 2, 1));
    expect(opened({ followUpDate: constant(new Date(5_000)) }).followUpAt).toBe(5_000);
  });

  it('the dates of a task count a period from the moment in which it opens', () => {
    const { dueAt, followUpAt, createdAt } = opened({ dueDate: constant('P7D'), followUpDate: constant('PT36H') });
    expect([dueAt! - createdAt, followUpAt! - createdAt]).toEqual([7 * 86_400_000, 36 * 3_600_000]);
  });

  it('the dates of a task are the one of the instance where the model gives no due date, and only that', () => {
    expect(opened({}, { facts: { dueAt: 9_000 } })).toMatchObject({ dueAt: 9_000, followUpAt: null });
    expect(opened({ dueDate: constant(null) }, { facts: { dueAt: 9_000 } }).dueAt).toBe(9_000);
  });

  it.each(['tomorrow', '2026-03-01T10:00:00', '2026-02-30', 5, new Date(Number.NaN), true])(
    'the dates of a task refuse %s',
    (value) => {
      expect(failure({ dueDate: constant(value) }).code).toBe('EXPRESSION_FAILED');
      expect(failure({ followUpDate: constant(value) }).code).toBe('EXPRESSION_FAILED');
    },
  );
});

describe('the texts of a task', () => {
  it('the texts of a task are evaluated, numbers and booleans as text, the name falling back to that of the element', () => {
    const task = opened({ description: constant(5), category: constant(true), formKey: constant('form') });
    expect(task).toMatchObject({ name: 'Review', description: '5', category: 'true', formKey: 'form' });
    expect(opened({ name: variable('title') }, { variables: { title: 'Check it' } }).name).toBe('Check it');
  });

  it.each([
    ['name', 255],
    ['assignee', 255],
    ['formKey', 255],
    ['description', 4_000],
  ] as const)('%s has at most %i characters', (field, lengthMax) => {
    expect(opened({ [field]: constant('x'.repeat(lengthMax)) })[field]).toHaveLength(lengthMax);
    expect(failure({ [field]: constant('x'.repeat(lengthMax + 1)) })).toMatchObject({
      code: 'LIMIT_EXCEEDED',
      elementId: 'review',
    });
  });
});

describe('an expression of a task', () => {
  it('sees the task as far as it is known, the execution, and the moment', () => {
    const seen: unknown[] = [];
    const name = computed('#{...}', (context) => {
      seen.push({ ...context.task }, context.execution, context.now, context.currentUser);
      return 'Named';
    });
    const assignee = computed('#{...}', (context) => `${context.task!.name}-${context.task!.priority}`);
    const task = opened({ name, assignee }, { facts: { priority: 60, businessKey: 'order-1' } });
    expect(task.assignee).toBe('Named-60');
    // Every step is taken a second time, from bytes.
    expect(seen.slice(0, 4)).toEqual([
      { id: `${ID}-t4`, name: 'Review', assignee: null, owner: null, dueDate: null, priority: 60 },
      {
        id: `${ID}-e1`,
        processInstanceId: ID,
        processBusinessKey: 'order-1',
        processDefinitionId: 'process:1:abcdefgh',
        currentActivityId: 'review',
        currentActivityName: 'Review',
        tenantId: 'default',
      },
      1_000,
      'ada',
    ]);
  });

  it('may set variables, which later expressions see', () => {
    const name = computed('#{...}', (context) => {
      context.setVariable('who', 'alan');
      return 'Named';
    });
    expect(opened({ name, assignee: variable('who') }).assignee).toBe('alan');
  });
});

const ID = '01900000-0000-7000-8000-000000000001';
