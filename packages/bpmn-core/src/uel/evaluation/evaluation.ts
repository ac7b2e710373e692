// One evaluation of an expression has a context and steps, and fails in its own way.
import { type ExpressionContext, ExpressionError, type ExpressionErrorReason } from '../../expression/expression.ts';
import { CHARACTERS_PER_STEP, EXPRESSION_STEPS_MAX, PRODUCED_LENGTH_MAX } from '../syntax/bounds.ts';

export interface Evaluation {
  readonly text: string;
  readonly context: ExpressionContext;
  steps: number;
}

export function fail(evaluation: Evaluation, message: string, reason: ExpressionErrorReason = 'WRONG'): never {
  throw new ExpressionError(evaluation.text, message, reason);
}

export function chargeSteps(evaluation: Evaluation, steps: number): void {
  evaluation.steps += steps;
  if (evaluation.steps > EXPRESSION_STEPS_MAX) {
    fail(evaluation, `limit expression.steps exceeded: ${EXPRESSION_STEPS_MAX}`, 'LIMIT');
  }
}

/** Pays for reading `length` characters. */
export function chargeText(evaluation: Evaluation, length: number): void {
  chargeSteps(evaluation, Math.floor(length / CHARACTERS_PER_STEP));
}

/** To be called before a text of `length` characters is made. */
export function checkProduced(evaluation: Evaluation, length: number): void {
  if (length > PRODUCED_LENGTH_MAX) {
    fail(evaluation, `limit of produced text exceeded: ${PRODUCED_LENGTH_MAX} characters`, 'LIMIT');
  }
}

/** Checks and pays for a text of `length` characters, to be called before it is made. */
export function chargeProduced(evaluation: Evaluation, length: number): void {
  checkProduced(evaluation, length);
  chargeText(evaluation, length);
}
