// Proves the limits of sessions under parallel begins over two processes, and what other modules may ask of sessions.
import { randomBytes } from 'node:crypto';
import type { SvcSecuritySession, SvcSessionTokenModel } from '@keelson/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createManualClock } from '../../../kernel/database/clock.ts';
import {
  type Answer,
  call,
  createActiveUser,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const PARALLEL = 20;
const LIMIT = 3;
let first: TestServer;
let second: TestServer;
let adminToken: string;

beforeAll(async () => {
  const clock = createManualClock();
  const env = { KEELSON_SECRET_KEYS: `test:${randomBytes(32).toString('base64url')}` };
  first = await startDirectory({ clock, env });
  second = await startDirectory({ clock, env, sharedDatabase: first.database });
  adminToken = await signInAdmin(first);
});
afterAll(async () => {
  await second.stop();
  await first.stop();
});
beforeEach(() => {
  for (const { settings } of [first, second]) {
    settings.set('session.max-per-user', LIMIT);
    settings.set('session.max-per-tenant', 0);
    settings.set('session.limit-action', 'CLOSE_OLDEST');
  }
});

const set = (code: string, value: number | string): void => {
  for (const { settings } of [first, second]) settings.set(code, value);
};
const open = async (username: string) =>
  (await query(first, 'SELECT 1 FROM session_entry WHERE username = $1 AND closed_date IS NULL', [username])).length;
const begin = (server: TestServer, username: string, session: object = {}) =>
  call<SvcSessionTokenModel>(server, 'POST', '/begin/token', {
    token: adminToken,
    body: { session: { username, ...session }, authorities: [{ role: 'R', authority: username }] },
  });
const inParallel = (work: (server: TestServer) => Promise<Answer<SvcSessionTokenModel>>) =>
  Promise.all(Array.from({ length: PARALLEL }, (_, index) => work(index % 2 === 0 ? first : second)));
const statuses = (answers: readonly Answer[]) => ({
  begun: answers.filter(({ status }) => status === 200).length,
  denied: answers.filter(({ error }) => error?.errorCode === 'SESSION_LIMIT_REACHED').length,
});

describe('limit 3 with 20 parallel begins over two processes', () => {
  it('session 13: with CLOSE_OLDEST all of 20 parallel begins succeed, exactly 3 live, and the least recently used went on both processes', async () => {
    const oldest = (await begin(first, 'ayse')).body.token ?? '';
    expect((await call(second, 'GET', '/session', { token: oldest })).status).toBe(200);
    first.clock.advance(1_000);
    expect(statuses(await inParallel((server) => begin(server, 'ayse')))).toEqual({ begun: PARALLEL, denied: 0 });
    expect(await open('ayse')).toBe(LIMIT);
    const { error } = await call(first, 'GET', '/session', { token: oldest });
    expect(error?.errorArguments).toEqual([{ reason: 'LIMIT' }]);
  });

  it('session 13: with DENY exactly 3 of 20 parallel begins succeed, the others are 409 and told', async () => {
    set('session.limit-action', 'DENY');
    const answers = await inParallel((server) => begin(server, 'fatma'));
    expect(statuses(answers)).toEqual({ begun: LIMIT, denied: PARALLEL - LIMIT });
    expect(await open('fatma')).toBe(LIMIT);
    const told = `SELECT 1 FROM log_recorded_event WHERE kind = 'session.limit-reached' AND subject = 'fatma'`;
    expect(await query(first, told)).toHaveLength(PARALLEL - LIMIT);
  });

  it('sessions of services, those in the hands of somebody else and new tokens do not count', async () => {
    set('session.limit-action', 'DENY');
    for (let round = 0; round < LIMIT; round++) {
      expect((await begin(first, 'hale', { system: true })).status).toBe(200);
      expect((await begin(first, 'hale', { attributeMap: { actorUsername: 'boss' } })).status).toBe(200);
      const { body } = await begin(first, 'hale');
      expect((await call(first, 'POST', '/session/refresh', { token: body.token })).status).toBe(200);
    }
    expect((await begin(first, 'hale')).error?.errorArguments).toEqual([{ scope: 'USER', limit: LIMIT }]);
  });
});

describe('the limit of a tenant', () => {
  it('is filled exactly by 20 parallel begins of different users over two processes', async () => {
    const [now] = await query<{ count: number }>(
      first,
      'SELECT count(*)::int AS count FROM session_entry WHERE closed_date IS NULL AND NOT system AND actor_username IS NULL',
    );
    set('session.max-per-tenant', (now?.count ?? 0) + 5);
    let user = 0;
    const answers = await inParallel((server) => begin(server, `crowd${user++}`));
    expect(statuses(answers)).toEqual({ begun: 5, denied: PARALLEL - 5 });
    expect((await begin(first, 'service', { system: true })).status).toBe(200);
  });

  it('does not hold up sign-ins that wait for it, 6 at once by password', async () => {
    await createActiveUser(first, adminToken, { username: 'kemal' });
    set('session.max-per-tenant', 1_000);
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => signIn(index % 2 === 0 ? first : second, 'kemal', USER_PASSWORD)),
    );
    expect(await open('kemal')).toBe(LIMIT);
    // Two that waited for each other would be found by PostgreSQL after a second.
    const [deadlocks] = await query<{ count: number }>(
      first,
      'SELECT deadlocks::int AS count FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(deadlocks?.count).toBe(0);
  });
});

describe('what other modules ask', () => {
  it('authoritiesOf answers those of the newest open session, for users whom no directory knows too', async () => {
    const { session } = first.apis;
    expect(await session.authoritiesOf('default', 'nobody')).toBeNull();
    await begin(first, 'Guest');
    expect(await session.authoritiesOf('default', 'GUEST')).toEqual([{ role: 'R', authority: 'Guest' }]);
    const { body } = await call<SvcSessionTokenModel>(first, 'POST', '/begin/token', {
      token: adminToken,
      body: { session: { username: 'guest' }, authorities: [] },
    });
    expect(await session.authoritiesOf('default', 'guest')).toEqual([]);
    await call(first, 'POST', '/close', { token: adminToken, body: body.session.session.identifier });
    expect(await session.authoritiesOf('default', 'guest')).toEqual([{ role: 'R', authority: 'Guest' }]);
    expect(await session.authoritiesOf('north', 'guest')).toBeNull();
  });

  it('closeByParent ends what hangs on a session on both processes, and the session itself stays', async () => {
    const parent = await begin(first, 'root');
    const { identifier } = parent.body.session.session;
    const hanging = (username: string, parentIdentifier: string) =>
      begin(first, username, { attributeMap: { parentIdentifier } });
    const child = await hanging('leaf', identifier);
    const grandchild = await hanging('leaf', child.body.session.session.identifier);
    const get = (server: TestServer, { body }: Answer<SvcSessionTokenModel>) =>
      call<SvcSecuritySession>(server, 'GET', '/session', { token: body.token });
    for (const one of [parent, child, grandchild]) expect((await get(second, one)).status).toBe(200);
    const actor = { username: 'test', tenantIdentifier: 'default', ipAddress: null, requestId: null };
    const closed = await first.kernel.database.transaction((tx) =>
      first.apis.session.closeByParent(tx, identifier, 'PARENT_CLOSED', actor),
    );
    expect(closed).toBe(2);
    for (const one of [child, grandchild]) {
      expect((await get(first, one)).error?.errorArguments).toEqual([{ reason: 'PARENT_CLOSED' }]);
    }
    expect((await get(second, parent)).status).toBe(200);
  });
});
