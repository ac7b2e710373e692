// The tests of expressions evaluate in this context: variables lie in a map, everything else is fixed.
import { type Expression, type ExpressionContext, ExpressionError } from '../expression/expression.ts';
import { compileExpression, isExpressionProblem } from '../uel/compile.ts';
import { ownValue, putValue, type Value } from '../values/values.ts';

export const NOW = Date.UTC(2026, 2, 1, 9, 30);

export function contextWith(
  variables: Record<string, Value> = {},
  changes: Partial<ExpressionContext> = {},
): ExpressionContext {
  return {
    variable: (name) => ownValue(variables, name),
    setVariable: (name, value) => putValue(variables, name, value),
    removeVariable: (name) => {
      delete variables[name];
    },
    localVariable: (name) => ownValue(variables, name),
    setLocalVariable: (name, value) => putValue(variables, name, value),
    setting: () => undefined,
    ask: () => null,
    now: NOW,
    currentUser: 'ayse',
    initiator: 'mehmet',
    execution: {
      id: 'i1-e2',
      processInstanceId: 'i1',
      processBusinessKey: 'order-7',
      processDefinitionId: 'order:3:abc',
      currentActivityId: 'approve',
      currentActivityName: 'Approve',
      tenantId: 'main',
    },
    task: null,
    changeTask: () => undefined,
    ...changes,
  };
}

export function compiled(text: string, bare = false): Expression {
  const expression = compileExpression(text, { bare });
  if (isExpressionProblem(expression)) throw new Error(`${text}: ${expression.problem} at ${expression.offset}`);
  return expression;
}

/** Answers the value of what stands between the braces. */
export function resultOf(source: string, variables: Record<string, Value> = {}): Value {
  return compiled(`\${${source}}`).evaluate(contextWith(variables));
}

/** Answers the failure of what stands between the braces. */
export function failureOf(source: string, variables: Record<string, Value> = {}): ExpressionError {
  try {
    resultOf(source, variables);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${source} did not fail`);
}

/** Answers the problem with what stands between the braces. */
export function problemOf(source: string): string {
  const expression = compileExpression(`\${${source}}`);
  if (isExpressionProblem(expression)) return expression.problem;
  throw new Error(`${source} was compiled`);
}
