// Answers the operations on events of calendars.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { sentHeadersOf } from '../sending/feature.ts';
import type { CalendarService } from './calendar.service.ts';
import type { EventReadingService } from './event-reading.service.ts';

export function createCalendarHandlers(calendar: CalendarService, reading: EventReadingService) {
  return {
    getCalendarEvent: ({ params, query, act }) => reading.one(act, params.uid, query.recurrenceId ?? null),
    queryCalendarPage: ({ body, act }) => reading.page(act, body),
    async calendarNotify({ act, body }) {
      const { uid, sequence, sent } = await calendar.notify(act, body);
      const headers = sent === null ? {} : sentHeadersOf(sent);
      return {
        body: undefined,
        headers: { ...headers, 'x-svc-calendar-uid': uid, 'x-svc-calendar-sequence': String(sequence) },
      };
    },
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
