// Answers the stamp of the next message: two of one sequence are told apart by their stamps, which have seconds.
import type { CalendarEvent } from '../calendar.types.ts';

const SECOND_MS = 1_000;

export function stampAfter({ stamp }: Pick<CalendarEvent, 'stamp'>, now: Date): Date {
  const earliest = Math.floor(stamp.getTime() / SECOND_MS) * SECOND_MS + SECOND_MS;
  return new Date(Math.max(now.getTime(), earliest));
}
