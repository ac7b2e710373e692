// Proves over HTTP what the filters, sorts and edges of a tenant's list of sessions say, and closing by such a query.
import { createHash } from 'node:crypto';
import type { SvcSession, SvcSessionStatisticsModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  createTenant,
  eventually,
  login,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../testing/sign-in.ts';
import type { TestServer } from '../../../testing/test-server.ts';

const OPEN_ROWS = 30;

interface Page {
  readonly data: readonly SvcSession[];
  readonly totalElements: number;
  readonly totalPages: number;
}

let server: TestServer;
let admin: string;

/** Writes rows of sessions that nobody signed in for: `fields` are columns of session_entry, over those of a plain one. */
async function insertSessions(count: number, fields: Readonly<Record<string, string>>): Promise<void> {
  const columns: Record<string, string> = {
    identifier: `'${createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 24)}' || lpad(i::text, 6, '0')`,
    tenant_identifier: `'default'`,
    username: `'row-' || i`,
    created: '$1::timestamptz',
    authenticated: '$1',
    expiry: `$1 + interval '12 hours'`,
    idle_seconds: '1800',
    slack_seconds: '65',
    authorities_source: `'DIRECTORY'`,
    methods: `'{PASSWORD}'`,
    assurance: `'AAL1'`,
    locale: `'en'`,
    ...fields,
  };
  const names = Object.keys(columns);
  await query(
    server,
    `WITH entry AS (
       INSERT INTO session_entry (${names.join(', ')}, username_folded)
       SELECT ${names.map((name) => columns[name]).join(', ')}, lower(${columns.username})
       FROM generate_series(1, ${count}) i RETURNING id, tenant_identifier, system, created)
     INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
     SELECT id, tenant_identifier, system, created, created + interval '1865 seconds' FROM entry`,
    [new Date(server.clock.now())],
  );
}

beforeAll(async () => {
  server = await startDirectory();
  await createTenant(server, 'rows');
  const tenant = { tenant_identifier: `'rows'` };
  await insertSessions(OPEN_ROWS, { ...tenant, created: `$1::timestamptz + i * interval '1 second'` });
  const agents = { user_agent: `'Agent 100%_sure\\' || i`, username: `'Per%cent_' || i` };
  await insertSessions(2, { ...tenant, ...agents, ip: `('10.1.0.' || i)::inet`, assurance: `'AAL2'` });
  await insertSessions(2, { ...tenant, username: `'six-' || i`, ip: `('2001:db8::' || i)::inet` });
  await insertSessions(1, {
    ...tenant,
    username: `'given'`,
    authorities_source: `'GIVEN'`,
    ...given('ROLE_X', 'REPORT_RUN'),
  });
  await insertSessions(1, {
    ...tenant,
    username: `'tagged'`,
    attributes: `'{"a": 1, "b": "x", "c": true, "d": null, "e": [1]}'`,
  });
  server.clock.advance(MINUTE_MS);
  admin = await signInAdmin(server);
});
afterAll(() => server.stop());

function given(role: string, authority: string): Record<string, string> {
  return { authorities: `'${JSON.stringify([{ role, authority }])}'::jsonb` };
}

const page = (body: object) =>
  call<Page>(server, 'POST', '/page', { token: admin, body: { tenantIdentifier: 'rows', ...body } });
const count = async (body: object): Promise<number> => {
  const sent = { tenantIdentifier: 'rows', ...body };
  const answer = await call<number>(server, 'POST', '/session/count', { token: admin, body: sent });
  if (answer.status !== 200) throw new Error(`the count failed: ${answer.text}`);
  return answer.body;
};
/** Answers the total of the page and the count of the same filters, which are the same number. */
const total = async (body: object): Promise<number> => {
  const { totalElements } = (await page(body)).body;
  expect(await count(body)).toBe(totalElements);
  return totalElements;
};
const names = async (body: object) => (await page(body)).body.data.map(({ username }) => username);
const ALL = OPEN_ROWS + 6;

describe('the list of a tenant', () => {
  it('session 25: pages of a tenant follow one another without gap or repetition, and past the end there is nothing', async () => {
    const sort = { properties: ['lastAccessDate'], direction: 'DESC' };
    const pages = await Promise.all(
      [0, 1, 2, 3].map((pageNumber) => page({ pageable: { pageNumber, pageSize: 10, sort } })),
    );
    expect(pages.map(({ body }) => body.data.length)).toEqual([10, 10, 10, 6]);
    const identifiers = pages.flatMap(({ body }) => body.data.map(({ identifier }) => identifier));
    expect(new Set(identifiers).size).toBe(ALL);
    const dates = pages.flatMap(({ body }) => body.data.map(({ attributeMap }) => String(attributeMap.lastAccessDate)));
    expect(dates).toEqual([...dates].sort().reverse());
    expect((await page({ pageable: { pageNumber: 4, pageSize: 10 } })).body).toMatchObject({
      data: [],
      totalElements: ALL,
      totalPages: 4,
    });
  });

  it.each(['lastAccessDate', 'createdDate', 'username', 'ipAddress', 'closedDate'])(
    'the list sorted by %s both ways holds every session, the second order the first one reversed',
    async (property) => {
      const inOrder = async (direction: string, more: object = {}) =>
        (await page({ pageable: { pageSize: 200, sort: { properties: [property], direction } }, ...more })).body.data
          .filter(({ attributeMap }) => property !== 'ipAddress' || attributeMap.ipAddress !== null)
          .map(({ identifier }) => identifier);
      const rising = await inOrder('ASC');
      expect(rising).toHaveLength(property === 'ipAddress' ? 4 : ALL);
      expect(await inOrder('DESC')).toEqual([...rising].reverse());
      // Pages come gathered and walked, open alone and with the ended: one order.
      const deep = { statusList: ['OPEN', 'CLOSED', 'EXPIRED'] };
      expect(await inOrder('ASC', deep)).toEqual(rising);
    },
  );

  it('has the same page far behind, of a filter, as by walking there', async () => {
    await insertSessions(450, {
      tenant_identifier: `'deep'`,
      created: `$1::timestamptz + (i % 7) * interval '1 second'`,
    });
    const ask = (pageNumber: number, pageSize: number) =>
      page({ tenantIdentifier: 'deep', usernameLike: 'row', pageable: { pageNumber, pageSize } });
    const walked = await Promise.all([0, 1, 2].map((number) => ask(number, 150)));
    const gathered = await ask(2, 190);
    expect([gathered.body.totalElements, gathered.body.data.length]).toEqual([450, 70]);
    const identifiersOf = (pages: readonly { readonly body: Page }[]) =>
      pages.flatMap(({ body }) => body.data.map(({ identifier }) => identifier));
    expect(identifiersOf([gathered])).toEqual(identifiersOf(walked).slice(380));
  });

  it('session 25: wildcards and backslashes in filters are literal, and injection strings find nothing', async () => {
    const texts = ['%c', '_1', '\\', "' OR 1=1 --", "'; DROP TABLE session_entry; --", '%%'];
    expect(await Promise.all(texts.map((usernameLike) => total({ usernameLike })))).toEqual([2, 1, 0, 0, 0, 0]);
    const agents = ['100%_SURE', '\\1', '%_%', '"'];
    expect(await Promise.all(agents.map((userAgentLike) => total({ userAgentLike })))).toEqual([2, 1, 0, 0]);
  });

  it.each([
    ['10.1.0.1', 1],
    ['10.1.0.0/24', 2],
    ['10.1.0.2/32', 1],
    ['0.0.0.0/0', 2],
    ['::ffff:10.1.0.1', 1],
    ['2001:db8::/32', 2],
    ['2001:db8::1', 1],
    ['::/0', 2],
    ['192.168.0.0/16', 0],
  ])('%s finds %i', async (ipAddress, found) => {
    expect(await total({ ipAddress })).toBe(found);
  });

  it('matches attributes exactly, up to five of them, and refuses a sixth', async () => {
    const attributeMap = { a: 1, b: 'x', c: true, d: null, e: [1] };
    expect([await total({ attributeMap }), await total({ attributeMap: { a: '1' } })]).toEqual([1, 0]);
    expect((await page({ attributeMap: { ...attributeMap, f: 1 } })).status).toBe(400);
  });

  it('takes ranges as half-open, mixed with filters of the other table too', async () => {
    const at = (seconds: number) => new Date(server.clock.now() - MINUTE_MS + seconds * 1_000).toISOString();
    const created = { createdDateFrom: at(1), createdDateTo: at(11) };
    const used = { lastAccessDateFrom: at(5), lastAccessDateTo: at(16) };
    expect([await total(created), await total(used)]).toEqual([10, 11]);
    expect([await total({ ...created, ...used }), await total({ ...used, usernameLike: 'row-1' })]).toEqual([6, 6]);
    expect(await total({ createdDateFrom: at(1), createdDateTo: at(1) })).toBe(0);
    for (const name of ['createdDate', 'lastAccessDate', 'expiryDate', 'closedDate']) {
      const { error } = await page({ [`${name}From`]: at(2), [`${name}To`]: at(1) });
      expect(error?.errorArguments).toMatchObject([{ field: `${name}From`, code: 'RANGE_INVALID' }]);
    }
  });

  it('is narrowed by lists of names and identifiers, level and parent together', async () => {
    const { data } = (await page({ username: 'ROW-3' })).body;
    const identifier = data[0]!.identifier;
    expect(await total({ identifier, usernameList: ['row-3', 'nobody'] })).toBe(1);
    expect(await total({ identifier, username: 'row-4' })).toBe(0);
    expect(await total({ identifierList: [identifier, 'x'.repeat(43)], assuranceLevel: 'AAL1' })).toBe(1);
    expect([await total({ assuranceLevel: 'AAL2' }), await total({ parentIdentifier: identifier })]).toEqual([2, 0]);
    const token = await page({ identifierList: [`svc_${'x'.repeat(43)}`] });
    expect(token.error?.errorArguments).toMatchObject([{ code: 'IDENTIFIER_IS_TOKEN' }]);
  });

  it('finds by an authority who holds it now, by role and as it was given', async () => {
    await createActiveUser(server, admin, { username: 'keeper', roleList: ['ROLE_TENANT_ADMIN'] });
    await createActiveUser(server, admin, { username: 'plain' });
    await signIn(server, 'keeper', USER_PASSWORD);
    await signIn(server, 'plain', USER_PASSWORD);
    const holders = async (authority: string, tenantIdentifier = 'default') => {
      const { body } = await page({ authority, tenantIdentifier, pageable: { pageSize: 200 } });
      return [...new Set(body.data.map(({ username }) => username))].sort();
    };
    expect(await holders('SESSION_VIEW')).toEqual(['admin', 'keeper']);
    expect(await holders('TENANT_ALL')).toEqual(['admin']);
    expect(await holders('BPMN_TASK')).toEqual(['admin', 'keeper', 'plain']);
    expect(await holders('REPORT_RUN', 'rows')).toEqual(['given']);
    expect(await holders('NO_SUCH_AUTHORITY')).toEqual([]);
  });

  it('session 25: what has ended is listed with its reason, whether or not its row is closed', async () => {
    const tenant = { tenant_identifier: `'ended'` };
    await insertSessions(2, { ...tenant, username: `'idle-' || i` });
    server.clock.advance(32 * MINUTE_MS);
    admin = await signInAdmin(server);
    await insertSessions(1, { ...tenant, username: `'open'` });
    const listed = async (statusList: readonly string[]) =>
      (await page({ tenantIdentifier: 'ended', statusList })).body.data.map(({ username, attributeMap }) => [
        username,
        attributeMap.status,
        attributeMap.closeReason ?? null,
      ]);
    expect(await listed(['OPEN'])).toEqual([['open', 'OPEN', null]]);
    const expired = [
      ['idle-1', 'EXPIRED', 'IDLE'],
      ['idle-2', 'EXPIRED', 'IDLE'],
    ];
    expect((await listed(['EXPIRED'])).sort()).toEqual(expired);
    expect(await total({ tenantIdentifier: 'ended', closeReasonList: ['IDLE'] })).toBe(0);
    expect(await total({ tenantIdentifier: 'ended', statusList: ['OPEN', 'EXPIRED'], closeReasonList: ['IDLE'] })).toBe(
      2,
    );
  });
});

describe('POST /session/close-by-query', () => {
  const closeBy = (body: object, options = '') =>
    call<number>(server, 'POST', `/session/close-by-query${options}`, { token: admin, body });

  it('closes what the list shows and no other; dryRun closes nothing', async () => {
    await insertSessions(3, { tenant_identifier: `'closing'`, username: `'gone-' || i` });
    await insertSessions(1, { tenant_identifier: `'closing'`, username: `'stays'` });
    const model = { tenantIdentifier: 'closing', usernameLike: 'GONE' };
    expect((await closeBy(model, '?dryRun=true')).body).toBe(3);
    expect(await total(model)).toBe(3);
    expect((await closeBy(model)).body).toBe(3);
    expect((await closeBy(model)).body).toBe(0);
    expect(await names({ tenantIdentifier: 'closing' })).toEqual(['stays']);
    const { data } = (await page({ tenantIdentifier: 'closing', statusList: ['CLOSED'] })).body;
    expect(data.map(({ attributeMap }) => attributeMap)).toMatchObject(
      data.map(() => ({ closeReason: 'ADMIN', closedBy: 'admin' })),
    );
  });

  it.each([
    {},
    { pageable: { pageSize: 5 } },
    { system: false, statusList: ['OPEN'] },
    { usernameList: [], attributeMap: {} },
  ])('%j narrows nothing and is refused', async (model) => {
    expect((await closeBy(model)).error?.errorArguments).toMatchObject([{ code: 'SESSION_CRITERIA_REQUIRED' }]);
  });

  it.each([['CLOSED'], ['EXPIRED'], ['CLOSED', 'EXPIRED']])(
    'closes none of those that live where %s are asked for, which have ended',
    async (...statusList) => {
      const tenantIdentifier = `living-${statusList.join('-')}`;
      await insertSessions(1, { tenant_identifier: `'${tenantIdentifier}'`, username: `'lives'` });
      const model = { tenantIdentifier, usernameLike: 'live', statusList };
      expect((await closeBy(model, '?dryRun=true')).body).toBe(0);
      expect((await closeBy(model)).body).toBe(0);
      expect(await names({ tenantIdentifier })).toEqual(['lives']);
    },
  );

  it('spares the current session unless it is asked for, and then signs out', async () => {
    const token = admin;
    expect((await closeBy({ username: 'admin', createdDateFrom: '2000-01-01T00:00:00Z' })).status).toBe(200);
    expect((await call(server, 'GET', '/session', { token })).status).toBe(200);
    const answer = await closeBy({ username: 'admin' }, '?includeCurrent=true');
    expect([answer.body, answer.headers.get('set-cookie')?.includes('svc-session=;')]).toEqual([1, true]);
    expect((await call(server, 'GET', '/session', { token })).error?.errorCode).toBe('SESSION_EXPIRED');
    admin = await signInAdmin(server);
  });

  it('ends more than 1,000 at once, in lists and totals too, with what hangs on them', async () => {
    const tenantIdentifier = 'many';
    await createTenant(server, tenantIdentifier);
    await createActiveUser(server, admin, { username: 'victim', tenantIdentifier });
    const signedIn = await login(server, 'victim', USER_PASSWORD, { body: { tenantIdentifier } });
    const { token, sessionIdentifier } = signedIn.body;
    const other = (await login(server, 'victim', USER_PASSWORD, { body: { tenantIdentifier } })).body;
    await insertSessions(1_200, { tenant_identifier: `'many'`, username: `'v-' || i` });
    await insertSessions(2, {
      tenant_identifier: `'many'`,
      username: `'child-' || i`,
      parent_identifier: `'${sessionIdentifier}'`,
    });
    await insertSessions(5, { tenant_identifier: `'many'`, username: `'kept-' || i`, user_agent: `'keep'` });
    const model = {
      tenantIdentifier,
      usernameList: ['victim', ...Array.from({ length: 999 }, (_, index) => `v-${index + 1}`)],
    };
    const wide = { tenantIdentifier, usernameLike: 'v' };
    expect((await closeBy(model, '?dryRun=true')).body).toBe(1_001);
    expect((await closeBy(wide, '?dryRun=true')).body).toBe(1_202);
    expect((await closeBy(wide)).body).toBe(1_204);
    for (const dead of [token, other.token]) {
      const { error } = await call(server, 'GET', '/session', { token: dead });
      expect(error).toMatchObject({ errorCode: 'SESSION_EXPIRED', errorArguments: [{ reason: 'ADMIN' }] });
    }
    const kept = async () => [
      await total({ tenantIdentifier }),
      await total({ tenantIdentifier, userAgentLike: 'keep' }),
    ];
    expect(await kept()).toEqual([5, 5]);
    expect(await total({ ...wide, statusList: ['CLOSED'] })).toBe(1_202);
    const standing = () => query<{ count: number }>(server, 'SELECT count(*)::int AS count FROM session_bulk_close');
    const left = await eventually(standing, ([row]) => row?.count === 0);
    expect(left).toEqual([{ count: 0 }]);
    expect(await query(server, 'SELECT * FROM session_bulk_close_member')).toEqual([]);
    expect(await kept()).toEqual([5, 5]);
    expect(await total({ ...wide, statusList: ['CLOSED'] })).toBe(1_202);
  });

  it('session 1: /session/close-by-query in another tenant takes TENANT_ALL, and a fresh sign-in', async () => {
    await createActiveUser(server, admin, { username: 'local', roleList: ['ROLE_TENANT_ADMIN'] });
    const token = await signIn(server, 'local', USER_PASSWORD);
    const ask = (body: object) => call(server, 'POST', '/session/close-by-query', { token, body });
    expect((await ask({ tenantIdentifier: 'rows', usernameLike: 'row' })).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await ask({ usernameLike: 'row' })).body).toBe(0);
    server.clock.advance(20 * MINUTE_MS);
    await call(server, 'GET', '/session', { token });
    server.clock.advance(11 * MINUTE_MS);
    expect((await ask({ usernameLike: 'row' })).error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    admin = await signInAdmin(server);
  });
});

it('GET /session/statistics tells what is open, who began when and why sessions ended', async () => {
  const tenantIdentifier = 'figures';
  await createTenant(server, tenantIdentifier);
  await createActiveUser(server, admin, { username: 'boss', tenantIdentifier, roleList: ['ROLE_TENANT_ADMIN'] });
  const token = (await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier } })).body.token ?? '';
  const tenant = { tenant_identifier: `'figures'`, username: `'one'` };
  await insertSessions(2, { ...tenant, assurance: `'AAL2'` });
  await insertSessions(1, { ...tenant, system: 'true' });
  await insertSessions(3, { ...tenant, created: `$1::timestamptz - interval '150 minutes'` });
  const ask = async () => (await call<SvcSessionStatisticsModel>(server, 'GET', '/session/statistics', { token })).body;
  const { beganPerHour, closedPerReason, cacheHitRatio, ...live } = await ask();
  expect(live).toEqual({ open: 3, system: 1, distinctUsers: 2, byAssuranceLevel: { AAL1: 1, AAL2: 2 } });
  expect([beganPerHour.length, beganPerHour.at(-1), beganPerHour.at(-3), beganPerHour[0]]).toEqual([24, 3, 3, 0]);
  expect([Number(cacheHitRatio) > 0, Number(cacheHitRatio) <= 1]).toEqual([true, true]);
  expect(Object.values(closedPerReason).every((number) => number === 0)).toBe(true);
  const other = await login(server, 'boss', USER_PASSWORD, { body: { tenantIdentifier } });
  await call(server, 'POST', '/close', { token, body: other.body.sessionIdentifier });
  expect((await ask()).closedPerReason).toMatchObject({ USER: 1, CLOSE_ALL: 0 });
});
