// Tests what is told of changes since a cursor.
import type { SvcPollingChangesModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Announced,
  act,
  announce,
  eventually,
  type PollingServer,
  pageOf,
  query,
  readAll,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

const DAY_SECONDS = 24 * 60 * 60;

let server: PollingServer;
beforeAll(async () => {
  server = await startPollingServer({ settings: { 'session.max-per-user': 0 } });
});
afterAll(() => server?.stop());

async function changesOf(token: string, after?: string): Promise<SvcPollingChangesModel> {
  const path = `/polling/user/changes${after === undefined ? '' : `?after=${encodeURIComponent(after)}`}`;
  const { status, text, body } = await server.as<SvcPollingChangesModel>(token, 'GET', path);
  expect(status, text).toBe(200);
  return body;
}
const briefOf = ({ changes }: SvcPollingChangesModel) => changes.map(({ kind, uuid }) => [kind, uuid]);
const notify = (name: string, model: object = {}) =>
  server.as(server.admin, 'POST', '/polling/notification/send', { users: [name], title: 'Ready', ...model });
const numbered = () =>
  eventually(
    () => query<{ open: number }>(server, 'SELECT count(*)::int AS open FROM polling_notification WHERE seq IS NULL'),
    ([row]) => row?.open === 0,
  );

it('notification-polling 37: changes tell what is new and gone since a cursor, for whom it is for', async () => {
  const [ada, max] = [await signInWith(server, 'ada'), await signInWith(server, 'max')];
  const [start, others] = [await changesOf(ada), await changesOf(max)];
  expect(start).toMatchObject({ changes: [], resync: false });
  const all = await announce(server, { title: 'All' });
  const own = await announce(server, { title: 'Own', audience: { users: ['ada'] } });
  await notify('ada');
  await numbered();
  const told = await changesOf(ada, start.cursor);
  expect(told).toMatchObject({
    resync: false,
    changes: [
      { kind: 'ANNOUNCEMENT', uuid: all.uuid, announcement: { title: 'All', read: false }, notification: null },
      { kind: 'ANNOUNCEMENT', uuid: own.uuid },
      { kind: 'NOTIFICATION', announcement: null, notification: { title: 'Ready', read: false } },
    ],
  });
  expect(briefOf(await changesOf(max, others.cursor))).toEqual([['ANNOUNCEMENT', all.uuid]]);
  expect((await changesOf(ada, told.cursor)).changes).toEqual([]);
  await act(server, server.admin, 'withdraw', own);
  expect(briefOf(await changesOf(ada, told.cursor))).toEqual([['ANNOUNCEMENT_REMOVED', own.uuid]]);
  expect(briefOf(await changesOf(max, others.cursor))).toEqual([['ANNOUNCEMENT', all.uuid]]);
});

it('notification-polling 37: changes tell that it is gone to those from whom it was taken, and what says something else', async () => {
  const [kept, dropped] = [await signInWith(server, 'kept'), await signInWith(server, 'dropped')];
  const one = await announce(server, { audience: { users: ['kept', 'dropped'] } });
  await act(server, kept, 'read', one);
  const [left, right] = [await changesOf(kept), await changesOf(dropped)];
  const body = { uuid: one.uuid, version: 1, title: 'Else', audience: { users: ['kept'] } };
  expect((await server.as(server.admin, 'PUT', '/polling/announcement', body)).status).toBe(200);
  expect((await changesOf(kept, left.cursor)).changes).toMatchObject([
    { kind: 'ANNOUNCEMENT', announcement: { title: 'Else', read: true } },
  ]);
  expect(briefOf(await changesOf(dropped, right.cursor))).toEqual([['ANNOUNCEMENT_REMOVED', one.uuid]]);
});

it('notification-polling 37: changes tell what was marked on another device, and a read-all as one', async () => {
  const person = await signInWith(server, 'marks');
  const [one, two] = [await announce(server), await announce(server)];
  await notify('marks');
  await notify('marks', { title: 'Second' });
  await numbered();
  const page = await server.as<{ data: Announced[] }>(person, 'POST', '/polling/user/notification/page', {});
  const [newest, oldest] = page.body.data;
  const { cursor } = await changesOf(person);
  await act(server, person, 'archive', one);
  const path = '/polling/user/notification';
  await server.as(person, 'POST', `${path}/read/by-uuid/${newest!.uuid}`);
  await server.as(person, 'DELETE', `${path}/by-uuid/${oldest!.uuid}`);
  expect(await changesOf(person, cursor)).toMatchObject({
    changes: [
      { kind: 'STATE', uuid: one.uuid, announcement: { archived: true, read: true } },
      { kind: 'STATE', uuid: newest!.uuid, notification: { read: true } },
      { kind: 'NOTIFICATION_REMOVED', uuid: oldest!.uuid, notification: null },
    ],
  });
  const { asOf } = await pageOf(server, person);
  await readAll(server, person, asOf);
  await act(server, person, 'unread', two);
  await server.as(person, 'POST', `${path}/read-all`, { asOf });
  const { changes } = await changesOf(person, cursor);
  expect(changes.slice(3)).toMatchObject([
    { kind: 'STATE', uuid: null, readUpTo: { publishSeq: two.publishSeq, notificationSeq: null } },
    { kind: 'STATE', uuid: two.uuid, announcement: { read: false } },
    {
      kind: 'STATE',
      uuid: null,
      readUpTo: { publishSeq: null, notificationSeq: (newest as never as { seq: number }).seq },
    },
  ]);
});

it('notification-polling 37: what was merged after it was shown is told to be gone, what never was is not told at all', async () => {
  const person = await signInWith(server, 'merged');
  const send = async (title: string) => {
    await notify('merged', { title, groupKey: 'k' });
    await numbered();
  };
  const shown = async () =>
    (await server.as<{ data: Announced[] }>(person, 'POST', '/polling/user/notification/page', {})).body.data;
  await send('A');
  const [one] = await shown();
  await server.as(person, 'POST', `/polling/user/notification/read/by-uuid/${one!.uuid}`);
  await send('B');
  const two = (await shown()).find(({ uuid }) => uuid !== one!.uuid);
  await server.as(person, 'POST', `/polling/user/notification/unread/by-uuid/${one!.uuid}`);
  const { cursor } = await changesOf(person);
  await send('C');
  const { changes } = await changesOf(person, cursor);
  expect(
    changes.map(({ kind, uuid, notification }) => [kind, uuid, notification?.title, notification?.groupCount]),
  ).toEqual(
    expect.arrayContaining([
      ['NOTIFICATION', one!.uuid, 'C', 3],
      ['NOTIFICATION_REMOVED', two!.uuid, undefined, undefined],
    ]),
  );
  expect(changes).toHaveLength(2);
});

it('notification-polling 38: a cursor that nobody wrote, is too old, of somebody else or of other authorities asks to read the pages again', async () => {
  const [ada, other] = [await signInWith(server, 'asks'), await signInWith(server, 'strange')];
  const { cursor } = await changesOf(ada);
  const beyond = cursor.replace(/^1\.\d+/, '1.999999');
  for (const after of ['', 'x', '1.2.3', 'é', beyond, (await changesOf(other)).cursor]) {
    const answer = await changesOf(ada, after);
    expect(answer, after).toMatchObject({ changes: [], resync: true });
    expect((await changesOf(ada, answer.cursor)).resync).toBe(false);
  }
  const long = await server.as(ada, 'GET', `/polling/user/changes?after=${'x'.repeat(257)}`);
  expect([long.status, long.error?.errorArguments]).toMatchObject([400, [{ field: 'query.after', code: 'TOO_LONG' }]]);
  const agedBy = (seconds: number) => cursor.replace(/\d+$/, (written) => String(Number(written) - seconds));
  expect((await changesOf(ada, agedBy(30 * DAY_SECONDS - 60))).resync).toBe(false);
  expect((await changesOf(ada, agedBy(30 * DAY_SECONDS + 60))).resync).toBe(true);
});

it('notification-polling 38: more than 200 changes ask to read the pages again', async () => {
  const person = await signInWith(server, 'many');
  const { cursor } = await changesOf(person);
  await query(
    server,
    `INSERT INTO polling_notification (uuid, version, tenant_identifier, username_folded, title, content_type, type, metadata,
       created_by, updated_by, date_created, date_updated)
     SELECT gen_random_uuid(), 1, 'default', 'many', 'n' || n, 'TEXT', 'INFO', '{}', '', '', $1, $1 FROM generate_series(1, 201) n`,
    [new Date(server.clock.now())],
  );
  server.jobs.find(({ name }) => name === 'polling-numbering')?.wake();
  await numbered();
  expect(await changesOf(person, cursor)).toMatchObject({ changes: [], resync: true });
});
