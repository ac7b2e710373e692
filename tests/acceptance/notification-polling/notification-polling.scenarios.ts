// Plays the scenarios of announcements that are sent, changed, read and counted.
import { expect, vi } from 'vitest';
import { listenTo } from '../../support/event-stream.ts';
import type { Person } from '../../support/people.ts';
import type { Scenario, World } from '../world.ts';

const text = { title: 'Maintenance', content: 'The service rests tonight.' } as const;

/** Sends to one person alone, so that no other scenario counts it. */
async function told({ admin, somebody }: World, model: object = {}) {
  const person = await somebody();
  const body = { ...text, audience: { users: [person.username] }, ...model };
  const { body: sent } = await admin.sure.notificationPolling.send({ body });
  return { person, sent, params: { uuid: sent.uuid } };
}

async function find(person: Person, uuid: string, archived = false) {
  const { body } = await person.sure.notificationPolling.queryPage({ body: { uuidList: [uuid], archived } });
  return body.data[0];
}

const count = async (person: Person) => (await person.sure.notificationPolling.getUnreadCount()).body;

/** Somebody is told something, which is numbered by now. */
async function notified({ admin, somebody }: World) {
  const person = await somebody();
  const body = { users: [person.username], title: 'Ready', content: 'Your report.' };
  await admin.sure.notificationPolling.sendNotification({ body });
  const uuid = await numbered(person);
  return { person, uuid, params: { uuid } };
}

async function numbered(person: Person): Promise<string> {
  const read = async () => (await findTold(person))?.uuid;
  await vi.waitFor(async () => expect(await read()).toBeDefined(), { timeout: 20_000, interval: 5 });
  return (await read()) ?? '';
}

async function findTold(person: Person, archived = false) {
  const { body } = await person.sure.notificationPolling.queryNotifications({ body: { archived } });
  return body.data[0];
}

async function tokenOf(person: Person): Promise<string> {
  const { headers } = await person.sure.notificationPolling.queryNotifications({ body: {} });
  return headers.get('x-svc-as-of') ?? '';
}

export const pollingScenarios: Readonly<Record<string, Scenario>> = {
  'notification-polling send': async (as, { admin, somebody }) => {
    const person = await somebody();
    const before = await count(person);
    const body = { ...text, audience: { users: [person.username] } };
    const { body: sent } = await as(admin).notificationPolling.send({ body });
    expect(sent).toMatchObject({ ...text, status: 'PUBLISHED' });
    expect(await count(person)).toBe(before + 1);
  },
  'notification-polling queryPage': async (as, world) => {
    const { person, sent } = await told(world);
    const { body, headers } = await as(person).notificationPolling.queryPage({ body: { uuidList: [sent.uuid] } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ ...text, read: false, audience: null }] });
    expect(headers.get('x-svc-as-of')).toMatch(/./);
  },
  'notification-polling getUnreadNotificationCountByUser': async (as, world) => {
    const { person } = await told(world);
    const params = { user: person.username };
    const { body } = await as(person).notificationPolling.getUnreadNotificationCountByUser({ params });
    expect(body).toBe(await count(person));
    const asked = await as(world.admin).notificationPolling.getUnreadNotificationCountByUser({ params });
    expect(asked.body).toBe(body);
  },
  'notification-polling getUnreadCount': async (as, world) => {
    const { person } = await told(world);
    expect((await as(person).notificationPolling.getUnreadCount()).body).toBeGreaterThanOrEqual(1);
  },
  'notification-polling getAnnouncement': async (as, world) => {
    const { person, params } = await told(world);
    const { body, headers } = await as(person).notificationPolling.getAnnouncement({ params });
    expect(body).toMatchObject({ ...text, contentHtml: text.content });
    expect(headers.get('etag')).toMatch(/^"/);
  },
  'notification-polling updateAnnouncement': async (as, world) => {
    const { sent } = await told(world);
    const body = { uuid: sent.uuid, version: 1, title: 'Later' };
    const { body: changed } = await as(world.admin).notificationPolling.updateAnnouncement({ body });
    expect(changed).toMatchObject({ title: 'Later', content: text.content, version: 2 });
  },
  'notification-polling deleteAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world);
    await as(world.admin).notificationPolling.deleteAnnouncement({ params });
    expect(await find(person, sent.uuid)).toBeUndefined();
  },
  'notification-polling publishAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world, { publish: false });
    expect(await find(person, sent.uuid)).toBeUndefined();
    const { body } = await as(world.admin).notificationPolling.publishAnnouncement({ params });
    expect(body.status).toBe('PUBLISHED');
    expect(await find(person, sent.uuid)).toMatchObject(text);
  },
  'notification-polling withdrawAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world);
    const { body } = await as(world.admin).notificationPolling.withdrawAnnouncement({ params });
    expect(body.status).toBe('WITHDRAWN');
    expect(await find(person, sent.uuid)).toBeUndefined();
  },
  'notification-polling readAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world);
    await as(person).notificationPolling.readAnnouncement({ params });
    expect(await find(person, sent.uuid)).toMatchObject({ read: true });
  },
  'notification-polling unreadAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world);
    await person.sure.notificationPolling.readAnnouncement({ params });
    await as(person).notificationPolling.unreadAnnouncement({ params });
    expect(await find(person, sent.uuid)).toMatchObject({ read: false });
  },
  'notification-polling archiveAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world);
    await as(person).notificationPolling.archiveAnnouncement({ params });
    expect(await find(person, sent.uuid)).toBeUndefined();
    expect(await find(person, sent.uuid, true)).toMatchObject({ archived: true, read: true });
  },
  'notification-polling unarchiveAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world);
    await person.sure.notificationPolling.archiveAnnouncement({ params });
    await as(person).notificationPolling.unarchiveAnnouncement({ params });
    expect(await find(person, sent.uuid)).toMatchObject({ archived: false, read: true });
  },
  'notification-polling dismissAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world, { displayType: 'BANNER' });
    await as(person).notificationPolling.dismissAnnouncement({ params });
    expect(await find(person, sent.uuid)).toMatchObject({ dismissed: true, read: true });
  },
  'notification-polling acknowledgeAnnouncement': async (as, world) => {
    const { person, sent, params } = await told(world, { acknowledgementRequired: true });
    await as(person).notificationPolling.acknowledgeAnnouncement({ params });
    expect(await find(person, sent.uuid)).toMatchObject({ acknowledged: true, read: true });
  },
  'notification-polling readAnnouncements': async (as, world) => {
    const { person, sent } = await told(world);
    const { body } = await as(person).notificationPolling.readAnnouncements({ body: [sent.uuid] });
    expect(body).toEqual([{ uuid: sent.uuid, found: true, held: false }]);
    expect(await find(person, sent.uuid)).toMatchObject({ read: true });
  },
  'notification-polling archiveAnnouncements': async (as, world) => {
    const { person, sent } = await told(world);
    const { body } = await as(person).notificationPolling.archiveAnnouncements({ body: [sent.uuid] });
    expect(body).toEqual([{ uuid: sent.uuid, found: true, held: false }]);
    expect(await find(person, sent.uuid, true)).toMatchObject({ archived: true });
  },
  'notification-polling sendNotification': async (as, { admin, somebody }) => {
    const person = await somebody();
    const before = await count(person);
    const body = { users: [person.username], title: 'Ready' };
    const { body: sent } = await as(admin).notificationPolling.sendNotification({ body });
    expect(sent).toEqual({ stored: 1, duplicates: 0, unknown: [] });
    expect(await count(person)).toBe(before + 1);
  },
  'notification-polling queryNotifications': async (as, world) => {
    const { person, uuid } = await notified(world);
    const { body } = await as(person).notificationPolling.queryNotifications({ body: { read: false } });
    expect(body).toMatchObject({ totalElements: 1, data: [{ uuid, title: 'Ready', read: false }] });
  },
  'notification-polling readNotification': async (as, world) => {
    const { person, params } = await notified(world);
    await as(person).notificationPolling.readNotification({ params });
    expect(await findTold(person)).toMatchObject({ read: true });
  },
  'notification-polling unreadNotification': async (as, world) => {
    const { person, params } = await notified(world);
    await person.sure.notificationPolling.readNotification({ params });
    await as(person).notificationPolling.unreadNotification({ params });
    expect(await findTold(person)).toMatchObject({ read: false });
  },
  'notification-polling archiveNotification': async (as, world) => {
    const { person, params } = await notified(world);
    await as(person).notificationPolling.archiveNotification({ params });
    expect(await findTold(person, true)).toMatchObject({ archived: true, read: true });
  },
  'notification-polling deleteNotification': async (as, world) => {
    const { person, params } = await notified(world);
    await as(person).notificationPolling.deleteNotification({ params });
    expect(await findTold(person)).toBeUndefined();
  },
  'notification-polling readNotifications': async (as, world) => {
    const { person, uuid } = await notified(world);
    const { body } = await as(person).notificationPolling.readNotifications({ body: [uuid] });
    expect(body).toEqual([{ uuid, found: true, held: false }]);
    expect(await findTold(person)).toMatchObject({ read: true });
  },
  'notification-polling archiveNotifications': async (as, world) => {
    const { person, uuid } = await notified(world);
    const { body } = await as(person).notificationPolling.archiveNotifications({ body: [uuid] });
    expect(body).toEqual([{ uuid, found: true, held: false }]);
    expect(await findTold(person, true)).toMatchObject({ archived: true });
  },
  'notification-polling readAllNotifications': async (as, world) => {
    const { person } = await notified(world);
    const body = { asOf: await tokenOf(person) };
    expect((await as(person).notificationPolling.readAllNotifications({ body })).body).toBe(0);
    expect(await findTold(person)).toMatchObject({ read: true });
  },
  'notification-polling readEverything': async (as, world) => {
    const { person } = await notified(world);
    const body = { asOf: await tokenOf(person) };
    expect((await as(person).notificationPolling.readEverything({ body })).body).toBe(0);
    expect(await count(person)).toBe(0);
  },
  'notification-polling getUnreadDetail': async (as, world) => {
    const { person } = await notified(world);
    const { body } = await as(person).notificationPolling.getUnreadDetail();
    expect(body).toMatchObject({ notifications: 1, capped: false, total: body.announcements + 1 });
  },
  'notification-polling getStatistics': async (as, world) => {
    const { person, params } = await told(world, { acknowledgementRequired: true });
    await person.sure.notificationPolling.acknowledgeAnnouncement({ params });
    const { body } = await as(world.admin).notificationPolling.getStatistics({ params });
    expect(body).toMatchObject({ readByReceipt: 1, acknowledged: 1, estimated: false });
  },
  'notification-polling pageAcknowledgements': async (as, world) => {
    const { person, params } = await told(world, { acknowledgementRequired: true });
    await person.sure.notificationPolling.acknowledgeAnnouncement({ params });
    const { body } = await as(world.admin).notificationPolling.pageAcknowledgements({ params, body: {} });
    expect(body).toMatchObject({ totalElements: 1, data: [{ username: person.username }] });
  },
  'notification-polling previewAnnouncement': async (as, { admin, somebody }) => {
    const person = await somebody();
    const body = { ...text, contentType: 'MARKDOWN', audience: { users: [person.username] } } as const;
    const { body: shown } = await as(admin).notificationPolling.previewAnnouncement({ body });
    expect(shown).toMatchObject({ audienceEstimate: 1, estimated: false, texts: [{ locale: 'default' }] });
    expect(await count(person)).toBe(0);
  },
  'notification-polling getPreference': async (as, { somebody }) => {
    const person = await somebody();
    const { body } = await as(person).notificationPolling.getPreference();
    expect(body).toEqual({ mutedTypeList: [], mutedApplicationList: [] });
  },
  'notification-polling savePreference': async (as, world) => {
    const { person } = await told(world, { type: 'RELEASE' });
    const before = await count(person);
    await as(person).notificationPolling.savePreference({ body: { mutedTypeList: ['RELEASE'] } });
    expect(await count(person)).toBe(before - 1);
  },
  'notification-polling getChanges': async (as, world) => {
    const person = await world.somebody();
    const { cursor } = (await person.sure.notificationPolling.getChanges()).body;
    const body = { ...text, audience: { users: [person.username] } };
    const { body: sent } = await world.admin.sure.notificationPolling.send({ body });
    const { body: told } = await as(person).notificationPolling.getChanges({ query: { after: cursor } });
    expect(told).toMatchObject({ resync: false });
    expect(told.changes.map(({ uuid }) => uuid)).toContain(sent.uuid);
  },
  'notification-polling streamChanges': async (as, world) => {
    const person = await world.somebody();
    const listener = listenTo((await as(person).notificationPolling.streamChanges()).body);
    try {
      await listener.hear(({ event }) => event === 'ready');
      const body = { ...text, audience: { users: [person.username] } };
      const { body: sent } = await world.admin.sure.notificationPolling.send({ body });
      const heard = await listener.hear(({ data }) => data.uuid === sent.uuid);
      expect(heard).toMatchObject({ event: 'announcement', data: { ...text, read: false } });
    } finally {
      await listener.close();
    }
  },
  'notification-polling readAllAnnouncements': async (as, world) => {
    const { person, sent } = await told(world);
    const { headers } = await person.sure.notificationPolling.queryPage({ body: {} });
    const asOf = headers.get('x-svc-as-of') ?? '';
    await as(person).notificationPolling.readAllAnnouncements({ body: { asOf } });
    expect(await find(person, sent.uuid)).toMatchObject({ read: true });
  },
};
