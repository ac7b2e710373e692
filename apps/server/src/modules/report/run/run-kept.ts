// Declares how long ended runs are kept.
import { DAY_MS } from '@keelson/time-zone/units';

/** Time that runs are kept: their files are gone long before, and after a month nobody asks for one. */
export const RUN_KEPT_MS = 30 * DAY_MS;
