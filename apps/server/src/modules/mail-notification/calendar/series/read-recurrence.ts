// Reads the repetition of an event: the rule, and its exceptions.

import { timeZoneOf } from '@keelson/time-zone';
import type { ArgumentProblem } from '../../../../kernel/request/errors.ts';
import type { EventTimes, Recurrence } from '../calendar.types.ts';
import { readMoment } from '../event-times.ts';
import { icalInstant } from '../ical/ical-values.ts';
import { INSTANCES_MAX, instancesOf, isInstance } from './instances.ts';
import { type RecurrenceRule, readRule } from './recurrence-rule.ts';

export interface RecurrenceInput {
  readonly recurrenceRule: string;
  readonly exceptionDates: readonly string[];
}

interface ReadRecurrence {
  readonly recurrence: Recurrence | null;
  readonly problems: readonly ArgumentProblem[];
}

const wrongRule = (message: string): ReadRecurrence => ({
  recurrence: null,
  problems: [{ field: 'recurrenceRule', code: 'INVALID_RECURRENCE_RULE', message }],
});

/** Writes the rule; the end of a series of times is a time of UTC (RFC 5545, 3.3.10). */
function writtenRule(text: string, { until }: RecurrenceRule, { timeZone }: EventTimes): string {
  const rule = text.toUpperCase();
  if (until === null || until.kind !== 'local') return rule;
  const at = timeZoneOf(timeZone).instantOf(until.at);
  return rule.replace(/UNTIL=[0-9T]+/, `UNTIL=${icalInstant(at)}`);
}

/**
 * Reads the repetition. The event itself must be the first instance: calendars do not agree on what else the rule would
 * mean.
 */
export function readRecurrence({ recurrenceRule, exceptionDates }: RecurrenceInput, times: EventTimes): ReadRecurrence {
  const read = readRule(recurrenceRule);
  if ('problem' in read) return wrongRule(read.problem);
  const { until } = read.rule;
  if (until !== null && (until.kind === 'day') !== times.allDay)
    return wrongRule('Must have UNTIL in the form of startDate.');
  const rule = writtenRule(recurrenceRule, read.rule, times);
  const series = { times, recurrenceRule: rule };
  const { value: first } = instancesOf(series).next();
  if (first !== times.start) return wrongRule('Must have startDate as its first instance.');
  if (exceptionDates.length > INSTANCES_MAX) return wrongRule(`Must have at most ${INSTANCES_MAX} exceptions.`);
  const clock = timeZoneOf(times.timeZone);
  const problems: ArgumentProblem[] = [];
  const exceptions = exceptionDates.flatMap((text, index) => {
    const field = `exceptionDates[${index}]`;
    const moment = readMoment(field, text, clock, times.allDay);
    if ('problem' in moment) problems.push(moment.problem);
    else if (!isInstance(series, moment.value)) {
      problems.push({ field, code: 'CALENDAR_INVALID', message: 'Must be the start of an instance of the series.' });
    } else return [moment.value];
    return [];
  });
  const distinct = [...new Set(exceptions)].sort((a, b) => a - b);
  return { recurrence: problems.length === 0 ? { rule, exceptions: distinct } : null, problems };
}
