// Proves over HTTP whose sessions each closing operation ends, and that it ends all of them or none.
import type { SvcSecuritySession } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  createTenant,
  query,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createSessionPeople, type SessionPage } from '../session-people.fixture.ts';
import { settleBulkClose } from '../upkeep/settle-bulk-close.ts';

let server: TestServer;
const people = createSessionPeople(() => server);
const { enter, identifierOf, newUser, post, reasonOf, statuses } = people;

beforeAll(async () => {
  server = await startDirectory();
  await people.signInAdmin();
});
afterAll(() => server.stop());

/** Hangs one session on another, as sessions in the hands of others do. */
const hang = (child: string, parent: string) =>
  query(server, 'UPDATE session_entry SET parent_identifier = $2 WHERE identifier = $1', [child, parent]);

describe('/close/session', () => {
  it('session 17: /close/session by identifier closes grandchildren too, and nothing else', async () => {
    const username = await newUser();
    const tokens = [await enter(username), await enter(username), await enter(username), await enter(username)];
    const [top, child, grandchild, other] = tokens as [string, string, string, string];
    const [topId, childId, grandchildId] = [
      await identifierOf(top),
      await identifierOf(child),
      await identifierOf(grandchild),
    ];
    await hang(childId, topId);
    await hang(grandchildId, childId);
    expect((await post('/close/session', people.adminToken, { identifier: topId })).status).toBe(200);
    expect(await statuses(top, child, grandchild, other)).toEqual([401, 401, 401, 200]);
    expect(await reasonOf(grandchild)).toBe('PARENT_CLOSED');
  });

  it('session 17: /close/session by username closes all sessions of the user', async () => {
    const username = await newUser();
    const tokens = [await enter(username), await enter(username)];
    expect((await post('/close/session', people.adminToken, { username: username.toUpperCase() })).status).toBe(200);
    expect(await statuses(...tokens)).toEqual([401, 401]);
    expect((await post('/close/session', people.adminToken, { username: 'nobody-of-that-name' })).status).toBe(200);
  });

  it('session 17: /close/session refuses an empty model, and a token', async () => {
    const empty = await post('/close/session', people.adminToken, {});
    expect(empty.error?.errorArguments).toMatchObject([{ code: 'SESSION_CRITERIA_REQUIRED' }]);
    const token = await post('/close/session', people.adminToken, { identifier: people.adminToken });
    expect(token.error?.errorArguments).toMatchObject([{ code: 'IDENTIFIER_IS_TOKEN' }]);
    expect(token.text).not.toContain(people.adminToken);
  });

  it('session 17: a row of /page can be sent back to /close/session as it is', async () => {
    const username = await newUser();
    const token = await enter(username);
    const page = await call<SessionPage>(server, 'POST', '/page', { token: people.adminToken, body: { username } });
    expect(page.body.totalElements).toBe(1);
    expect((await post('/close/session', people.adminToken, page.body.data[0])).status).toBe(200);
    expect(await statuses(token)).toEqual([401]);
  });
});

describe('own and foreign sessions', () => {
  it('session 18: /close-all/sessions/user with one foreign or unknown entry closes none and tells its index', async () => {
    const [username, stranger] = [await newUser(), await newUser()];
    const [token, second, foreign] = [await enter(username), await enter(username), await enter(stranger)];
    const own = { identifier: await identifierOf(second) };
    for (const bad of [await identifierOf(foreign), 'unknown-identifier-0001']) {
      const answer = await post('/close-all/sessions/user', token, [own, { identifier: bad }]);
      expect(answer.error).toMatchObject({ errorCode: 'SESSION_NOT_FOUND', errorArguments: [{ index: 1 }] });
    }
    expect(await statuses(token, second, foreign)).toEqual([200, 200, 200]);
    expect((await post('/close-all/sessions/user', token, [own])).status).toBe(200);
    expect(await statuses(token, second)).toEqual([200, 401]);
  });

  it('/close-all/identifiers closes none when one is foreign, and ignores what is unknown or ended', async () => {
    const [username, stranger] = [await newUser(), await newUser()];
    const [token, second, foreign] = [await enter(username), await enter(username), await enter(stranger)];
    const [own, theirs] = [await identifierOf(second), await identifierOf(foreign)];
    const refused = await post('/close-all/identifiers', token, [own, theirs]);
    expect(refused.error?.errorCode).toBe('ACCESS_DENIED');
    expect(await statuses(second, foreign)).toEqual([200, 200]);
    const list = [own, own, 'unknown-identifier-0001'];
    expect((await post('/close-all/identifiers', token, list)).status).toBe(200);
    expect((await post('/close-all/identifiers', token, list)).status).toBe(200);
    expect(await statuses(second, foreign)).toEqual([401, 200]);
  });

  it('/close-all/identifiers refuses a text that is no identifier, and closes none', async () => {
    const username = await newUser();
    const [token, second] = [await enter(username), await enter(username)];
    const [first, other] = [await identifierOf(token), await identifierOf(second)];
    for (const body of [`${first},${other}`, `${first} ${other}`, [other, `${first};${other}`]]) {
      const answer = await post('/close-all/identifiers', token, body);
      expect([answer.status, answer.error?.errorArguments]).toMatchObject([400, [{ code: 'PATTERN' }]]);
    }
    expect(await statuses(token, second)).toEqual([200, 200]);
  });

  it('/close-all/users and by username need the authority for others', async () => {
    const [username, stranger] = [await newUser(), await newUser()];
    const [token, foreign] = [await enter(username), await enter(stranger)];
    expect((await post('/close-all/users', token, [stranger])).error?.errorCode).toBe('ACCESS_DENIED');
    const byName = (name: string, by: string) =>
      call(server, 'GET', `/close-all/by-username/${encodeURIComponent(name)}`, { token: by });
    expect((await byName(stranger, token)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await byName(username, token)).status).toBe(200);
    expect(await statuses(token, foreign)).toEqual([401, 200]);
    expect((await post('/close-all/users', people.adminToken, [stranger, 'nobody-of-that-name'])).status).toBe(200);
    expect(await statuses(foreign)).toEqual([401]);
  });

  it('session 20: /close/user of the current session is a sign-out, and repeated by another session it is 200', async () => {
    const username = await newUser();
    const [token, second] = [await enter(username), await enter(username)];
    const identifier = await identifierOf(token);
    const left = await post('/close/user', token, identifier);
    expect(left.status).toBe(200);
    expect(left.headers.get('set-cookie')).toContain('svc-session=;');
    expect(await reasonOf(token)).toBe('LOGOUT');
    expect((await post('/close/user', second, identifier)).status).toBe(200);
    expect((await post('/close/user', second, await identifierOf(people.adminToken))).error?.errorCode).toBe(
      'SESSION_NOT_FOUND',
    );
  });

  it('session 21: a stale session may close itself alone, and others again after a new sign-in', async () => {
    const username = await newUser();
    const [stale, other] = [await enter(username), await enter(username)];
    const target = await identifierOf(other);
    server.clock.advance(29 * MINUTE_MS);
    await statuses(stale, other);
    server.clock.advance(2 * MINUTE_MS);
    const attempts = [
      await post('/close', stale, target),
      await post('/close/user', stale, target),
      await post('/close/session', stale, { identifier: target }),
      await post('/close-all/identifiers', stale, [target]),
      await post('/close-all/sessions', stale, [{ identifier: target }]),
      await post('/close-all/sessions/user', stale, [{ identifier: target }]),
      await call(server, 'GET', '/close-all/user', { token: stale }),
    ];
    expect(attempts.map(({ error }) => error?.errorCode)).toEqual(attempts.map(() => 'REAUTHENTICATION_REQUIRED'));
    const fresh = await enter(username);
    expect((await post('/close/user', fresh, target)).status).toBe(200);
    expect((await post('/close/user', stale, await identifierOf(stale))).status).toBe(200);
    expect(await statuses(stale, other)).toEqual([401, 401]);
  });
});

describe('another tenant', () => {
  it('session 1: another tenant finds, counts and closes nothing by any close, and does with TENANT_ALL', async () => {
    const tenantIdentifier = `tenant-${Date.now()}`;
    await createTenant(server, tenantIdentifier);
    const local = 'another-administrator';
    await people.signInAdmin();
    await createActiveUser(server, people.adminToken, { username: local, roleList: ['ROLE_TENANT_ADMIN'] });
    const there = `${tenantIdentifier}-user`;
    await createActiveUser(server, people.adminToken, { username: there, tenantIdentifier });
    const signedIn = await call<{ token: string }>(server, 'POST', '/auth/login', {
      body: { username: there, password: USER_PASSWORD, tenantIdentifier },
    });
    const foreign = signedIn.body.token;
    const identifier = await identifierOf(foreign);
    const tenantAdmin = await enter(local);
    const other = { tenantIdentifier, username: there };
    expect((await post('/page', tenantAdmin, other)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await post('/session/count', tenantAdmin, { identifier })).body).toBe(0);
    expect((await post('/close/session', tenantAdmin, other)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await post('/close/session', tenantAdmin, { identifier })).error?.errorCode).toBe('SESSION_NOT_FOUND');
    expect((await post('/close-all/identifiers', tenantAdmin, [identifier])).status).toBe(200);
    expect((await post('/close-all/users', tenantAdmin, [there])).status).toBe(200);
    const byIdentifier = (token: string) =>
      call<SvcSecuritySession>(server, 'GET', `/session/by-identifier/${identifier}`, { token });
    expect((await byIdentifier(tenantAdmin)).error?.errorCode).toBe('SESSION_NOT_FOUND');
    expect(await statuses(foreign)).toEqual([200]);
    expect((await byIdentifier(people.adminToken)).body.session.username).toBe(there);
    expect((await post('/session/count', people.adminToken, other)).body).toBe(1);
    expect((await post('/close/session', people.adminToken, other)).status).toBe(200);
    expect(await statuses(foreign)).toEqual([401]);
  });
});

describe('/close-all', () => {
  it('session 19: /close-all closes the caller too, spares it on demand, and spares system sessions and what is begun right after it', async () => {
    const username = await newUser();
    const [token, system] = [await enter(username), await enter(username)];
    await query(server, 'UPDATE session_entry SET system = true WHERE identifier = $1', [await identifierOf(system)]);
    const spare = await call(server, 'GET', '/close-all?exceptCurrent=true', { token: people.adminToken });
    expect(spare.status).toBe(200);
    expect(await statuses(people.adminToken, token, system)).toEqual([200, 401, 200]);
    expect(await reasonOf(token)).toBe('CLOSE_ALL');
    const after = await enter(username);
    expect(await statuses(after)).toEqual([200]);
    expect((await call(server, 'GET', '/close-all', { token: people.adminToken })).status).toBe(200);
    expect(await statuses(people.adminToken, after, system)).toEqual([401, 401, 200]);
  });

  it('session 19: /close-all spares other tenants, and covers them and system sessions where that is asked', async () => {
    const tenantIdentifier = 'close-all-elsewhere';
    await createTenant(server, tenantIdentifier);
    await people.signInAdmin();
    const there = `${tenantIdentifier}-user`;
    await createActiveUser(server, people.adminToken, { username: there, tenantIdentifier });
    const signedIn = await call<{ token: string }>(server, 'POST', '/auth/login', {
      body: { username: there, password: USER_PASSWORD, tenantIdentifier },
    });
    const foreign = signedIn.body.token;
    const username = await newUser();
    const [own, system] = [await enter(username), await enter(username)];
    await query(server, 'UPDATE session_entry SET system = true WHERE identifier = $1', [await identifierOf(system)]);
    const closeAll = (parameters: string) =>
      call(server, 'GET', `/close-all?exceptCurrent=true${parameters}`, { token: people.adminToken });
    expect((await closeAll('')).status).toBe(200);
    expect(await statuses(people.adminToken, own, system, foreign)).toEqual([200, 401, 200, 200]);
    expect((await closeAll('&allTenants=true')).status).toBe(200);
    expect(await statuses(people.adminToken, system, foreign)).toEqual([200, 200, 401]);
    expect((await closeAll('&includeSystem=true')).status).toBe(200);
    expect(await statuses(people.adminToken, system)).toEqual([200, 401]);
    await people.signInAdmin();
  });

  it('leaves lists and counts that agree before and after the rows are closed, and its order is retired', async () => {
    const username = await newUser();
    await enter(username);
    const model = { username, statusList: ['CLOSED'], closeReasonList: ['CLOSE_ALL'] };
    await call(server, 'GET', '/close-all', { token: people.adminToken });
    await people.signInAdmin();
    const ask = async () => [
      (await post('/session/count', people.adminToken, model)).body,
      (await post('/session/count', people.adminToken, { username })).body,
      (await call<SessionPage>(server, 'POST', '/page', { token: people.adminToken, body: model })).body.totalElements,
    ];
    expect(await ask()).toEqual([1, 0, 1]);
    for (let pass = 0; pass < 100; pass++) {
      await settleBulkClose(server.database.database);
      const [left] = await query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM session_bulk_close');
      if (left?.count === 0) break;
    }
    expect(await query(server, 'SELECT id FROM session_bulk_close')).toEqual([]);
    const open = `SELECT e.id FROM session_entry e WHERE e.username_folded = $1 AND e.closed_date IS NULL`;
    expect(await query(server, open, [username])).toEqual([]);
    expect(await ask()).toEqual([1, 0, 1]);
  });
});
