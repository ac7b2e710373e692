// What happens around an expression: bounds on what it may write, and how its failures are told.
import { describe, expect, it } from 'vitest';
import { type ExpressionContext, ExpressionError } from '../expression/expression.ts';
import { computed, processModel } from '../testing/model-builder.ts';
import { started, startResult } from '../testing/run.ts';
import { taskFacts } from './evaluation.ts';

function deciding(evaluate: (context: ExpressionContext) => boolean) {
  return processModel({
    nodes: { start: 'startEvent', choice: 'exclusiveGateway', end: 'endEvent' },
    flows: [
      ['start', 'choice'],
      ['choice', 'end', computed('#{...}', evaluate)],
    ],
  });
}

describe('an expression', () => {
  it('removes and sets variables, and history tells it', () => {
    const model = deciding((context) => {
      context.removeVariable('old');
      context.removeVariable('old');
      context.setVariable('new', new Date(0));
      return context.variable('old') === undefined && context.variable('new') === '1970-01-01T00:00:00.000Z';
    });
    const run = started(model, { variables: { old: 1 } });
    expect(run.state.variables).toEqual({ new: '1970-01-01T00:00:00.000Z' });
    expect(run.records[0]!.events).toContainEqual(['x', 'old', 1]);
  });

  it('does not find what every object has', () => {
    const model = deciding((context) => context.variable('constructor') === undefined);
    expect(startResult(model).outcome).toBe('done');
  });

  it.each(['', '1a', 'a b', 'é', 'x'.repeat(256)])('cannot make a variable named %j', (name) => {
    const model = deciding((context) => {
      context.setVariable(name, 1);
      return true;
    });
    expect(startResult(model)).toMatchObject({ failure: { code: 'EXPRESSION_FAILED', elementId: 'choice' } });
  });

  it('cannot store what JSON cannot hold', () => {
    const model = deciding((context) => {
      context.setVariable('n', 1 / 0);
      return true;
    });
    expect(startResult(model)).toMatchObject({ failure: { code: 'LIMIT_EXCEEDED', elementId: 'choice' } });
  });

  it('an expression that fails fails the command with element and text', () => {
    const model = deciding(() => {
      throw new ExpressionError('#{...}', 'x is unknown');
    });
    expect(startResult(model)).toEqual({
      outcome: 'failed',
      failure: { code: 'EXPRESSION_FAILED', elementId: 'choice', message: 'Expression #{...}: x is unknown' },
    });
  });

  it('an expression that breaks in another way is a defect and is not hidden', () => {
    const model = deciding(() => {
      throw new TypeError('a defect');
    });
    expect(() => startResult(model)).toThrow(TypeError);
  });
});

it('shows a task by its id', () => {
  const model = processModel({ nodes: { wait: 'userTask' }, flows: [] });
  const { state } = started(model);
  expect(taskFacts(state.facts.id, state.tasks[0]!)).toEqual({
    id: `${state.facts.id}-t3`,
    name: null,
    assignee: null,
    owner: null,
    dueDate: null,
    priority: 50,
  });
});
