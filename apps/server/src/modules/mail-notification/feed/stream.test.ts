// Tests the stream of what becomes of mails: what it tells, in which order, to whom, and what a client learns that comes back.
import { HOUR_MS } from '@keelson/time-zone/units';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { type EventReader, readEvents } from '../../../kernel/http/streams/streams.fixture.ts';
import {
  createTenant,
  query,
  type SettingServer,
  signInWith,
  startSettingServer,
} from '../../../testing/setting-server.ts';
import { endMail, lockMail } from '../log/mail-change.store.ts';
import { settleRestored } from './feed.store.ts';

const WAIT_MS = 30_000;
const PATH = '/notification/mail/stream';
let server: SettingServer;
let readers: EventReader[] = [];
beforeAll(async () => {
  server = await startSettingServer({
    settings: {
      'mail.default-sender': 'Suite <suite@mail.example>',
      'mail.rate.person-mails': 10_000,
      'mail.rate.person-recipients': 10_000,
    },
  });
  const content = { subject: 'Hello', content: 'Text.\n' };
  const contentMap = { en: content, tr: content };
  server.apis.mailNotification.shipTemplate({ code: 'test.told', name: 'Told', sensitive: false, contentMap });
});
afterEach(() => {
  for (const reader of readers) reader.close();
  readers = [];
});
afterAll(() => server?.stop());

/** Whoever has the head hears of everything from then on. */
async function listen(asked = '', { token = server.admin, lastEventId = '' } = {}): Promise<EventReader> {
  const place: Record<string, string> = lastEventId === '' ? {} : { 'last-event-id': lastEventId };
  const reader = await readEvents(`${server.url}${PATH}${asked}`, { authorization: `Bearer ${token}`, ...place });
  readers.push(reader);
  return reader;
}

/** Keeps a transaction open that has its number already. */
async function begin(): Promise<{ readonly tx: Transaction; readonly commit: () => Promise<void> }> {
  const { promise: begun, resolve: isBegun } = Promise.withResolvers<Transaction>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const done = server.kernel.database.transaction(async (tx) => {
    await tx.rows(sql('t_take_xid', 'SELECT pg_current_xact_id()'));
    isBegun(tx);
    await ended;
  });
  const commit = (): Promise<void> => {
    end();
    return done;
  };
  return { tx: await begun, commit };
}

async function accept(tx: Transaction, count: number, more: object = {}): Promise<readonly string[]> {
  const to = { address: 'ada@mail.example', name: null };
  const whole = {
    tenantIdentifier: 'default',
    templateCode: 'test.told',
    locale: 'en',
    to,
    parameters: {},
    expireDate: null,
  };
  const uuids: string[] = [];
  for (let number = 0; number < count; number += 1) {
    const { uuid } = await server.apis.mailNotification.enqueue(tx, { ...whole, createdBy: 'admin', ...more });
    uuids.push(uuid);
  }
  return uuids;
}
const acceptNow = (count: number, more: object = {}) =>
  server.kernel.database.transaction((tx) => accept(tx, count, more));

/** Sends as many through the group commit. */
async function send(count: number, more: object = {}): Promise<readonly string[]> {
  const request = { templateCode: 'test.told', to: ['ada@mail.example'], ...more };
  const requests = Array.from({ length: count }, () => request);
  const answer = await server.as<{ uuid: string }[]>(server.admin, 'POST', '/notification/mail/notify-batch', {
    requests,
  });
  return answer.body.map(({ uuid }) => uuid);
}

/** Cancels a mail in a transaction of somebody else, as an operator does. */
async function cancelIn(tx: Transaction, uuid: string): Promise<void> {
  const mail = await lockMail(tx, { tenantIdentifier: 'default', uuid, createdBy: null });
  const copies = mail!.recipients.map(({ id }) => id);
  const [now, by] = [new Date(server.clock.now()), 'admin'];
  await endMail(tx, mail!, { status: 'CANCELLED', copies, copyStatus: 'CANCELLED', removesContent: false, now, by });
}
const cancel = (uuid: string, token = server.admin) =>
  server.as(token, 'POST', `/notification/mail/cancel/by-uuid/${uuid}`);

const pathsIn = (readers_: readonly EventReader[]) => {
  const paths = new Map<string, string[]>();
  for (const { data } of readers_.flatMap(({ events }) => events)) {
    const path = paths.get(data.uuid) ?? [String(data.from)];
    // A change that is reported twice, left out or early breaks the path.
    paths.set(data.uuid, [...path, ...(path.at(-1) === String(data.from) ? [] : ['BROKEN']), data.to]);
  }
  return paths;
};
const told = (reader: EventReader) => reader.events.map(({ data }) => `${data.from} ${data.to}`);

it('mail-notification 20: tells every status of 1,000 mails once and in order, over a reconnection and beside slow transactions', async () => {
  server.settings.set('mail.sending-enabled', false);
  const first = await listen();
  // The first two take their numbers before all others; the one between stays open the longest.
  const early = await begin();
  const marker = await begin();
  const slow = await begin();
  const accepted = await send(500);
  const scheduled = await send(400, { sendDate: new Date(server.clock.now() + HOUR_MS).toISOString() });
  const cancelled = accepted.slice(0, 300);
  for (const uuid of cancelled) await cancelIn(early.tx, uuid);
  const [marked] = await accept(marker.tx, 1);
  const late = await accept(slow.tx, 99);
  await early.commit();
  await marker.commit();
  await first.until(({ events }) => events.some(({ data }) => data.uuid === marked), WAIT_MS);
  await slow.commit();
  await first.until(({ events }) => events.length > 500, WAIT_MS);
  first.close();

  server.settings.set('mail.sending-enabled', true);
  server.clock.advance(61_000);
  const second = await listen('', { lastEventId: first.lastEventId() });
  const sent = [...accepted.slice(300), marked!, ...late];
  const expected = scheduled.length + 2 * cancelled.length + 3 * sent.length;
  await second.until(({ events }) => events.length + first.events.length >= expected, WAIT_MS);

  const paths = pathsIn([first, second]);
  expect(paths.size).toBe(1_000);
  for (const uuid of scheduled) expect(paths.get(uuid)).toEqual(['null', 'SCHEDULED']);
  for (const uuid of cancelled) expect(paths.get(uuid)).toEqual(['null', 'QUEUED', 'CANCELLED']);
  for (const uuid of sent) expect(paths.get(uuid)).toEqual(['null', 'QUEUED', 'SENDING', 'CAPTURED']);
}, 60_000);

it('mail-notification 20: tells a caller of the mails that he caused, a tenant of its own, and each of those asked for', async () => {
  await createTenant(server, 'north');
  const person = await signInWith(server, 'told');
  const [own, all, north] = [
    await listen('', { token: person }),
    await listen(),
    await listen('', { token: await signInWith(server, 'northerner', ['ROLE_TENANT_ADMIN'], 'north') }),
  ];
  server.settings.set('mail.sending-enabled', false);
  const [mine] = await acceptNow(1, { createdBy: 'Told' });
  const [other] = await acceptNow(1);
  const [theirs] = await acceptNow(1, { tenantIdentifier: 'north', createdBy: 'northerner' });
  const one = await listen(`?uuid=${mine}&uuid=${other?.toUpperCase()}`);
  const group = await listen(`?groupUuid=${mine}`);
  expect((await cancel(mine!, person)).status).toBe(200);
  await cancel(other!);
  await north.until(({ events }) => events.length === 1);
  await all.until(({ events }) => events.length === 4);
  await one.until(({ events }) => events.length === 2);
  const uuidsOf = ({ events }: EventReader) => events.map(({ data }) => data.uuid);
  expect([uuidsOf(own), uuidsOf(all)]).toEqual([
    [mine, mine],
    [mine, other, mine, other],
  ]);
  expect([uuidsOf(one), uuidsOf(north), uuidsOf(group)]).toEqual([[mine, other], [theirs], []]);
  expect(all.events[2]).toMatchObject({
    event: 'status',
    data: { groupUuid: null, from: 'QUEUED', to: 'CANCELLED', metadata: {} },
  });

  const many = Array.from({ length: 101 }, () => `uuid=${mine}`).join('&');
  const refused = await server.as(server.admin, 'GET', `${PATH}?${many}`);
  expect([refused.status, refused.error?.errorArguments[0]]).toMatchObject([400, { field: 'query.uuid' }]);
});

it('tells a mail that waits for its date as SCHEDULED, and each end of mails that expire together once', async () => {
  server.settings.set('mail.sending-enabled', false);
  const reader = await listen();
  const sendDate = new Date(server.clock.now() + HOUR_MS).toISOString();
  const body = {
    to: ['ada@mail.example'],
    content: { subject: 'Later', content: 'Text.' },
    sendDate,
    metadata: { order: '7' },
  };
  const answer = await server.as(server.admin, 'POST', '/notification/mail/notify-with-content', body);
  const uuid = answer.headers.get('x-svc-notification-uuid')!;
  await cancel(uuid);
  await acceptNow(1, { expireDate: new Date(server.clock.now() + 1_000) });
  server.clock.advance(2_000);
  // Whoever would deliver may hold the mail for a moment, and it expires at the next look.
  await expect
    .poll(() => {
      server.jobs.find(({ name }) => name === 'mail-expiry')!.wake();
      return reader.events.length;
    })
    .toBe(4);
  expect(told(reader)).toEqual(['null SCHEDULED', 'SCHEDULED CANCELLED', 'null QUEUED', 'QUEUED EXPIRED']);
  expect(reader.events[0]?.data).toMatchObject({ uuid, metadata: { order: '7' } });
});

it('tells a client to ask anew that comes back with a place that nobody knows, or one that is older than the log', async () => {
  const day = 86_400_000;
  for (const lastEventId of [
    'nowhere',
    `${server.clock.now() - 91 * day}.1.1`,
    `${server.clock.now()}.99999999999999999999.1`,
  ]) {
    const reader = await listen('', { lastEventId });
    await reader.until(({ events }) => events.length === 1);
    expect(reader.events[0]?.event).toBe('resync');
  }
  const again = await listen('', { lastEventId: `${server.clock.now() - 89 * day}.1.1` });
  await again.until(({ events }) => events.length > 0);
  expect(again.events[0]?.event).toBe('status');
});

it('goes on after a restore into a cluster with lower numbers of transactions', async () => {
  server.settings.set('mail.sending-enabled', false);
  const [uuid] = await acceptNow(1);
  await query(server, `UPDATE mail SET feed_xid = '9000000000' WHERE uuid = $1`, [uuid]);
  await query(
    server,
    `UPDATE mail_event SET xid = '9000000000' WHERE mail_id = (SELECT id FROM mail WHERE uuid = $1)`,
    [uuid],
  );
  await settleRestored(server.kernel.database);
  const reader = await listen(`?uuid=${uuid}`, { lastEventId: `${server.clock.now()}.0.0` });
  await cancel(uuid!);
  await reader.until(({ events }) => events.length === 2);
  expect(told(reader)).toEqual(['null QUEUED', 'QUEUED CANCELLED']);
});
