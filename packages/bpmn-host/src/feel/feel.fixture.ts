// Runs a FEEL text as a process would, for tests.
import type { Expression, ExpressionContext, Value, Variables } from '@keelson/bpmn-core';
import { createFeel } from './feel.ts';

export const feel = createFeel();
export const NOW = Date.parse('2026-05-17T10:30:00Z');

export function context(variables: Variables): ExpressionContext {
  const nothing = () => undefined;
  return {
    variable: (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined),
    setVariable: nothing,
    removeVariable: nothing,
    localVariable: nothing,
    setLocalVariable: nothing,
    setting: nothing,
    ask: () => null,
    now: NOW,
    currentUser: null,
    initiator: null,
    execution: {
      id: 'e',
      processInstanceId: 'i',
      processBusinessKey: null,
      processDefinitionId: 'd',
      currentActivityId: null,
      currentActivityName: null,
      tenantId: 't',
    },
    task: null,
    changeTask: nothing,
  };
}

export function compiled(text: string): Expression {
  const expression = feel(text);
  if ('problem' in expression) throw new Error(`${text}: ${expression.problem}`);
  return expression;
}

export function resultOf(text: string, variables: Variables = {}): Value {
  return compiled(text).evaluate(context(variables));
}
