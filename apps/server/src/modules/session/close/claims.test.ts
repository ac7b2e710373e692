// Proves closing over HTTP where many are named or begun beside it.
import type { SvcSession } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raceInOrder } from '../../../testing/lock-barrier.ts';
import { call, query, signInAdmin, startDirectory } from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { createSessionPeople, type SessionPage } from '../session-people.fixture.ts';
import { settleBulkClose } from '../upkeep/settle-bulk-close.ts';

let server: TestServer;
const people = createSessionPeople(() => server);
const { enter, identifierOf, newUser, post, statuses } = people;

beforeAll(async () => {
  server = await startDirectory({ settings: { 'session.max-per-user': 0 } });
  await people.signInAdmin();
});
afterAll(() => server.stop());

describe('/close-all/sessions/user', () => {
  it.each([0, 1, 2])(
    'session 18: /close-all/sessions/user with a foreign entry at %i closes none and names that index alone',
    async (index) => {
      const username = await newUser();
      const [token, ...others] = [await enter(username), await enter(username), await enter(username)];
      const stranger = await enter(await newUser());
      const entries = await Promise.all(others.map(async (other) => ({ identifier: await identifierOf(other) })));
      entries.splice(index, 0, { identifier: await identifierOf(stranger) });
      const refused = await post('/close-all/sessions/user', token!, entries);
      expect(refused.error).toMatchObject({ errorCode: 'SESSION_NOT_FOUND', errorArguments: [{ index }] });
      expect(await statuses(token!, ...others, stranger)).toEqual([200, 200, 200, 200]);
    },
  );

  it('session 18: /close-all/sessions/user names every bad index, also with the authority to close others', async () => {
    const token = await signInAdmin(server);
    const stranger = await identifierOf(await enter(await newUser()));
    const own = await identifierOf(await signInAdmin(server));
    const entries = [stranger, own, 'unknown-identifier-0001', own].map((identifier) => ({ identifier }));
    const refused = await post('/close-all/sessions/user', token, entries);
    expect(refused.error?.errorArguments).toEqual([
      { index: 0, identifier: stranger },
      { index: 2, identifier: 'unknown-identifier-0001' },
    ]);
  });
});

describe('/close-all', () => {
  it('session 19: a session begun beside /close-all with a lower id dies, one begun right after it lives', async () => {
    const username = await newUser();
    const database = server.database.database;
    const [user] = await query<{ uuid: string; version: number }>(
      server,
      'SELECT uuid, security_version AS version FROM auth_user WHERE username_folded = $1',
      [username],
    );
    let beside = '';
    const [closing] = await raceInOrder(
      database,
      async (tx) => {
        const begun = await server.apis.session.begin(tx, {
          tenantIdentifier: 'default',
          username,
          userUuid: user!.uuid,
          securityVersion: user!.version,
          methods: ['PASSWORD'],
          localeTag: 'en',
          deviceName: '',
          userAgent: '',
          attributes: {},
          replacedIdentifier: null,
          actor: { username, tenantIdentifier: 'default', ipAddress: null, requestId: null },
        });
        beside = begun!.token;
      },
      () => call(server, 'GET', '/close-all?exceptCurrent=true', { token: people.adminToken }),
    );
    expect(closing.status).toBe(200);
    const after = await enter(username);
    expect(await statuses(beside, after)).toEqual([401, 200]);
    while (!(await settleBulkClose(database)));
    expect(await statuses(beside, after)).toEqual([401, 200]);
  });

  it('session 19: an order of /close-all stands while an older transaction is open, and so covers what that inserts late', async () => {
    const username = await newUser();
    const database = server.database.database;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: opened, resolve: resolveOpened } = Promise.withResolvers<void>();
    const identifier = `late-row-of-${username}`;
    const late = database.transaction(async (tx) => {
      const id = { name: '', text: `SELECT nextval(pg_get_serial_sequence('session_entry', 'id')) AS id` };
      const [{ id: drawn } = { id: 0 }] = await tx.rows<{ id: number }>(id);
      // The transaction takes an xid of its own, older than the order's.
      await tx.execute({ name: '', text: 'CREATE TEMPORARY TABLE late_marker () ON COMMIT DROP' });
      resolveOpened();
      await released;
      const now = new Date(server.clock.now());
      await tx.execute(
        {
          name: '',
          text: `INSERT INTO session_entry (id, identifier, tenant_identifier, username, username_folded, created, authenticated,
              expiry, idle_seconds, slack_seconds, authorities_source, methods, assurance, locale)
            OVERRIDING SYSTEM VALUE
            VALUES ($1, $2, 'default', $3, $3, $4, $4, $4::timestamptz + interval '1 hour', 1800, 65, 'DIRECTORY', '{}', 'AAL1', 'en')`,
        },
        [drawn, identifier, username, now],
      );
      await tx.execute(
        {
          name: '',
          text: `INSERT INTO session_activity VALUES ($1, 'default', false, $2, $2::timestamptz + interval '1 hour')`,
        },
        [drawn, now],
      );
    });
    await opened;
    await call(server, 'GET', '/close-all?exceptCurrent=true', { token: people.adminToken });
    for (let pass = 0; pass < 5; pass++) expect(await settleBulkClose(database)).toBe(false);
    release();
    await late;
    expect((await post('/exist', people.adminToken, identifier)).body).toBe(false);
    while (!(await settleBulkClose(database)));
    const closed = await query(server, 'SELECT close_reason FROM session_entry WHERE identifier = $1', [identifier]);
    expect(closed).toEqual([{ close_reason: 'CLOSE_ALL' }]);
  });
});

it('session 23: the count and the total of the page agree at every step of begins, closes and expiries', async () => {
  const username = await newUser();
  let token = await enter(username);
  const others: string[] = [];
  let state = 23;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
  for (let step = 0; step < 40; step++) {
    const kind = random(10);
    if (kind < 6 || others.length === 0) others.push(await identifierOf(await enter(username)));
    else if (kind < 9) await post('/close/user', token, others.splice(random(others.length), 1)[0]);
    else {
      server.clock.advance(33 * 60_000);
      token = await enter(username);
      others.length = 0;
    }
    const [counted, { body }] = [
      await call<number>(server, 'GET', '/count/by-current-user', { token }),
      await call<SessionPage>(server, 'POST', '/page/user', { token, body: {} }),
    ];
    expect([step, counted.body, body.totalElements]).toEqual([step, others.length + 1, others.length + 1]);
  }
});

describe('a session that is listed and then rotated twice', () => {
  const listed = async () => {
    const username = await newUser();
    const first = await enter(username);
    const row = (await call<SessionPage>(server, 'POST', '/page', { token: people.adminToken, body: { username } }))
      .body.data[0]!;
    let token = first;
    for (let rotation = 0; rotation < 2; rotation++) {
      const answer = await call<{ readonly token: string }>(server, 'POST', '/session/refresh', { token });
      expect(answer.status).toBe(200);
      token = answer.body.token;
    }
    expect(await statuses(first, token)).toEqual([401, 200]);
    return { username, row, token };
  };

  it.each([
    ['/close', (row: SvcSession) => row.identifier],
    ['/close/session', (row: SvcSession) => row],
    ['/close-all/identifiers', (row: SvcSession) => [row.identifier]],
    ['/close-all/sessions', (row: SvcSession) => [row]],
  ])('session 36: %s of an administrator, given the listed identifier, ends the session in use', async (path, body) => {
    const { row, token } = await listed();
    expect((await post(path, people.adminToken, body(row))).status).toBe(200);
    expect(await statuses(token)).toEqual([401]);
  });

  it.each([
    ['/close/user', (row: SvcSession) => row.identifier],
    ['/close-all/sessions/user', (row: SvcSession) => [row]],
  ])('session 36: %s of its user, given the listed identifier, ends the session in use', async (path, body) => {
    const { username, row, token } = await listed();
    const other = await enter(username);
    expect((await post(path, other, body(row))).status).toBe(200);
    expect(await statuses(token, other)).toEqual([401, 200]);
  });
});

it('closes a disabled tenant with more than 1,000 sessions by an order: dead at once, rows later', async () => {
  const database = server.database.database;
  await query(
    server,
    `WITH entry AS (
       INSERT INTO session_entry (identifier, tenant_identifier, username, username_folded, created, authenticated, expiry,
         idle_seconds, slack_seconds, authorities_source, methods, assurance, locale)
       SELECT 'crowd-of-sessions-' || i, 'crowd', 'c', 'c', $1::timestamptz, $1, $1 + interval '1 hour', 1800, 65, 'DIRECTORY', '{}',
         'AAL1', 'en' FROM generate_series(1, 1001) i RETURNING id, created)
     INSERT INTO session_activity SELECT id, 'crowd', false, created, created + interval '30 minutes' FROM entry`,
    [new Date(server.clock.now())],
  );
  const actor = { username: 'admin', tenantIdentifier: 'default', ipAddress: null, requestId: null };
  const count = await database.transaction((tx) =>
    server.apis.session.closeByTenant(tx, 'crowd', 'TENANT_DISABLED', actor),
  );
  expect(count).toBe(1_001);
  expect((await post('/exist', people.adminToken, 'crowd-of-sessions-1')).body).toBe(false);
  while (!(await settleBulkClose(database)));
  const reasons = await query(
    server,
    `SELECT close_reason AS reason, count(*)::int AS count FROM session_entry WHERE tenant_identifier = 'crowd' GROUP BY 1`,
  );
  expect(reasons).toEqual([{ reason: 'TENANT_DISABLED', count: 1_001 }]);
});
