// Compiles text that the rules have already found to be a right expression.
import { compileExpression, type Expression } from '@keelson/bpmn-core';

export function compileText(text: string, options?: { readonly bare: boolean }): Expression {
  const expression = compileExpression(text, options);
  if ('problem' in expression) throw new Error(`an expression passed the rules: ${expression.problem}`);
  return expression;
}
