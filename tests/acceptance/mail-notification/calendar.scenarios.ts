// Plays the scenarios of invitations to events of calendars.
import { expect } from 'vitest';
import type { Scenario, World } from '../world.ts';

/** Ada is invited to an event of its own uid. */
async function invited({ admin, name }: World) {
  const uid = `${name('review')}@mail.example`;
  const calendar = {
    uid,
    summary: 'Review',
    startDate: '2026-03-02T10:00:00Z',
    organizer: { address: 'olga@mail.example' },
    attendees: [{ address: 'ada@mail.example', name: 'Ada' }],
  };
  await admin.sure.mailNotification.calendarNotify({ body: { calendar } });
  return { uid, calendar };
}

export const calendarScenarios: Readonly<Record<string, Scenario>> = {
  'mail-notification calendarNotify': async (as, { admin, name }) => {
    const uid = `${name('review')}@mail.example`;
    const calendar = {
      uid,
      summary: 'Review',
      startDate: '2026-03-02T10:00:00Z',
      organizer: { address: 'olga@mail.example' },
      attendees: [{ address: 'ada@mail.example', name: 'Ada' }],
    };
    const first = await as(admin).mailNotification.calendarNotify({ body: { calendar } });
    expect(first.headers.get('x-svc-calendar-uid')).toBe(uid);
    expect(first.headers.get('x-svc-calendar-sequence')).toBe('0');
    const mails = admin.sure.mailNotification;
    const groupUuid = first.headers.get('x-svc-notification-uuid') ?? '';
    const { body } = await mails.queryMailPage({ body: { groupUuid } });
    expect(body.data).toMatchObject([{ subject: 'Invitation: Review', templateCode: 'calendar.request' }]);
    const raw = (await mails.getRaw({ params: { uuid: body.data[0]?.uuid ?? '' } })).body;
    expect(Buffer.from(raw ?? '', 'base64').toString()).toContain('method=REQUEST');
    const over = await as(admin).mailNotification.calendarNotify({ body: { calendar: { uid, method: 'CANCEL' } } });
    expect(over.headers.get('x-svc-calendar-sequence')).toBe('1');
  },
  'mail-notification getCalendarEvent': async (as, world) => {
    const { uid, calendar } = await invited(world);
    await world.admin.sure.mailNotification.calendarNotify({ body: { calendar: { ...calendar, duration: 'PT2H' } } });
    const { body } = await as(world.admin).mailNotification.getCalendarEvent({ params: { uid } });
    expect(body).toMatchObject({ uid, sequence: 1, version: 1, endDate: '2026-03-02T12:00:00.000Z' });
    expect(body.attendees).toMatchObject([{ address: 'ada@mail.example', participationStatus: 'NEEDS_ACTION' }]);
  },
  'mail-notification queryCalendarPage': async (as, world) => {
    const { uid } = await invited(world);
    const filters = { uidList: [uid], attendee: 'ADA@mail.example', searchText: 'revi' } as const;
    const { body } = await as(world.admin).mailNotification.queryCalendarPage({ body: filters });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uid, sequence: 0, status: 'CONFIRMED' }] });
  },
};
