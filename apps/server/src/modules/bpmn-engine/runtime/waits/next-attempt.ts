// When a job that failed is tried again: as its model says, else after ten seconds and then twice as late each time.
import { addPeriod } from '@keelson/bpmn-core';

const FIRST_DELAY_MS = 10_000;
/** Bound of the time between two attempts: a day. */
const DELAY_MAX_MS = 86_400_000;
const CYCLE = /^R(\d{1,9})\/(P.+)$/;

/** Answers how often the cycle of a model lets a job be tried; null where it says nothing of it. */
export function attemptsOf(cycle: string | null): number | null {
  const [, count] = CYCLE.exec(cycle?.trim() ?? '') ?? [];
  if (count !== undefined) return Math.max(1, Number(count));
  const list = listOf(cycle);
  return list === null ? null : list.length + 1;
}

/** Answers when the next attempt is, in epoch milliseconds, this many having failed. */
export function nextAttemptAt(cycle: string | null, { failed, now }: { failed: number; now: number }): number {
  const [, , repeated] = CYCLE.exec(cycle?.trim() ?? '') ?? [];
  const list = listOf(cycle);
  const period = repeated ?? list?.[Math.min(failed, list.length) - 1];
  const at = period === undefined ? null : addPeriod(period, now);
  if (at !== null) return at;
  return now + Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failed - 1));
}

/** Reads periods one after another, as `PT10S,PT1M`. */
function listOf(cycle: string | null): readonly string[] | null {
  const parts = cycle?.split(',').map((part) => part.trim()) ?? [];
  return parts.length > 0 && parts.every((part) => part.startsWith('P')) ? parts : null;
}
