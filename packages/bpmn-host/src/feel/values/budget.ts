// The bounds on what one evaluation of FEEL may cost.
import { ExpressionError, type ExpressionErrorReason } from '@keelson/bpmn-core';

/** Bound of the steps of one evaluation (`expression.steps`): some milliseconds. */
export const FEEL_STEPS_MAX = 100_000;
/** Bound of the characters of an expression. */
export const FEEL_LENGTH_MAX = 16_384;
/** Bound of the nesting of an expression, of its calls together and of values: far below the call stack. */
export const FEEL_DEPTH_MAX = 256;
/** Bound of the characters of a text that an expression makes. */
export const FEEL_TEXT_MAX = 1_048_576;
/** Bound of the values inside one result. */
export const FEEL_RESULT_VALUES_MAX = 1_000_000;

const CHARACTERS_PER_STEP = 64;
const ITEMS_PER_STEP = 4;

/**
 * What is left for an evaluation; several share one budget where they belong together, as the cells of a decision do.
 */
export interface Budget {
  /** Text of the expression that is evaluated, for messages. */
  text: string;
  steps: number;
  readonly stepsMax: number;
  /** The nesting at this moment. */
  depth: number;
}

export function newBudget(text: string, stepsMax = FEEL_STEPS_MAX): Budget {
  return { text, steps: 0, stepsMax, depth: 0 };
}

export function fail(budget: Budget, message: string, reason: ExpressionErrorReason = 'WRONG'): never {
  throw new ExpressionError(budget.text, message, reason);
}

export function charge(budget: Budget, steps: number): void {
  budget.steps += steps;
  if (budget.steps > budget.stepsMax) fail(budget, `limit expression.steps exceeded: ${budget.stepsMax}`, 'LIMIT');
}

/** Charges for a text; callers do so before they make it. */
export function chargeText(budget: Budget, length: number): void {
  if (length > FEEL_TEXT_MAX) fail(budget, `limit of produced text exceeded: ${FEEL_TEXT_MAX} characters`, 'LIMIT');
  charge(budget, Math.floor(length / CHARACTERS_PER_STEP));
}

export function chargeItems(budget: Budget, count: number): void {
  charge(budget, 1 + Math.floor(count / ITEMS_PER_STEP));
}
