// Tests announcements that have to be acknowledged, who has read them, and how they would look.
import type {
  SvcAnnouncementPreviewModel,
  SvcAnnouncementStatisticsModel,
  SvcUnreadDetailModel,
} from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  act,
  announce,
  countOf,
  joinPollingServer,
  type PollingServer,
  pageOf,
  query,
  readAll,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

const MUST = { acknowledgementRequired: true } as const;

let first: PollingServer;
let second: PollingServer;
beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const codeOf = (answer: { readonly status: number; readonly error: { readonly errorCode: string } | null }) => [
  answer.status,
  answer.error?.errorCode,
];
const acknowledgements = (uuid: string, token = first.admin, body: object = {}) =>
  first.as<{ data: { username: string; acknowledgedDate: string }[]; totalElements: number }>(
    token,
    'POST',
    `/polling/announcement/acknowledgement/page/by-uuid/${uuid}`,
    body,
  );
const statistics = async (uuid: string, token = first.admin) =>
  (await first.as<SvcAnnouncementStatisticsModel>(token, 'GET', `/polling/announcement/statistics/by-uuid/${uuid}`))
    .body;
const preview = (body: object, token = first.admin) =>
  first.as<SvcAnnouncementPreviewModel>(token, 'POST', '/polling/announcement/preview', body);

it('notification-polling 46: what has to be acknowledged survives a read-all and reading, and is read by that alone', async () => {
  const person = await signInWith(first, 'ada');
  const one = await announce(first, MUST);
  const plain = await announce(first);
  await act(second, person, 'read', one);
  await readAll(second, person, (await pageOf(first, person)).asOf);
  expect(await countOf(first, person)).toBe(1);
  expect((await pageOf(first, person, { read: false })).data).toMatchObject([
    { uuid: one.uuid, read: false, acknowledged: false, acknowledgedDate: null, acknowledgementRequired: true },
  ]);
  const detail = async () =>
    (await first.as<SvcUnreadDetailModel>(person, 'GET', '/polling/user/unread/detail')).body.acknowledgementsOpen;
  expect(await detail()).toBe(1);
  for (const verb of ['archive', 'dismiss']) {
    expect(codeOf(await act(first, person, verb, one)), verb).toEqual([409, 'ANNOUNCEMENT_ACKNOWLEDGEMENT_REQUIRED']);
  }
  const list = await first.as(person, 'POST', '/polling/announcement/archive', [one.uuid, plain.uuid]);
  expect(list.body).toEqual([
    { uuid: one.uuid, found: true, held: true },
    { uuid: plain.uuid, found: true, held: false },
  ]);
  expect(await countOf(second, person)).toBe(1);
  for (let again = 0; again < 2; again += 1) expect((await act(second, person, 'acknowledge', one)).status).toBe(200);
  expect([await countOf(first, person), await detail()]).toEqual([0, 0]);
  await act(first, person, 'unread', one);
  expect(await countOf(first, person)).toBe(0);
  await readAll(first, person, (await pageOf(first, person)).asOf);
  expect((await pageOf(second, person, { acknowledged: true })).data).toMatchObject([{ uuid: one.uuid, read: true }]);
  expect((await act(first, person, 'archive', one)).status).toBe(200);
  const events = await query(first, `SELECT FROM log_event WHERE event_name = 'polling.announcement-acknowledged'`);
  expect(events).toHaveLength(1);
});

it('notification-polling 46: managers page who acknowledged and when; a significant change asks everybody again', async () => {
  const [one, two] = [await signInWith(first, 'Bora'), await signInWith(first, 'cem')];
  const sent = await announce(first, { ...MUST, audience: { users: ['bora', 'cem'] } });
  await act(first, one, 'acknowledge', sent);
  const firstAt = new Date(first.clock.now()).toISOString();
  first.clock.advance(MINUTE_MS);
  await act(second, two, 'acknowledge', sent);
  const { body } = await acknowledgements(sent.uuid);
  expect(body).toMatchObject({
    totalElements: 2,
    data: [{ username: 'cem' }, { username: 'Bora', acknowledgedDate: firstAt }],
  });
  const sort = { properties: ['username'], direction: 'ASC' };
  const small = await acknowledgements(sent.uuid, first.admin, { pageable: { pageSize: 1, pageNumber: 1, sort } });
  expect(small.body).toMatchObject({ totalElements: 2, data: [{ username: 'cem' }] });
  const past = await acknowledgements(sent.uuid, first.admin, { pageable: { pageNumber: 9 } });
  expect(past.body).toMatchObject({ totalElements: 2, data: [] });
  expect(codeOf(await acknowledgements(sent.uuid, one))).toEqual([403, 'ACCESS_DENIED']);
  const change = { uuid: sent.uuid, version: 1, title: 'Anew' };
  await first.as(first.admin, 'PUT', '/polling/announcement?significant=true', change);
  expect((await acknowledgements(sent.uuid)).body.totalElements).toBe(0);
  expect((await pageOf(first, one, { acknowledged: false })).data.map(({ uuid }) => uuid)).toContain(sent.uuid);
  const none = '019b76da-0000-7000-8000-00000000ffff';
  for (const path of ['statistics/by-uuid', 'acknowledgement/page/by-uuid']) {
    const method = path.startsWith('statistics') ? 'GET' : 'POST';
    const answer = await first.as(
      first.admin,
      method,
      `/polling/announcement/${path}/${none}`,
      method === 'POST' ? {} : undefined,
    );
    expect(codeOf(answer), path).toEqual([404, 'ANNOUNCEMENT_NOT_FOUND']);
  }
});

it('notification-polling 46: a MODAL that cannot be dismissed has to be acknowledged', async () => {
  const model = { title: 'x', content: 'y', displayType: 'MODAL', dismissible: false };
  const send = (more: object) => first.as(first.admin, 'POST', '/polling/announcement/send', { ...model, ...more });
  const refused = await send({});
  expect(refused.error?.errorArguments).toMatchObject([{ field: 'acknowledgementRequired', code: 'REQUIRED' }]);
  const sent = await send(MUST);
  expect(sent.status).toBe(200);
  expect(sent.body).toMatchObject({ read: false, acknowledged: false });
});

it('notification-polling 48: statistics count readers, watermarks and acknowledgements, at most once a minute', async () => {
  const persons = [];
  for (const name of ['stat1', 'stat2', 'stat3']) persons.push(await signInWith(first, name));
  const users = ['stat1', 'stat2', 'stat3'];
  const sent = await announce(first, { audience: { users } });
  await act(first, persons[0]!, 'dismiss', sent);
  await readAll(second, persons[1]!, (await pageOf(second, persons[1]!)).asOf);
  const counted = { readByReceipt: 2, readByWatermark: 1, dismissed: 1, acknowledged: 0, estimated: false };
  expect(await statistics(sent.uuid)).toMatchObject(counted);
  await act(first, persons[2]!, 'read', sent);
  expect(await statistics(sent.uuid)).toMatchObject(counted);
  first.clock.advance(MINUTE_MS);
  expect(await statistics(sent.uuid)).toMatchObject({ ...counted, readByReceipt: 3 });
  const byRole = await announce(first, { audience: { roles: ['ROLE_USER'] } });
  expect(await statistics(byRole.uuid)).toMatchObject({ estimated: true });
  const draft = await announce(first, { publish: false });
  expect(await statistics(draft.uuid)).toMatchObject({ readByReceipt: 0, readByWatermark: 0 });
});

it('notification-polling 48: a preview is checked like what is sent, and stores nothing', async () => {
  const rows = async () => (await query(first, 'SELECT FROM polling_announcement')).length;
  const before = await rows();
  const body = {
    title: 'P',
    content: '*x* <script>1</script>',
    contentType: 'MARKDOWN',
    audience: { users: ['ada', 'ADA'] },
  };
  const shown = (await preview(body)).body;
  expect(shown).toMatchObject({ audienceEstimate: 1, estimated: false });
  expect(shown.texts[0]?.contentHtml).not.toContain('<script');
  expect((await preview({ title: 'P', content: 'x' })).body.audienceEstimate).toBeGreaterThan(0);
  expect((await preview({ title: 'P', content: 'x', audience: { roles: ['ROLE_USER'] } })).body).toMatchObject({
    audienceEstimate: null,
    estimated: true,
  });
  expect(codeOf(await preview({ title: 'P', content: 'x', audience: {} }))).toEqual([422, 'AUDIENCE_EMPTY']);
  expect(codeOf(await preview({ title: 'P', content: '<script>x</script>', contentType: 'HTML' }))).toEqual([
    422,
    'CONTENT_UNSAFE',
  ]);
  expect(codeOf(await preview({ title: 'P', content: 'x', audience: { users: ['nobody-here'] } }))).toEqual([
    422,
    'USER_UNKNOWN',
  ]);
  expect(codeOf(await preview({ title: 'P', content: 'x', audience: { tenants: ['nowhere'] } }))).toEqual([
    404,
    'TENANT_NOT_FOUND',
  ]);
  expect(codeOf(await preview(body, await signInWith(first, 'plain')))).toEqual([403, 'ACCESS_DENIED']);
  expect(await rows()).toBe(before);
});
