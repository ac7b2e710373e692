// What an expression gives before there is an instance: names of what a process begins by are needed when it is deployed.
import { compileExpression, type Expression, type ExpressionContext, isExpressionProblem } from '@keelson/bpmn-core';

/** Answers the text of a value; null where only an instance could know it, or where it is no name. */
export function earlyText(text: string): string | null {
  const compiled = compileExpression(text);
  if (isExpressionProblem(compiled)) return null;
  const value = compiled.constant ?? earlyValue(compiled);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function earlyValue(expression: Expression): unknown {
  try {
    return expression.evaluate(NO_INSTANCE);
  } catch {
    return null;
  }
}

function unknown(): never {
  throw new Error('there is no instance yet');
}

/** A context in which whatever an instance, a user or the clock would give fails. */
const NO_INSTANCE: ExpressionContext = {
  variable: unknown,
  setVariable: unknown,
  removeVariable: unknown,
  localVariable: unknown,
  setLocalVariable: unknown,
  setting: unknown,
  ask: unknown,
  changeTask: unknown,
  task: null,
  get now(): never {
    return unknown();
  },
  get currentUser(): never {
    return unknown();
  },
  get initiator(): never {
    return unknown();
  },
  get execution(): never {
    return unknown();
  },
};
