// Answers the stamp of the next message: stamps, which have seconds, order two messages of one sequence.
import { SECOND_MS } from '@keelson/time-zone/units';
import type { CalendarEvent } from '../calendar.types.ts';

export function stampAfter({ stamp }: Pick<CalendarEvent, 'stamp'>, now: Date): Date {
  const earliest = Math.floor(stamp.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS;
  return new Date(Math.max(now.getTime(), earliest));
}
