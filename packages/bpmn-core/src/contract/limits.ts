// A step has bounds, each with its reason.

export interface StepLimits {
  /** So often tokens may arrive at elements in one burst. */
  readonly burstSteps: number;
  /** So many tokens may be alive in one instance at any moment. */
  readonly tokens: number;
  /** So many instances one multi-instance activity may have. */
  readonly loopInstances: number;
}

/**
 * - `burstSteps`: 100,000 arrivals take well under a second; a loop without a wait state ends here instead of holding the process.
 * - `tokens`: 10,000 tokens are about 250 KB of state that every later command reads and writes again.
 * - `loopInstances`: 10,000 open instances are about 1 MB of state.
 */
export const STEP_LIMITS: StepLimits = { burstSteps: 100_000, tokens: 10_000, loopInstances: 10_000 };

/** Priorities of tasks begin at 0 and end here. */
export const TASK_PRIORITY_MAX = 100;
/** A task has at most so many candidates, users and groups apart: each becomes an entry of an index. */
export const TASK_CANDIDATES_MAX = 500;

/** Names, keys, users and groups of a task have at most so many characters: the width of the fields that show them. */
export const TASK_FIELD_LENGTH_MAX = 255;

/** Whoever cancels an instance may say why in at most so many characters: the suite's bound for free text. */
export const REASON_LENGTH_MAX = 4_000;
/** A task's description has at most so many characters: the suite's bound for free text. */
export const TASK_DESCRIPTION_LENGTH_MAX = 4_000;
