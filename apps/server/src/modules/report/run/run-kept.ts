// Says how long it is told what became of a run.
import { DAY_MS } from '@keelson/time-zone/units';

/** Who has not asked for a run in a month will not; its files have gone long before. */
export const RUN_KEPT_MS = 30 * DAY_MS;
