// Decides how a request changes one instance of a series: it becomes an event of its own, under the sequence of the
// series.

import { timeZoneOf } from '@keelson/time-zone';
import { invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { CalendarEvent } from '../calendar.types.ts';
import { readMoment } from '../event-times.ts';
import { isInstance } from '../series/instances.ts';
import { type ChangeRequest, changeEvent, type EventChange } from './change-event.ts';

function refuse(field: string, message: string): never {
  return invalid({ field: `calendar.${field}`, code: 'CALENDAR_INVALID', message });
}

/**
 * Answers the start of the instance in the series. 404 CALENDAR_EVENT_NOT_FOUND without a series, 400 where it has no
 * such instance.
 */
export function instanceStart(series: CalendarEvent | null, { uid, draft }: ChangeRequest): number {
  if (series === null) return failNotFound('CALENDAR_EVENT_NOT_FOUND', { uid });
  const { times, recurrence } = series;
  const clock = timeZoneOf(times.timeZone);
  const read = readMoment('recurrenceId', draft.recurrenceId ?? '', clock, times.allDay);
  if ('problem' in read) return refuse('recurrenceId', read.problem.message);
  const isOne =
    recurrence !== null &&
    !recurrence.exceptions.includes(read.value) &&
    isInstance({ times, recurrenceRule: recurrence.rule }, read.value);
  return isOne ? read.value : refuse('recurrenceId', 'Must be the start of an instance of the series.');
}

/** Answers the instance as the series has it. */
function unchanged(series: CalendarEvent, start: number): CalendarEvent {
  const { times } = series;
  const clock = timeZoneOf(times.timeZone);
  const length = times.allDay ? times.end - times.start : clock.localOf(times.end) - clock.localOf(times.start);
  const end = times.allDay ? start + length : clock.instantOf(clock.localOf(start) + length);
  return { ...series, times: { ...times, start, end }, recurrence: null, recurrenceId: start };
}

/**
 * Changes an instance and answers it; `stored` is its earlier change. Its sequence becomes that of the series. A
 * cancelled series has no instance to change any more.
 */
export function changeInstance(
  series: CalendarEvent,
  stored: CalendarEvent | null,
  start: number,
  request: ChangeRequest,
): EventChange {
  const { draft } = request;
  const known = stored ?? unchanged(series, start);
  const { sequence } = series;
  const status = series.status === 'CANCELLED' ? series.status : known.status;
  if (draft.times !== null && draft.times.allDay !== series.times.allDay) {
    refuse('allDay', 'An instance has days or times as its series has.');
  }
  // RECURRENCE-ID is written by the clock of the series, and so are the other times.
  const times = draft.times === null ? null : { ...draft.times, timeZone: series.times.timeZone };
  const before = { ...known, sequence, status };
  const change = changeEvent(before, { ...request, draft: { ...draft, times } });
  return change.event === before ? { ...change, event: known } : change;
}
