// Tells how each operation on events of calendars would reach into another tenant, and what comes back instead.
import type { ErrorCode } from '@keelson/contract';
import type { Reach } from '../reach.ts';
import type { Foreign } from '../tenants.ts';

/** They answer by the caller's own tenant alone. */
export const ownCalendarOperations = ['queryCalendarPage'];

const missing: ErrorCode = 'CALENDAR_EVENT_NOT_FOUND';

/** An administrator of the foreign tenant invites to it. */
async function theirs({ tenant }: Foreign): Promise<string> {
  const uid = `${Math.random().toString(36).slice(2)}@elsewhere.example`;
  const calendar = {
    uid,
    summary: 'Elsewhere',
    startDate: '2026-03-02T10:00:00Z',
    organizer: { address: 'olga@elsewhere.example' },
    attendees: [{ address: 'ada@elsewhere.example' }],
  };
  await tenant.deputy.sure.mailNotification.calendarNotify({ body: { calendar } });
  return uid;
}

export const calendarReaches: Readonly<Record<string, Reach>> = {
  calendarNotify: {
    call: async ({ mailNotification }, foreign) =>
      mailNotification.calendarNotify({ body: { calendar: { uid: await theirs(foreign), method: 'CANCEL' } } }),
    stranger: missing,
    everywhere: missing,
  },
  getCalendarEvent: {
    call: async ({ mailNotification }, foreign) =>
      mailNotification.getCalendarEvent({ params: { uid: await theirs(foreign) } }),
    stranger: missing,
    everywhere: { summary: 'Elsewhere' },
  },
};
