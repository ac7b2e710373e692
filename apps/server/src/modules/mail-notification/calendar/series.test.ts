// Proves that a series is told as calendars understand it, and that one instance of it can be moved and called off for itself.
import type { SvcCalendarEventModel } from '@keelson/contract';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query } from '../../../testing/sign-in.ts';
import type { TemplateServer } from '../template-server.fixture.ts';
import {
  calendarOf,
  calendarParts,
  mailsOf,
  opened,
  people,
  startCalendarServer,
  tell,
  told,
} from './calendar-server.fixture.ts';
import { judge, python } from './ical/icalendar-judge.fixture.ts';

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

  it('mail-notification 27: says its recurrence and its times in the locale and zone of each reader', async () => {
    await server.as(server.admin, 'POST', '/users', { username: 'ayse' });
    const columns =
      "email = 'ayse@mail.example', email_folded = 'ayse@mail.example', email_verified = true, locale = 'tr-TR', time_zone = 'Asia/Tokyo'";
    await query(server, `UPDATE auth_user SET ${columns} WHERE username = 'ayse'`);
    const attendees = people('ayse', 'bob');
    const { group, uid } = await told(server, weekly({ attendees, exceptionDates: ['2026-03-23T10:00:00'] }));
    const texts = await Promise.all(
      (await mailsOf(server, group!)).map(async ({ raw }) => (await opened(raw)).message.text),
    );
    expect(texts[0]).toContain('Zaman: 16 Mart 2026 Pazartesi 18:00 – 16 Mart 2026 Pazartesi 19:00 (Asia/Tokyo)');
    expect(texts[0]).toContain('Yineleme: Her hafta pazartesi günü (Europe/Berlin), 4 kez, 23 Mart 2026 hariç\n');
    expect(texts[1]).toMatch(/When: Monday, March 16, 2026 at 10:00\sAM – .* \(Europe\/Berlin\)/);
    expect(texts[1]).toContain('Repeats: Every week on Monday, 4 times, not on March 23, 2026\n');
    const single = await told(server, calendarOf({ attendees: people('bob') }));
    expect((await firstMail(single.group)).message.text).not.toContain('Repeats');
    const moved = await told(server, instance(uid, '2026-03-30T10:00:00', { attendees: people('bob') }));
    expect((await firstMail(moved.group)).message.text).not.toContain('Repeats');
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

  it('mail-notification 27: keeps what was said of instances when it leaves others out, or is longer', async () => {
    const { uid } = await told(server, weekly());
    const moved = { startDate: '2026-03-31T14:00:00', duration: 'PT30M' };
    await told(server, instance(uid, '2026-03-30T10:00:00', moved));
    await told(server, instance(uid, '2026-03-23T10:00:00', { summary: 'Shorter' }));
    const statuses = async () =>
      Promise.all(
        ['2026-03-23T09:00:00Z', '2026-03-30T08:00:00Z'].map(async (start) => (await shown(uid, start)).status),
      );
    await told(server, weekly({ uid, exceptionDates: ['2026-04-06T10:00:00'] }));
    expect(await statuses()).toEqual([200, 200]);
    await told(server, weekly({ uid, exceptionDates: ['2026-04-06T10:00:00'], duration: 'PT2H' }));
    expect(await statuses()).toEqual([200, 200]);
    expect((await shown(uid, '2026-03-30T08:00:00Z')).body).toMatchObject({ endDate: '2026-03-31T12:30:00.000Z' });
    const exceptionDates = ['2026-03-23T10:00:00', '2026-04-06T10:00:00'];
    expect(await told(server, weekly({ uid, exceptionDates, duration: 'PT2H' }))).toMatchObject({ sequence: 4 });
    expect(await statuses()).toEqual([404, 200]);
    // By the clock of another zone the rule has other instances, though the first one begins when it did.
    await told(server, weekly({ uid, timeZone: 'Africa/Lagos' }));
    expect(await statuses()).toEqual([404, 404]);
  });

  it('mail-notification 27: is told to who joins it with the instances that were changed, but for those of others', async () => {
    const { uid } = await told(server, weekly());
    await told(server, instance(uid, '2026-03-23T10:00:00', { startDate: '2026-03-24T14:00:00' }));
    await told(server, instance(uid, '2026-03-30T10:00:00', { attendees: people('ada', 'bob', 'dan') }));
    await told(server, { uid, method: 'CANCEL', recurrenceId: '2026-04-06T10:00:00' });
    const { group, sequence } = await told(server, weekly({ uid, attendees: people('ada', 'bob', 'cem') }));
    expect(sequence).toBe(2);
    const mails = await mailsOf(server, group!);
    expect(mails.map(({ address, mail }) => `${address} ${mail.templateCode}`)).toEqual([
      'ada@mail.example calendar.update',
      'bob@mail.example calendar.update',
      'cem@mail.example calendar.request',
    ]);
    const [adas, , cems] = mails.map(({ raw }) => calendarParts(raw).map(({ text }) => text));
    const eventsOf = (text: string) => {
      const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
      const values = (one: ICAL.Component, name: string) => one.getAllProperties(name).flatMap((of) => of.getValues());
      return calendar.getAllSubcomponents('vevent').map((one) => ({
        of: values(one, 'recurrence-id').map(String).join(),
        start: String(one.getFirstPropertyValue('dtstart')),
        sequence: one.getFirstPropertyValue('sequence'),
        out: values(one, 'exdate').map(String),
        people: values(one, 'attendee').map((address) =>
          String(address).slice('mailto:'.length, -'@mail.example'.length),
        ),
      }));
    };
    const series = { of: '', start: '2026-03-16T10:00:00', sequence: 2, people: ['ada', 'bob', 'cem'] };
    const joined = {
      of: '2026-03-23T10:00:00',
      start: '2026-03-24T14:00:00',
      sequence: 1,
      people: ['ada', 'bob', 'cem'],
    };
    for (const text of cems!) {
      expect(eventsOf(text)).toEqual([
        { ...series, out: ['2026-03-30T10:00:00', '2026-04-06T10:00:00'] },
        { ...joined, out: [] },
      ]);
    }
    // Whoever was there before has been told of the others; one that was called off is not shown again.
    expect(eventsOf(adas![0]!)).toEqual([{ ...series, out: ['2026-04-06T10:00:00'] }]);
    const listOf = async (start: string) => (await shown(uid, start)).body.attendees.map(({ name }) => name);
    expect(await listOf('2026-03-23T09:00:00Z')).toEqual(['ada', 'bob', 'cem']);
    expect(await listOf('2026-03-30T08:00:00Z')).toEqual(['ada', 'bob', 'dan']);
    if (python !== '') {
      expect(judge(cems!)).toMatchObject(cems!.map(() => ({ uid, instances: ['2026-03-23T10:00:00+01:00'] })));
    }
    // Who leaves the series leaves those instances, too; who is on the list of one hears of it when he joins.
    const later = await told(server, weekly({ uid, attendees: people('ada', 'cem', 'dan') }));
    expect(await listOf('2026-03-23T09:00:00Z')).toEqual(['ada', 'cem', 'dan']);
    const dans = (await mailsOf(server, later.group!)).find(({ address }) => address === 'dan@mail.example');
    expect(eventsOf(calendarParts(dans!.raw)[0]!.text).map(({ of, out }) => [of, out])).toEqual([
      ['', ['2026-04-06T10:00:00']],
      ['2026-03-23T10:00:00', []],
      ['2026-03-30T10:00:00', []],
    ]);
  });

  it('mail-notification 27: is refused to so many at once that its changed instances are too much for their mails', async () => {
    const rule = { recurrenceRule: 'FREQ=WEEKLY;BYDAY=MO;COUNT=6', attendees: people('ada') };
    const { uid } = await told(server, weekly(rule));
    for (const day of ['03-23', '03-30', '04-06', '04-13', '04-20']) {
      const changes = { attendees: people('ada'), htmlDescription: ';'.repeat(32_000) };
      await told(server, instance(uid, `2026-${day}T10:00:00`, changes));
    }
    const many = people('ada', ...Array.from({ length: 499 }, (_, index) => `guest.${index}`));
    const refused = await tell(server, weekly({ ...rule, uid, attendees: many }));
    expect([refused.status, refused.error?.errorCode]).toEqual([413, 'MAIL_TOO_LARGE']);
    expect((await shown(uid)).body.attendees).toHaveLength(1);
    const some = await tell(server, weekly({ ...rule, uid, attendees: many.slice(0, 3) }));
    expect(some.status).toBe(200);
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
