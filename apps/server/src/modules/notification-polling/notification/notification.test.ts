// Tests notifications to named users: told once, numbered after their commit, merged, paged and marked by their owners.
import type { SvcUserNotificationModel, SvcUserNotificationSentModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccountsOf } from '../notified-people.fixture.ts';
import {
  announce,
  countOf,
  eventually,
  joinPollingServer,
  type PollingServer,
  query,
  sharedKeys,
  signInWith,
  startPollingServer,
} from '../polling-server.fixture.ts';

/** More of them by hand. */
const NOTIFIES = Number(process.env.POLLING_NOTIFIES ?? 60);

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

const tell = (users: readonly string[], model: object = {}, server = first) =>
  server.as<SvcUserNotificationSentModel>(first.admin, 'POST', '/polling/notification/send', {
    users,
    title: 'Ready',
    ...model,
  });

async function pageOf(token: string, body: object = {}) {
  const answer = await second.as<{ data: SvcUserNotificationModel[]; totalElements: number }>(
    token,
    'POST',
    '/polling/user/notification/page',
    body,
  );
  return { ...answer.body, asOf: answer.headers.get('x-svc-as-of') ?? '' };
}

/** Waits until so many are numbered. */
const numbered = (token: string, count: number) =>
  eventually(
    () => pageOf(token),
    ({ data }) => data.length === count,
  );

const post = <T = unknown>(token: string, path: string, body?: unknown) => second.as<T>(token, 'POST', path, body);

describe('notifications to named users', () => {
  it('notification-polling 29: a notification counts for each named user from its commit on, is shown once it is numbered, and names that nobody has are told', async () => {
    const [ada, bob] = [await signInWith(first, 'ada'), await signInWith(first, 'bob')];
    const told = await tell(['ADA', 'bob', 'ada'], { content: 'a < b', type: 'SUCCESS' });
    expect(told.body).toEqual({ stored: 2, duplicates: 0, unknown: [] });
    expect([await countOf(second, ada), await countOf(first, bob)]).toEqual([1, 1]);
    const { data } = await numbered(ada, 1);
    expect(data[0]).toMatchObject({
      title: 'Ready',
      contentHtml: 'a &lt; b',
      type: 'SUCCESS',
      read: false,
      seq: expect.any(Number),
    });
    const unknown = await tell(['ada', 'nobody']);
    expect([unknown.error?.errorCode, unknown.error?.errorArguments]).toEqual([
      'USER_UNKNOWN',
      [{ username: 'nobody' }],
    ]);
    expect((await tell(['ada', 'nobody'], { ignoreUnknown: true })).body).toEqual({
      stored: 1,
      duplicates: 0,
      unknown: ['nobody'],
    });
    const unsafe = { contentType: 'HTML', content: '<script>1</script>' };
    expect((await tell(['ada'], unsafe)).error?.errorCode).toBe('CONTENT_UNSAFE');
    const past = { expireDate: new Date(first.clock.now()).toISOString(), actionUrl: '//evil' };
    const problems = (await tell(['ada'], past)).error?.errorArguments.map(({ field, code }) => [field, code]);
    expect(problems).toEqual([
      ['expireDate', 'DATE_IN_PAST'],
      ['actionUrl', 'URL_INVALID'],
    ]);
  });

  it('notification-polling 30: marks of notifications are their owner’s alone, and each changes the count at once on the other process', async () => {
    const [cem, eve] = [await signInWith(first, 'cem'), await signInWith(first, 'eve')];
    await tell(['cem']);
    const [one] = (await numbered(cem, 1)).data;
    const mark = (token: string, verb: string) =>
      post(token, `/polling/user/notification/${verb}/by-uuid/${one!.uuid}`);
    for (const verb of ['read', 'unread', 'archive']) {
      expect((await mark(eve, verb)).error?.errorCode).toBe('USER_NOTIFICATION_NOT_FOUND');
    }
    expect((await second.as(eve, 'DELETE', `/polling/user/notification/by-uuid/${one!.uuid}`)).error?.errorCode).toBe(
      'USER_NOTIFICATION_NOT_FOUND',
    );
    await mark(cem, 'read');
    expect([await countOf(first, cem), (await pageOf(cem, { read: true })).totalElements]).toEqual([0, 1]);
    await mark(cem, 'unread');
    expect(await countOf(first, cem)).toBe(1);
    const list = await post(cem, '/polling/user/notification/read', [
      one!.uuid,
      '0198c0de-0000-7000-8000-000000000000',
    ]);
    expect(list.body).toEqual([
      { uuid: one!.uuid, found: true, held: false },
      { uuid: '0198c0de-0000-7000-8000-000000000000', found: false, held: false },
    ]);
    await post(cem, '/polling/user/notification/archive', [one!.uuid]);
    expect([(await pageOf(cem)).totalElements, (await pageOf(cem, { archived: true })).totalElements]).toEqual([0, 1]);
    expect((await second.as(cem, 'DELETE', `/polling/user/notification/by-uuid/${one!.uuid}`)).status).toBe(200);
    expect((await pageOf(cem, { archived: true })).totalElements).toBe(0);
  });

  it('notification-polling 31: a read-all covers notifications up to its token, and the one of everything announcements too', async () => {
    const fay = await signInWith(first, 'fay');
    await tell(['fay'], { title: 'Early' });
    await announce(first, { audience: { users: ['fay'] } });
    const { asOf } = await numbered(fay, 1);
    await tell(['fay'], { title: 'Late' });
    const newest = (await numbered(fay, 2)).asOf;
    expect((await post(fay, '/polling/user/notification/read-all', { asOf })).body).toBe(1);
    expect(await countOf(first, fay)).toBe(2);
    const detail = await second.as<object>(fay, 'GET', '/polling/user/unread/detail');
    expect(detail.body).toMatchObject({
      total: 2,
      announcements: 1,
      notifications: 1,
      byType: { INFO: 2 },
      capped: false,
    });
    expect((await post(fay, '/polling/user/read-all', { asOf: newest })).body).toBe(0);
    expect((await post(fay, '/polling/user/read-all', {})).status).toBe(400);
    expect((await post(fay, '/polling/user/read-all', { asOf: 'x' })).error?.errorArguments[0]?.code).toBe(
      'AS_OF_INVALID',
    );
    expect(await countOf(second, fay)).toBe(0);
  });

  it('notification-polling 32: those of one groupKey are merged while they are unread, and one uniqueKey is stored once however often it is sent', async () => {
    const gil = await signInWith(first, 'gil');
    for (const title of ['One', 'Two', 'Three']) await tell(['gil'], { title, groupKey: 'orders' });
    const merged = await eventually(
      () => pageOf(gil),
      ({ data }) => data[0]?.groupCount === 3,
    );
    expect(merged.data.map(({ title, groupCount }) => [title, groupCount])).toEqual([['Three', 3]]);
    expect(await countOf(first, gil)).toBe(1);
    await post(gil, '/polling/user/notification/read', [merged.data[0]!.uuid]);
    await tell(['gil'], { title: 'Four', groupKey: 'orders' });
    expect((await numbered(gil, 2)).data.map(({ groupCount }) => groupCount)).toEqual([1, 3]);
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, n) => tell(['gil'], { uniqueKey: 'once' }, n % 2 === 0 ? first : second)),
    );
    expect(sent.map(({ body }) => body.stored).reduce((sum, stored) => sum + stored, 0)).toBe(1);
    expect(await countOf(second, gil)).toBe(2);
  });

  it('notification-polling 33: many who tell the same users in random order meet no deadlock, and each is numbered once', async () => {
    const names = await createAccountsOf(first, 20);
    const shuffled = () => names.toSorted(() => Math.random() - 0.5);
    const answers = await Promise.all(
      Array.from({ length: NOTIFIES }, (_, n) =>
        tell(shuffled(), n % 3 === 0 ? { uniqueKey: `k${n % 2}` } : {}, n % 2 === 0 ? first : second),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const stored = answers.reduce((sum, { body }) => sum + body.stored, 0);
    const read = () =>
      query<{ rows: number; seqs: number; open: number }>(
        first,
        `SELECT count(*)::int AS rows, count(DISTINCT seq)::int AS seqs, count(*) FILTER (WHERE seq IS NULL)::int AS open
         FROM polling_notification WHERE username_folded = ANY($1::text[])`,
        [names],
      );
    const [row] = await eventually(read, ([found]) => found?.open === 0);
    expect(row).toEqual({ rows: stored, seqs: stored, open: 0 });
    const deadlocks = [...first.logLines, ...second.logLines].filter((line) => line.includes('deadlock'));
    expect(deadlocks).toEqual([]);
  });
});
