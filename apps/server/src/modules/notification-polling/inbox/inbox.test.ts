// Tests what a person sees, marks and counts, on two processes of one database.
import type { SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signIn, USER_PASSWORD } from '../../../testing/sign-in.ts';
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
import { everybodyBut } from '../record/audience.ts';

/** So many marks are counted on the other process; POLLING_MARKS says another number. */
const MARKS = Number(process.env.POLLING_MARKS ?? 50);

let first: PollingServer;
let second: PollingServer;
let sender: string;

beforeAll(async () => {
  first = await startPollingServer({ env: sharedKeys, settings: { 'session.max-per-user': 0 } });
  second = await joinPollingServer(first, sharedKeys);
  sender = await signInWith(first, 'sender', ['ROLE_TENANT_ADMIN']);
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const byUser = (server: PollingServer, token: string, name: string, headers: Record<string, string> = {}) => {
  server.clock.advance(1_000);
  return server.as<number>(token, 'GET', `/polling/user/unread/by-user/${name}`, undefined, headers);
};

describe('the number of unread ones', () => {
  it('notification-polling 2: a sent announcement counts for all whom it is for and not for its sender, and withdrawn for nobody, at once on both processes', async () => {
    const [one, other] = [await signInWith(first, 'one'), await signInWith(first, 'other')];
    const before = [await countOf(first, one), await countOf(second, other), await countOf(second, sender)];
    const sent = await announce(first, { audience: { users: ['ONE'] } }, sender);
    expect(sent).toMatchObject({ status: 'PUBLISHED', read: true });
    expect(await countOf(second, one)).toBe(before[0]! + 1);
    expect(await countOf(second, other)).toBe(before[1]);
    expect(await countOf(second, sender)).toBe(before[2]);
    expect((await act(second, sender, 'withdraw', sent)).body.status).toBe('WITHDRAWN');
    expect(await countOf(first, one)).toBe(before[0]);
    expect((await pageOf(first, one)).data.map(({ uuid }) => uuid)).not.toContain(sent.uuid);
  });

  it(
    'notification-polling 13: the own mark shows in the next count on the other process',
    async () => {
      const person = await signInWith(first, 'marker');
      const sent = await announce(first, {}, sender);
      const base = await countOf(first, person);
      for (let round = 0; round < MARKS / 2; round += 1) {
        const [here, there] = round % 2 === 0 ? [first, second] : [second, first];
        await act(here, person, 'read', sent);
        expect(await countOf(there, person)).toBe(base - 1);
        await act(there, person, 'unread', sent);
        expect(await countOf(here, person)).toBe(base);
      }
      await act(first, sender, 'withdraw', sent);
    },
    15_000 + 100 * MARKS,
  );

  it('notification-polling 11: another name without the authority is refused alike whether it exists or not, and is found whatever its form', async () => {
    const asker = await signInWith(first, 'asker');
    const strange = 'Jürgen@haus/ost';
    const theirs = await signInWith(first, strange);
    const sent = await announce(first, {}, sender);
    const refusals = await Promise.all(['one', 'nobody-at-all'].map((name) => byUser(first, asker, name)));
    const said = refusals.map(({ status, error }) => [status, error?.errorCode, error?.errorArguments]);
    expect(said[0]).toEqual([403, 'ACCESS_DENIED', [{ authority: 'USER_NOTIFICATION_VIEW_ANY' }]]);
    expect(said[1]).toEqual(said[0]);
    const own = await countOf(second, theirs);
    const address = encodeURIComponent('JÜRGEN@HAUS/OST');
    expect((await byUser(first, theirs, address)).body).toBe(own);
    expect((await byUser(first, sender, address)).body).toBe(own);
    expect((await byUser(first, sender, 'nobody-at-all')).error?.errorCode).toBe('USER_NOT_FOUND');
    await act(first, sender, 'withdraw', sent);
  });

  it('notification-polling 14: the number is exact up to 1,000, and says when there are more', async () => {
    const person = await signInWith(first, 'swamped');
    const draft = await announce(first, { publish: false }, sender);
    await query(
      first,
      `WITH head AS (UPDATE polling_head SET publish_seq = publish_seq + 1500, change_seq = change_seq + 1
         WHERE tenant_identifier = 'default' RETURNING publish_seq, change_seq)
       INSERT INTO polling_announcement (uuid, version, tenant_identifier, status, content_type, type, display_type, priority,
         pinned, start_date, audience, dismissible, metadata, publish_date, publish_seq, revision, change_seq, content_hash,
         created_by, created_by_folded, updated_by, date_created, date_updated, deleted)
       SELECT gen_random_uuid(), 1, 'default', 'PUBLISHED', 'TEXT', 'INFO', 'INBOX', 5, false, $1, $2, true, '{}',
         $1, publish_seq - 1500 + n, 1, change_seq, '', 'bulk', 'bulk', 'bulk', $1, $1, false
       FROM head, generate_series(1, 1500) n`,
      [new Date(first.clock.now()), everybodyBut(null)],
    );
    const answer = await byUser(second, person, 'swamped');
    expect([answer.body, answer.headers.get('x-svc-count-capped')]).toEqual([1_000, 'true']);
    expect((await announceOne()).error?.errorCode).toBe('ANNOUNCEMENT_LIMIT_EXCEEDED');
    expect((await act(first, sender, 'publish', draft)).error?.errorCode).toBe('ANNOUNCEMENT_LIMIT_EXCEEDED');
    await query(
      first,
      `WITH head AS (UPDATE polling_head SET change_seq = change_seq + 1 WHERE tenant_identifier = 'default' RETURNING change_seq)
       UPDATE polling_announcement a SET status = 'WITHDRAWN', change_seq = head.change_seq FROM head WHERE a.created_by = 'bulk'`,
    );
    const later = await byUser(second, person, 'swamped');
    expect([later.body, later.headers.get('x-svc-count-capped')]).toEqual([0, null]);
  });

  const announceOne = () =>
    first.as(sender, 'POST', '/polling/announcement/send', { title: 'One more', content: 'Too many.' });

  it('notification-polling 15: a session asks ten times in ten seconds and is then told to wait', async () => {
    const person = await signInWith(first, 'eager');
    first.clock.advance(10_000);
    const statuses: number[] = [];
    for (let n = 0; n < 11; n += 1) statuses.push((await first.as(person, 'GET', '/polling/user/unread')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    const detail = await first.as(person, 'GET', '/polling/user/unread/detail');
    expect(detail.error?.errorCode).toBe('RATE_LIMITED');
    const refused = await first.as(person, 'GET', '/polling/user/unread/by-user/eager');
    expect([refused.error?.errorCode, refused.headers.get('retry-after')]).toEqual(['RATE_LIMITED', '10']);
  });
});

describe('the tag of a count', () => {
  it('notification-polling 12: the tag holds while nothing changes, and changes where one was read and another came, one was withdrawn, or the language changed', async () => {
    const person = await signInWith(first, 'tagged');
    const [old, taken] = [await announce(first, {}, sender), await announce(first, {}, sender)];
    const ask = async (server: PollingServer, tag = '', token = person) => {
      const { status, headers, text, body } = await byUser(server, token, 'tagged', { 'if-none-match': tag });
      return { status, text, body, tag: headers.get('etag') ?? '', headers };
    };
    const start = await ask(first);
    expect(start.headers.get('cache-control')).toBe('private, no-cache');
    expect(start.headers.get('vary')).toContain('Authorization, Cookie, X-API-Key');
    expect(start.headers.get('x-svc-poll-interval')).toBe('60');
    const same = await ask(second, start.tag);
    expect([same.status, same.text]).toEqual([304, '']);
    // Another session of hers has the same tag, one that speaks another language has its own.
    expect((await ask(first, start.tag, await signIn(first, 'tagged', USER_PASSWORD))).status).toBe(304);
    const { uuid, version } = (await first.as<SvcUserModel>(first.admin, 'GET', '/users/by-username/tagged')).body;
    expect((await first.as(first.admin, 'PUT', '/users', { uuid, version, locale: 'tr' })).status).toBe(200);
    const turkish = await signIn(first, 'tagged', USER_PASSWORD);
    const told = await ask(second, start.tag, turkish);
    expect([told.status, told.body, told.tag === start.tag]).toEqual([200, start.body, false]);
    expect((await ask(first, told.tag, turkish)).status).toBe(304);
    await act(first, person, 'read', old);
    const fresh = await announce(first, {}, sender);
    const after = await ask(second, start.tag);
    expect([after.status, after.body]).toEqual([200, start.body]);
    await act(first, sender, 'withdraw', taken);
    expect((await ask(second, after.tag)).status).toBe(200);
    const neighbour = await signInWith(first, 'neighbour');
    expect((await byUser(first, neighbour, 'neighbour', { 'if-none-match': after.tag })).status).toBe(200);
    for (const one of [old, fresh]) await act(first, sender, 'withdraw', one);
  });
});

describe('what a person does', () => {
  it('notification-polling 4: a page marks nothing, and each mark changes the view of one person alone', async () => {
    const [person, other] = [await signInWith(first, 'alone'), await signInWith(first, 'beside')];
    const sent = await announce(first, {}, sender);
    const viewOf = async (token: string) => {
      const { data } = await pageOf(second, token, { uuidList: [sent.uuid], archived: null });
      return data.map(({ read, archived, dismissed }) => ({ read, archived, dismissed }))[0] ?? null;
    };
    const fresh = { read: false, archived: false, dismissed: false };
    expect([await viewOf(person), await viewOf(person)]).toEqual([fresh, fresh]);
    expect((await act(first, person, 'read', sent)).status).toBe(200);
    expect(await viewOf(person)).toEqual({ ...fresh, read: true });
    await act(first, person, 'unread', sent);
    expect(await viewOf(person)).toEqual(fresh);
    const base = await countOf(second, person);
    await act(first, person, 'dismiss', sent);
    expect(await viewOf(person)).toEqual({ read: true, archived: false, dismissed: true });
    expect(await countOf(second, person)).toBe(base - 1);
    await act(first, person, 'unread', sent);
    await act(first, person, 'archive', sent);
    expect([await viewOf(person), await countOf(second, person)]).toEqual([null, base - 1]);
    expect((await pageOf(second, person, { archived: true })).data.map(({ uuid }) => uuid)).toEqual([sent.uuid]);
    await act(first, person, 'unarchive', sent);
    expect(await viewOf(person)).toEqual({ read: true, archived: false, dismissed: true });
    expect(await viewOf(other)).toEqual(fresh);
    const fixed = await announce(first, { dismissible: false }, sender);
    expect((await act(first, person, 'dismiss', fixed)).error?.errorCode).toBe('ANNOUNCEMENT_NOT_DISMISSIBLE');
    const unseen = await announce(first, { audience: { users: ['beside'] } }, sender);
    for (const verb of ['read', 'unread', 'archive', 'unarchive', 'dismiss']) {
      expect((await act(first, person, verb, unseen)).error?.errorCode).toBe('ANNOUNCEMENT_NOT_FOUND');
    }
    for (const one of [sent, fixed, unseen]) await act(first, sender, 'withdraw', one);
  });

  it('notification-polling 9: marks of several at once tell what was found, and stop at nothing', async () => {
    const person = await signInWith(first, 'several');
    const [one, two] = [await announce(first, {}, sender), await announce(first, {}, sender)];
    const absent = '0198c0de-0000-7000-8000-000000000000';
    const base = await countOf(first, person);
    const mark = (verb: string, body: unknown) => first.as(person, 'POST', `/polling/announcement/${verb}`, body);
    const answer = await mark('read', [one.uuid, absent, two.uuid, one.uuid]);
    expect(answer.body).toEqual([
      { uuid: one.uuid, found: true, held: false },
      { uuid: absent, found: false, held: false },
      { uuid: two.uuid, found: true, held: false },
      { uuid: one.uuid, found: true, held: false },
    ]);
    expect(await countOf(second, person)).toBe(base - 2);
    expect((await mark('archive', [two.uuid])).status).toBe(200);
    expect((await pageOf(second, person, { archived: true })).totalElements).toBe(1);
    expect((await mark('read', [])).status).toBe(400);
    expect(
      (
        await mark(
          'read',
          Array.from({ length: 501 }, () => one.uuid),
        )
      ).status,
    ).toBe(400);
    for (const sent of [one, two]) await act(first, sender, 'withdraw', sent);
  });

  it('notification-polling 6: read-all covers what its token covered, takes explicit unread marks back, and removes receipts that say nothing more', async () => {
    const person = await signInWith(first, 'reader');
    const items = [];
    for (let n = 0; n < 5; n += 1) items.push(await announce(first, {}, sender));
    const [read, unread, archived, dismissed] = items;
    await act(first, person, 'read', read!);
    await act(first, person, 'unread', unread!);
    await act(first, person, 'archive', archived!);
    await act(first, person, 'dismiss', dismissed!);
    const { asOf } = await pageOf(second, person);
    const late = await announce(first, {}, sender);
    for (const verb of ['read', 'unread']) await act(first, person, verb, late);
    expect(await readAll(second, person, asOf)).toBe(1);
    expect(await countOf(first, person)).toBe(1);
    const kept = await query<{ id: string }>(
      first,
      `SELECT a.uuid AS id FROM polling_receipt r JOIN polling_announcement a ON a.id = r.announcement_id
       WHERE r.username_folded = 'reader' ORDER BY a.id`,
    );
    expect(kept.map(({ id }) => id)).toEqual([archived!.uuid, dismissed!.uuid, late.uuid]);
    const newest = (await pageOf(second, person)).asOf;
    expect(await readAll(first, person, newest)).toBe(0);
    expect(await readAll(first, person, asOf)).toBe(0);
    await act(first, person, 'unread', read!);
    expect(await countOf(second, person)).toBe(1);
    expect(await readAll(first, person, newest)).toBe(0);
    const refused = await Promise.all(
      [{}, { asOf: 'nonsense' }, { asOf: Buffer.from('1.999999.0').toString('base64url') }].map((body) =>
        first.as(person, 'POST', '/polling/announcement/read-all', body),
      ),
    );
    expect(refused.map(({ error }) => error?.errorArguments[0]?.code)).toEqual([
      'REQUIRED',
      'AS_OF_INVALID',
      'AS_OF_INVALID',
    ]);
    for (const one of [...items, late]) await act(first, sender, 'withdraw', one);
  });
});
