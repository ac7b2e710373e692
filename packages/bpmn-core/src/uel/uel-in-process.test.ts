// Compiled expressions of the default language inside a running process: conditions, people, writes, failures.
import { describe, expect, it } from 'vitest';
import type { Expression } from '../expression/expression.ts';
import { processModel } from '../testing/model-builder.ts';
import { complete, started, startResult, trace } from '../testing/run.ts';
import { compileExpression } from './compile.ts';

function uel(text: string, bare = false): Expression {
  const compiled = compileExpression(text, { bare });
  if (!('evaluate' in compiled)) throw new Error(`${text} does not compile: ${JSON.stringify(compiled)}`);
  return compiled;
}

const model = processModel({
  nodes: {
    start: ['startEvent', { initiatorVariable: 'starter' }],
    review: [
      'userTask',
      {
        name: 'Review',
        userTask: {
          name: uel('Review of #{order.id}'),
          assignee: uel('#{starter}'),
          candidateGroups: [uel('clerks, #{order.region}-managers')],
          priority: uel('#{order.total > 100 ? 90 : 10}'),
          dueDate: uel('2026-03-01T00:00:00Z'),
          description: uel('#{task.name} by #{task.assignee} at #{execution.currentActivityId}'),
        },
      },
    ],
    choice: ['exclusiveGateway', { defaultTo: 'no' }],
    yes: 'endEvent',
    no: 'endEvent',
  },
  flows: [
    ['start', 'review'],
    ['review', 'choice'],
    ['choice', 'yes', uel('approved && order.total < 1000', true)],
    ['choice', 'no'],
  ],
});

const order = { id: 'A-1', region: 'north', total: 250 };

describe('an expression of the default language', () => {
  it('fills a task from variables, the execution and the task itself', () => {
    expect(started(model, { variables: { order } }).state.tasks[0]).toMatchObject({
      name: 'Review of A-1',
      assignee: 'ada',
      candidateGroups: ['clerks', 'north-managers'],
      priority: 90,
      dueAt: Date.UTC(2026, 2, 1),
      description: 'Review of A-1 by ada at review',
    });
  });

  it('chooses the way', () => {
    const run = started(model, { variables: { order } });
    expect(trace(model, complete(model, run, 'review', { approved: true }))).toContain('choice-yes');
    expect(trace(model, complete(model, run, 'review', { approved: false }))).toContain('choice-no');
  });

  it('an expression of the default language that names an unknown variable fails the command, naming it and the element', () => {
    expect(startResult(model)).toMatchObject({
      outcome: 'failed',
      failure: { code: 'EXPRESSION_FAILED', elementId: 'review', message: expect.stringContaining('order') },
    });
  });
});
