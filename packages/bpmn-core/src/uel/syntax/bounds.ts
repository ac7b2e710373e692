// Expressions have bounds, each with its reason.

/** A source has at most so many characters. The longest in public models have some hundreds; more belongs into a script. */
export const EXPRESSION_LENGTH_MAX = 16_384;

/** Nesting of operators, parentheses and calls: far above what is read by people, far below the call stack. */
export const EXPRESSION_DEPTH_MAX = 256;

/** One evaluation takes at most so many steps (`expression.steps`): some milliseconds. */
export const EXPRESSION_STEPS_MAX = 100_000;

/** A text that an expression makes has at most so many characters: a quarter of the largest variable. */
export const PRODUCED_LENGTH_MAX = 1_048_576;

/** A value that is compared or written as text nests at most so deep, because both walk it on the call stack. */
export const VALUE_DEPTH_MAX = 256;

/** So many characters read or written count as one step. */
export const CHARACTERS_PER_STEP = 64;

/** Digits of text that counts as a number; no number needs more. */
export const NUMERIC_LENGTH_MAX = 400;
