// Computes the instances of a series.

import { timeZoneOf } from '@keelson/time-zone';
import { DAY_MS } from '@keelson/time-zone/units';
import type { EventTimes } from '../calendar.types.ts';
import { type RecurrenceRule, readRule } from './recurrence-rule.ts';
import { ruleDays } from './rule-days.ts';

/** Instances after which a walk through a series stops: two years of days. */
export const INSTANCES_MAX = 730;

export interface Series {
  readonly times: EventTimes;
  /** Rule in the form of RFC 5545, checked before. */
  readonly recurrenceRule: string;
}

/** Answers the latest start of an instance, in the clock of the walk; null: there is no end. */
function endOf({ until }: RecurrenceRule, { allDay, timeZone }: EventTimes): number | null {
  if (until === null) return null;
  return allDay || until.kind !== 'utc' ? until.at : timeZoneOf(timeZone).localOf(until.at);
}

/** Answers the starts as instants, of days as midnights of UTC, whether or not the event leaves some out. */
export function* instancesOf({ times, recurrenceRule }: Series): Generator<number, void> {
  const read = readRule(recurrenceRule);
  if ('problem' in read) return;
  const { rule } = read;
  const { allDay, timeZone, start } = times;
  const clock = timeZoneOf(timeZone);
  const local = allDay ? start : clock.localOf(start);
  const ofDay = ((local % DAY_MS) + DAY_MS) % DAY_MS;
  const end = endOf(rule, times);
  let count = 0;
  for (const day of ruleDays(rule, local - ofDay)) {
    const at = day + ofDay;
    if ((end !== null && at > end) || (rule.count !== null && count >= rule.count) || count >= INSTANCES_MAX) return;
    count += 1;
    yield allDay ? at : clock.instantOf(at);
  }
}

/** Says whether an instance begins at this instant; false beyond the bound of the walk. */
export function isInstance(series: Series, start: number): boolean {
  for (const at of instancesOf(series)) {
    if (at >= start) return at === start;
  }
  return false;
}
