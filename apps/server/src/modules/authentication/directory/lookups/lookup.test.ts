// Proves what is found of people and roles for a choice, and what is not.
import type { SvcRoleLookupModel, SvcUserLookupModel } from '@keelson/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  call,
  createActiveUser,
  createTenant,
  query,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

let server: TestServer;
let adminToken: string;
let token: string;

const lookUp = (body: object, asked = token) =>
  call<readonly SvcUserLookupModel[]>(server, 'POST', '/users/lookup/list', { token: asked, body });
const usernamesOf = async (body: object): Promise<readonly string[]> =>
  (await lookUp(body)).body.map(({ username }) => username);

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  await createTenant(server, 'elsewhere');
  const people = [
    { username: 'zoe', displayName: 'Zoe Adams' },
    { username: 'adams', displayName: 'John' },
    { username: 'p.adamson', displayName: 'Peter' },
    { username: 'off', displayName: 'Adam Off' },
    { username: 'percent', displayName: '100% Adamant_' },
    { username: 'stranger', displayName: 'Adam Elsewhere', tenantIdentifier: 'elsewhere' },
  ];
  for (const person of people) await call(server, 'POST', '/users', { token: adminToken, body: person });
  await query(server, "UPDATE auth_user SET enabled = false WHERE username = 'off'");
  await createActiveUser(server, adminToken, { username: 'worker' });
  token = await signIn(server, 'worker', USER_PASSWORD);
});
afterAll(() => server.stop());

it('authentication 42: whoever is signed in finds who can sign in, the exact username first, and learns nothing else', async () => {
  const { body } = await lookUp({ searchText: 'Adams' });
  expect(body.map(({ username }) => username)).toEqual(['adams', 'p.adamson', 'zoe']);
  expect(Object.keys(body[0]!).sort()).toEqual(['displayName', 'username', 'uuid']);
});

it('authentication 42: two characters are found where a word begins, and wildcards are characters', async () => {
  expect(await usernamesOf({ searchText: 'ad' })).toEqual(['adams', 'admin', 'percent', 'zoe']);
  expect(await usernamesOf({ searchText: 'mi' })).toEqual([]);
  expect(await usernamesOf({ searchText: 'min' })).toEqual(['admin']);
  expect(await usernamesOf({ searchText: '0% A' })).toEqual(['percent']);
  expect(await usernamesOf({ searchText: '_%a' })).toEqual([]);
});

it('authentication 42: names are answered for whoever has them, also for those who cannot sign in, in the own tenant', async () => {
  expect(await usernamesOf({ usernameList: ['OFF', 'zoe', 'nobody', 'stranger'] })).toEqual(['off', 'zoe']);
  expect(await usernamesOf({ usernameList: [] })).toEqual([]);
});

it('authentication 42: one of text and names is needed, a text of two characters, and at most 200 names', async () => {
  const names = Array.from({ length: 201 }, (_, index) => `name${index}`);
  for (const body of [{}, { searchText: 'ada', usernameList: ['ada'] }, { searchText: 'a' }, { usernameList: names }]) {
    const { status, error } = await lookUp(body);
    expect([status, error?.errorCode], JSON.stringify(body).slice(0, 60)).toEqual([400, 'VALIDATION_FAILED']);
  }
});

it('authentication 42: after 120 look-ups within a minute the caller waits, and nobody else does', async () => {
  await createActiveUser(server, adminToken, { username: 'hasty' });
  const hasty = await signIn(server, 'hasty', USER_PASSWORD);
  const answers = await Promise.all(Array.from({ length: 121 }, () => lookUp({ usernameList: ['zoe'] }, hasty)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.map(({ error }) => error?.errorCode)).toEqual(['RATE_LIMITED']);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await lookUp({ usernameList: ['zoe'] })).status).toBe(200);
});

it('authentication 42: roles are found with their names by whoever sees users, without those of other tenants and of services', async () => {
  const find = (asked: string, body?: object) =>
    call<readonly SvcRoleLookupModel[]>(server, 'POST', '/roles/lookup/list', {
      token: asked,
      ...(body === undefined ? {} : { body }),
    });
  for (const role of [
    { code: 'ROLE_DESK', name: 'Front desk', authorityList: ['AUTH_USER_VIEW'] },
    { code: 'ROLE_FAR', name: 'Far desk', tenantIdentifier: 'elsewhere' },
  ]) {
    await call(server, 'POST', '/roles', { token: adminToken, body: role });
  }
  await createActiveUser(server, adminToken, { username: 'viewer', roleList: ['ROLE_DESK'] });
  const viewer = await signIn(server, 'viewer', USER_PASSWORD);
  expect((await find(viewer)).body.map(({ code }) => code)).toEqual([
    'ROLE_DESK',
    'ROLE_SYSTEM_ADMIN',
    'ROLE_TENANT_ADMIN',
    'ROLE_USER',
  ]);
  expect((await find(viewer, { searchText: 'DESK' })).body).toEqual([{ code: 'ROLE_DESK', name: 'Front desk' }]);
  expect((await find(token)).error?.errorCode).toBe('ACCESS_DENIED');
});

it('authentication 42: whoever manages users sees which authorities there are', async () => {
  await call(server, 'POST', '/roles', {
    token: adminToken,
    body: { code: 'ROLE_PEOPLE', authorityList: ['AUTH_USER_MANAGE'] },
  });
  await createActiveUser(server, adminToken, { username: 'people', roleList: ['ROLE_PEOPLE'] });
  const people = await signIn(server, 'people', USER_PASSWORD);
  const { body } = await call<readonly { authority: string }[]>(server, 'GET', '/authorities/list', { token: people });
  expect(body.map(({ authority }) => authority)).toContain('SESSION_VIEW');
  expect((await call(server, 'GET', '/authorities/list', { token })).error?.errorCode).toBe('ACCESS_DENIED');
});
