// Proves who sees which login events: people their own and nobody else's, auditors those of their tenant.
import type { SvcLoginEventModel, SvcUserModel } from '@keelson/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  createTenant,
  login,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

interface Page {
  readonly data: readonly SvcLoginEventModel[];
  readonly totalElements: number;
}

const WHILE_MS = 300_000;

let server: TestServer;
let adminToken: string;
let token: string;

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  await createActiveUser(server, adminToken, { username: 'Ayşe' });
  await login(server, 'Ayşe', 'not her password at all');
  token = await signIn(server, 'ayşe', USER_PASSWORD);
});
afterAll(() => server.stop());

const own = (as: string, body: object = {}) =>
  call<Page>(server, 'POST', '/login-events/data/page/user', { token: as, body });
const all = (as: string, body: object = {}) =>
  call<Page>(server, 'POST', '/login-events/data/page', { token: as, body });
const told = ({ body }: { readonly body: Page }) =>
  body.data.map(({ kind, reason, username }) => [kind.slice('authentication.'.length), reason, username]);

describe('own login events', () => {
  it('lists sign-ins and failures of the caller with where from and why, the newest first', async () => {
    server.clock.advance(WHILE_MS);
    const answer = await own(token, { kindList: ['authentication.login-succeeded', 'authentication.login-failed'] });
    expect(told(answer).toSorted()).toEqual([
      ['login-failed', 'WRONG_PASSWORD', 'Ayşe'],
      ['login-succeeded', null, 'Ayşe'],
    ]);
    expect(answer.body.data[0]).toMatchObject({ actorUsername: 'Ayşe', ipAddress: '127.0.0.1' });
    expect(answer.body.totalElements).toBe(2);
    await signIn(server, 'ayşe', USER_PASSWORD);
    const { data } = (await own(token)).body;
    expect(data[0]?.dateCreated).toBe(new Date(server.clock.now()).toISOString());
    expect(data.map(({ dateCreated }) => dateCreated)).toEqual(
      data.map(({ dateCreated }) => dateCreated).toSorted((left, right) => right.localeCompare(left)),
    );
  });

  it('filters by kind, time and address, and pages exactly', async () => {
    const from = new Date(server.clock.now()).toISOString();
    const { totalElements } = (await own(token)).body;
    const recent = (await own(token, { dateCreatedFrom: from })).body.totalElements;
    const older = (await own(token, { dateCreatedTo: from })).body.totalElements;
    expect([recent > 0, older > 0, recent + older]).toEqual([true, true, totalElements]);
    expect((await own(token, { ipAddress: '127.0.0.0/8' })).body.totalElements).toBe(totalElements);
    expect((await own(token, { ipAddress: '10.0.0.1' })).body.totalElements).toBe(0);
    const past = (await own(token, { pageable: { pageNumber: 99, pageSize: 1 } })).body;
    expect([past.data, past.totalElements]).toEqual([[], totalElements]);
  });

  it('refuses a filter that cannot be meant', async () => {
    const problems = async (body: object) => {
      const { status, error } = await own(token, body);
      return [status, error?.errorArguments.map(({ field, code }) => `${field} ${code}`)];
    };
    expect(await problems({ ipAddress: 'somewhere' })).toEqual([400, ['ipAddress FORMAT']]);
    const swapped = { dateCreatedFrom: '2026-02-01T00:00:00Z', dateCreatedTo: '2026-01-01T00:00:00Z' };
    expect(await problems(swapped)).toEqual([400, ['dateCreatedFrom RANGE_INVALID']]);
    expect(await problems({ username: 'admin' })).toEqual([400, ['username UNKNOWN_FIELD']]);
    expect(await problems({ kindList: ['session.begun'] })).toEqual([400, ['kindList[0] NOT_ALLOWED']]);
    expect(await problems({ pageable: { sort: { properties: ['kind'] } } })).toEqual([
      400,
      ['pageable.sort.properties[0] SORT_PROPERTY_UNKNOWN'],
    ]);
  });

  it('hides those of whoever had the name before from whoever has it now', async () => {
    const before = await createActiveUser(server, adminToken, { username: 'shared' });
    await login(server, 'shared', 'wrong on purpose, twice');
    server.clock.advance(WHILE_MS);
    const fields = { uuid: before.uuid, version: before.version, username: 'moved' };
    const read = await call<SvcUserModel>(server, 'GET', `/users/by-uuid/${before.uuid}`, { token: adminToken });
    const renamed = await call(server, 'PUT', '/users', {
      token: adminToken,
      body: { ...fields, version: read.body.version },
    });
    expect(renamed.status, renamed.text).toBe(200);
    const asMoved = await signIn(server, 'moved', USER_PASSWORD);
    expect(told(await own(asMoved))).toEqual(
      [
        ['login-succeeded', null, 'moved'],
        ['device-added', null, 'moved'],
      ].slice(0, (await own(asMoved)).body.totalElements),
    );
  });

  it('refuses API keys, which sign in nowhere', async () => {
    const body = { name: 'reader', authorityList: ['AUTH_AUDIT_VIEW'] };
    const created = await call<{ key: string }>(server, 'POST', '/api-keys', { token: adminToken, body });
    expect((await own(created.body.key)).status).toBe(403);
    expect((await all(created.body.key)).status).toBe(200);
  });
});

describe('login events of the tenant', () => {
  it('needs AUTH_AUDIT_VIEW, and shows everybody, unknown names without the name', async () => {
    expect((await all(token)).status).toBe(403);
    await login(server, 'nobody-of-that-name', 'whatever it may be');
    const { body } = await all(adminToken, { kindList: ['authentication.login-failed'], pageable: { pageSize: 1 } });
    expect(body.data[0]).toMatchObject({ username: null, actorUsername: 'unknown', reason: 'UNKNOWN_USER' });
    expect(JSON.stringify((await all(adminToken, { pageable: { pageSize: 200 } })).body)).not.toContain(
      'nobody-of-that-name',
    );
  });

  it('finds them by name whatever the spelling', async () => {
    const { body } = await all(adminToken, { username: 'AYŞE', kindList: ['authentication.login-failed'] });
    expect(body.data.map(({ username }) => username)).toEqual(['Ayşe']);
    expect((await all(adminToken, { username: 'nobody' })).body.totalElements).toBe(0);
  });

  it('session 1: shows those of another tenant with TENANT_ALL alone', async () => {
    await createTenant(server, 'other');
    const model = { username: 'auditor', tenantIdentifier: 'other', roleList: ['ROLE_TENANT_ADMIN'] };
    await createActiveUser(server, adminToken, model);
    const there = await login(server, 'auditor', USER_PASSWORD, { body: { tenantIdentifier: 'other' } });
    const auditor = there.body.token ?? '';
    const ofOther = (await all(auditor)).body;
    expect(ofOther.data.every(({ username }) => username === 'auditor')).toBe(true);
    expect(ofOther.totalElements).toBeGreaterThan(0);
    expect((await all(auditor, { tenantIdentifier: 'default' })).status).toBe(403);
    expect((await all(adminToken, { tenantIdentifier: 'other' })).body.totalElements).toBe(ofOther.totalElements);
  });
});
