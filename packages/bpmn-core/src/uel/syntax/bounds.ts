// Expressions have bounds, each with its reason.

/** Bound of the characters of a source. The longest in public models have some hundreds; more belongs into a script. */
export const EXPRESSION_LENGTH_MAX = 16_384;

/** Nesting of operators, parentheses and calls: far above what is read by people, far below the call stack. */
export const EXPRESSION_DEPTH_MAX = 256;

/** Bound of the steps of one evaluation (`expression.steps`): some milliseconds. */
export const EXPRESSION_STEPS_MAX = 100_000;

/** Bound of the characters of a text that an expression makes: a quarter of the largest variable. */
export const PRODUCED_LENGTH_MAX = 1_048_576;

/** Bound of the depth of a value that is compared or written as text, because both walk it on the call stack. */
export const VALUE_DEPTH_MAX = 256;

/** Number of characters read or written that count as one step. */
export const CHARACTERS_PER_STEP = 64;

/** Digits of text that counts as a number; no number needs more. */
export const NUMERIC_LENGTH_MAX = 400;
