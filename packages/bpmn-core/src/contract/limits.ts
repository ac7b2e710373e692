// The bounds of one step.

export interface StepLimits {
  /** Arrivals of tokens at elements in one burst. */
  readonly burstSteps: number;
  /** Tokens alive in one instance at any moment. */
  readonly tokens: number;
  /** Instances of one multi-instance activity. */
  readonly loopInstances: number;
}

/**
 * - `burstSteps`: 100,000 arrivals take well under a second; a loop without a wait state ends here instead of holding the process.
 * - `tokens`: 10,000 tokens are about 250 KB of state that every later command reads and writes again.
 * - `loopInstances`: 10,000 open instances are about 1 MB of state.
 */
export const STEP_LIMITS: StepLimits = { burstSteps: 100_000, tokens: 10_000, loopInstances: 10_000 };

/** Candidates of one task, users and groups apart: each becomes an entry of an index that is written with the task. */
export const TASK_CANDIDATES_MAX = 500;

/** Characters of names, keys, users and groups of a task: the width of the fields that show them. */
export const TASK_FIELD_LENGTH_MAX = 255;

/** Characters of a task's description: the suite's bound for free text. */
export const TASK_DESCRIPTION_LENGTH_MAX = 4_000;
