// Tests what people do not want to be notified of.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventReader } from '../../../kernel/http/streams/streams.fixture.ts';
import { followPolling, lastOf } from '../live/page-client.fixture.ts';
import {
  announce,
  countOf,
  eventually,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

let first: PollingServer;
let second: PollingServer;
let reader: EventReader | undefined;
beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
});
afterAll(async () => {
  reader?.close();
  await second?.stop();
  await first?.stop();
});

const save = (token: string, body: object, server = first) => server.as(token, 'PUT', '/polling/user/preference', body);
const notify = (name: string, model: object) =>
  first.as(first.admin, 'POST', '/polling/notification/send', { users: [name], title: 'Ready', ...model });
const numbered = () =>
  eventually(
    () => query<{ open: number }>(first, 'SELECT count(*)::int AS open FROM polling_notification WHERE seq IS NULL'),
    ([row]) => row?.open === 0,
  );

it('notification-polling 47: what is muted is neither counted nor pushed, and still listed', async () => {
  const person = await signInWith(first, 'quiet');
  const stream = await followPolling(second, person);
  reader = stream;
  const { cursor } = lastOf(stream, 'ready');
  expect((await save(person, { mutedTypeList: ['RELEASE', 'RELEASE'] })).body).toEqual({
    mutedTypeList: ['RELEASE'],
    mutedApplicationList: [],
  });
  expect((await save(person, { mutedApplicationList: ['lunch'] }, second)).body).toEqual({
    mutedTypeList: ['RELEASE'],
    mutedApplicationList: ['lunch'],
  });
  const muted = [await announce(first, { type: 'RELEASE' }), await announce(first, { application: 'lunch' })];
  await notify('quiet', { type: 'RELEASE' });
  await notify('quiet', { application: 'lunch' });
  await numbered();
  expect(await countOf(second, person)).toBe(0);
  const detail = await first.as(person, 'GET', '/polling/user/unread/detail');
  expect(detail.body).toMatchObject({ total: 0, announcements: 0, notifications: 0, byType: {} });
  expect((await pageOf(first, person)).data.map(({ uuid }) => uuid).sort()).toEqual(
    muted.map(({ uuid }) => uuid).sort(),
  );
  const told = await first.as<{ data: object[] }>(person, 'POST', '/polling/user/notification/page', {});
  expect(told.body.data).toHaveLength(2);
  const loud = await announce(first, { type: 'CRITICAL', application: 'lunch' });
  const must = await announce(first, { type: 'RELEASE', acknowledgementRequired: true });
  await notify('quiet', { type: 'CRITICAL', application: 'lunch', title: 'Loud' });
  const toldOf = () => stream.events.filter(({ event }) => event === 'announcement' || event === 'notification');
  // The count may be told before what it counts.
  await stream.until((one) => lastOf(one, 'unread')?.total === 3 && toldOf().length >= 3);
  const heard = toldOf();
  expect(heard.map(({ data }) => data.uuid).slice(0, 2)).toEqual([loud.uuid, must.uuid]);
  expect(heard.map(({ data }) => data.title)).toEqual(['News', 'News', 'Loud']);
  const changes = await first.as<{ changes: { kind: string }[] }>(
    person,
    'GET',
    `/polling/user/changes?after=${cursor}`,
  );
  expect(changes.body.changes.map(({ kind }) => kind)).toEqual(['ANNOUNCEMENT', 'ANNOUNCEMENT', 'NOTIFICATION']);
  expect(await countOf(second, person)).toBe(3);
  expect((await save(person, { mutedTypeList: null, mutedApplicationList: null })).body).toEqual({
    mutedTypeList: [],
    mutedApplicationList: [],
  });
  expect(await countOf(second, person)).toBe(7);
  await reader.until((one) => lastOf(one, 'unread')?.total === 7);
});

it('notification-polling 47: what is critical cannot be muted, and nobody mutes for somebody else', async () => {
  const [person, other] = [await signInWith(first, 'strict'), await signInWith(first, 'free')];
  const refused = await save(person, { mutedTypeList: ['INFO', 'CRITICAL'] });
  expect(refused.error?.errorArguments).toMatchObject([{ field: 'mutedTypeList[1]', code: 'NOT_ALLOWED' }]);
  await save(person, { mutedTypeList: ['INFO'] });
  expect((await first.as(other, 'GET', '/polling/user/preference')).body).toEqual({
    mutedTypeList: [],
    mutedApplicationList: [],
  });
  expect((await save(person, { mutedTypeList: ['NOISE'] })).status).toBe(400);
});
