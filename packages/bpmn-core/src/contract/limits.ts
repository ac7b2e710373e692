// A step has bounds, each with its reason.

export interface StepLimits {
  /** Bound of the arrivals of tokens at elements in one burst. */
  readonly burstSteps: number;
  /** Bound of the tokens that are alive in one instance at any moment. */
  readonly tokens: number;
  /** Bound of the instances of one multi-instance activity. */
  readonly loopInstances: number;
}

/**
 * - `burstSteps`: 100,000 arrivals take well under a second; a loop without a wait state ends here instead of holding the process.
 * - `tokens`: 10,000 tokens are about 250 KB of state that every later command reads and writes again.
 * - `loopInstances`: 10,000 open instances are about 1 MB of state.
 */
export const STEP_LIMITS: StepLimits = { burstSteps: 100_000, tokens: 10_000, loopInstances: 10_000 };

/** Highest priority of a task; the lowest is 0. */
export const TASK_PRIORITY_MAX = 100;
/** Bound of the candidates of a task, users and groups apart: each becomes an entry of an index. */
export const TASK_CANDIDATES_MAX = 500;

/** Bound of the characters of names, keys, users and groups of a task: the width of the fields that show them. */
export const TASK_FIELD_LENGTH_MAX = 255;

/** Bound of the characters of the reason for a cancellation: the suite's bound for free text. */
export const REASON_LENGTH_MAX = 4_000;
/** Bound of the characters of a task's description: the suite's bound for free text. */
export const TASK_DESCRIPTION_LENGTH_MAX = 4_000;
