// Proves that a series is told as calendars understand it, and that one instance of it can be moved and called off for itself.
import type { SvcCalendarEventModel } from '@keelson/contract';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TemplateServer } from '../template-server.fixture.ts';
import { calendarOf, mailsOf, opened, people, startCalendarServer, tell, told } from './calendar-server.fixture.ts';

let server: TemplateServer;
beforeAll(async () => {
  server = await startCalendarServer();
});
afterAll(() => server?.stop());

/** Mondays at ten in Berlin, over the change of the clocks. */
const weekly = (changes: object = {}) =>
  calendarOf({
    startDate: '2026-03-16T10:00:00',
    timeZone: 'Europe/Berlin',
    recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
    ...changes,
  });
const instance = (uid: string, recurrenceId: string, changes: object = {}) => {
  const timeZone = 'Europe/Berlin';
  return calendarOf({ uid, recurrenceId, timeZone, startDate: recurrenceId, ...changes });
};
async function firstMail(group: string | null) {
  return opened((await mailsOf(server, group!))[0]!.raw);
}
async function shown(uid: string, recurrenceId?: string) {
  const query = recurrenceId === undefined ? '' : `?recurrenceId=${encodeURIComponent(recurrenceId)}`;
  return server.as<SvcCalendarEventModel>(server.admin, 'GET', `/notification/calendar/by-uid/${uid}${query}`);
}
const problemsOf = async (calendar: object) => {
  const { error } = await tell(server, calendar);
  return (error!.errorArguments as { field: string; code: string }[]).map(({ field, code }) => `${field} ${code}`);
};

describe('a series', () => {
  it('mail-notification 27: is told by the clock of its zone, with the zone, its rule and what it leaves out', async () => {
    const { group, uid } = await told(server, weekly({ exceptionDates: ['2026-03-23T10:00:00'] }));
    const { attached, calendar: _, ...read } = await firstMail(group);
    expect(attached).toContain('DTSTART;TZID=Europe/Berlin:20260316T100000\n');
    expect(attached).toContain('DTEND;TZID=Europe/Berlin:20260316T110000\n');
    expect(attached).toContain('EXDATE;TZID=Europe/Berlin:20260323T100000\n');
    expect(read.text('rrule')).toBe('FREQ=WEEKLY;COUNT=4;BYDAY=MO');
    const whole = new ICAL.Component(ICAL.parse(attached) as unknown[]);
    ICAL.TimezoneService.register(whole.getFirstSubcomponent('vtimezone')!);
    const iterator = new ICAL.Event(whole.getFirstSubcomponent('vevent')!).iterator();
    const starts = Array.from({ length: 3 }, () => iterator.next().toJSDate().toISOString());
    expect(starts).toEqual(['2026-03-16T09:00:00.000Z', '2026-03-30T08:00:00.000Z', '2026-04-06T08:00:00.000Z']);
    expect((await shown(uid)).body).toMatchObject({
      recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
      exceptionDates: ['2026-03-23T09:00:00.000Z'],
      recurrenceId: null,
    });
  });

  it('mail-notification 27: has instances that are moved and called off for themselves, under its sequence', async () => {
    const { uid } = await told(server, weekly());
    const moved = await told(server, instance(uid, '2026-03-30T10:00:00', { startDate: '2026-03-31T14:00:00' }));
    expect(moved).toMatchObject({ uid, sequence: 1 });
    const first = await firstMail(moved.group);
    expect(first.attached).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260330T100000\n');
    expect(first.attached).toContain('DTSTART;TZID=Europe/Berlin:20260331T140000\n');
    expect(first.text('rrule')).toBe('null');
    const cancelled = await told(server, { uid, method: 'CANCEL', recurrenceId: '2026-04-06T10:00:00+02:00' });
    expect(cancelled.sequence).toBe(2);
    const second = await firstMail(cancelled.group);
    expect([second.text('status'), second.value('sequence')]).toEqual(['CANCELLED', 2]);
    expect(second.attached).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260406T100000\n');
    expect((await shown(uid)).body).toMatchObject({ status: 'CONFIRMED', sequence: 2 });
    expect((await shown(uid, '2026-03-30T08:00:00.000Z')).body).toMatchObject({
      startDate: '2026-03-31T12:00:00.000Z',
      sequence: 1,
    });
    expect((await shown(uid, '2026-04-06T08:00:00.000Z')).body).toMatchObject({ status: 'CANCELLED' });
    const again = await tell(server, { uid, method: 'CANCEL', recurrenceId: '2026-04-06T10:00:00' });
    expect([again.status, again.headers.get('x-svc-notification-uuid')]).toEqual([200, null]);
    const revived = await tell(server, instance(uid, '2026-04-06T10:00:00'));
    expect(revived.error?.errorCode).toBe('CALENDAR_EVENT_CANCELLED');
  });

  it('mail-notification 27: loses what was said of instances when its rule or start changes', async () => {
    const { uid } = await told(server, weekly());
    await told(server, instance(uid, '2026-03-30T10:00:00', { startDate: '2026-03-31T14:00:00' }));
    expect(await told(server, weekly({ uid, summary: 'Other' }))).toMatchObject({ sequence: 1 });
    expect((await shown(uid, '2026-03-30T08:00:00Z')).status).toBe(200);
    expect(await told(server, weekly({ uid, recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5' }))).toMatchObject({
      sequence: 2,
    });
    expect((await shown(uid, '2026-03-30T08:00:00Z')).status).toBe(404);
    expect(
      await told(server, weekly({ uid, recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=5', attendees: people('ada') })),
    ).toMatchObject({ sequence: 3 });
  });

  it('mail-notification 27: is refused where it does not begin with its start, or names an instance that it has not', async () => {
    expect(await problemsOf(weekly({ startDate: '2026-03-17T10:00:00' }))).toEqual([
      'calendar.recurrenceRule INVALID_RECURRENCE_RULE',
    ]);
    expect(await problemsOf(weekly({ recurrenceRule: 'FREQ=WEEKLY;UNTIL=20260401' }))).toEqual([
      'calendar.recurrenceRule INVALID_RECURRENCE_RULE',
    ]);
    expect(await problemsOf(weekly({ recurrenceRule: 'FREQ=HOURLY' }))).toEqual([
      'calendar.recurrenceRule INVALID_RECURRENCE_RULE',
    ]);
    expect(await problemsOf(weekly({ exceptionDates: ['2026-03-24T10:00:00', 'x'] }))).toEqual([
      'calendar.exceptionDates[0] CALENDAR_INVALID',
      'calendar.exceptionDates[1] CALENDAR_INVALID',
    ]);
    expect(await problemsOf(weekly({ recurrenceId: '2026-03-16T10:00:00' }))).toEqual([
      'calendar.recurrenceId CALENDAR_INVALID',
      'calendar.uid REQUIRED',
    ]);
    expect(await problemsOf(calendarOf({ exceptionDates: ['2026-03-24T10:00:00'] }))).toEqual([
      'calendar.recurrenceRule REQUIRED',
    ]);
    const { uid } = await told(server, weekly());
    expect(await problemsOf(instance(uid, '2026-03-31T10:00:00'))).toEqual(['calendar.recurrenceId CALENDAR_INVALID']);
    expect(await problemsOf(instance(uid, '2026-03-30', { startDate: '2026-03-30T10:00:00' }))).toEqual([
      'calendar.recurrenceId CALENDAR_INVALID',
    ]);
    const single = await told(server, calendarOf());
    expect(await problemsOf(instance(single.uid, '2026-03-30T10:00:00'))).toEqual([
      'calendar.recurrenceId CALENDAR_INVALID',
    ]);
    const nobody = await tell(server, instance('nobody@mail.example', '2026-03-30T10:00:00'));
    expect(nobody.error?.errorCode).toBe('CALENDAR_EVENT_NOT_FOUND');
  });
});
