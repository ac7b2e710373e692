// Says how long it is told what became of a run.

/** Who has not asked for a run in a month will not; its files have gone long before. */
export const RUN_KEPT_MS = 30 * 24 * 60 * 60 * 1_000;
