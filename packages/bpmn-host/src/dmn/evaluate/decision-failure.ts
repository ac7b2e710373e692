// How a decision fails, and how one expression of it is run so that the failure names it.
import { ExpressionError } from '@keelson/bpmn-core';
import type { FeelEvaluation } from '../../feel/values/scope.ts';
import type { FeelValue } from '../../feel/values/values.ts';
import type { DmnExpression } from '../model/dmn-expression.ts';

/** Failure of a decision; the message names decision and rules. */
export class DecisionFailure extends Error {}

/** Runs an expression; failures begin with `where`. */
export function runExpression(evaluation: FeelEvaluation, { text, feel }: DmnExpression, where: string): FeelValue {
  evaluation.budget.text = text;
  try {
    return feel.run(evaluation);
  } catch (error) {
    if (error instanceof ExpressionError) throw new DecisionFailure(`${where}: ${shown(text)}: ${error.message}`);
    throw error;
  }
}

const SHOWN_MAX = 200;

function shown(text: string): string {
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}...` : text;
}

/** Runs what may fail without an expression of its own, such as the check of a type. */
export function located<Result>(where: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (error instanceof ExpressionError) throw new DecisionFailure(`${where}: ${error.message}`);
    throw error;
  }
}
