// Proves the group of system sessions: only sessions of services, shorter time limits, another tenant's not at all.
import { randomBytes } from 'node:crypto';
import type { SvcApiKeyModel, SvcSecuritySession, SvcSession } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identifierOf } from '../../kernel/secrets/identifier-of.ts';
import {
  call,
  createActiveUser,
  createTenant,
  signIn,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../testing/sign-in.ts';
import type { TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let adminToken: string;
let key: string;

const newToken = (): string => `svc_${randomBytes(32).toString('base64url')}`;
const post = <T = unknown>(path: string, token: string, body: unknown) =>
  call<T>(server, 'POST', path, { token, body });
const get = (token: string) => call<SvcSecuritySession>(server, 'GET', '/session', { token });

/** Answers the token of a session begun with the key. */
async function beginSystem(session: object = {}): Promise<string> {
  const token = newToken();
  const body = {
    session: { identifier: identifierOf(token), ...session },
    authorities: [{ role: 'R', authority: 'A' }],
  };
  const answer = await post('/system-session/begin', key, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return token;
}

beforeAll(async () => {
  server = await startDirectory();
  adminToken = await signInAdmin(server);
  await createTenant(server, 'north');
  const body = { name: 'batch', authorityList: ['SESSION_SYSTEM'], owner: 'TENANT' };
  key = (await post<SvcApiKeyModel>('/api-keys', adminToken, body)).body.key ?? '';
});
afterAll(() => server.stop());

it('begins a session of a service, under the name of the caller and the time limits of services', async () => {
  server.settings.set('session.system.idle-timeout', 5);
  server.settings.set('session.system.absolute-timeout', 8);
  const token = await beginSystem({ system: false });
  const { session } = (await get(token)).body;
  const after = (minutes: number) => new Date(server.clock.now() + minutes * MINUTE_MS).toISOString();
  expect(session).toMatchObject({
    username: 'service:batch',
    system: true,
    attributeMap: { idleExpiryDate: after(5), expiryDate: after(8) },
  });
  server.clock.advance(7 * MINUTE_MS);
  expect((await get(token)).error?.errorArguments).toEqual([{ reason: 'IDLE' }]);
  server.settings.set('session.system.idle-timeout', 15);
  server.settings.set('session.system.absolute-timeout', 60);
});

it('refuses the whole group without SESSION_SYSTEM', async () => {
  await createActiveUser(server, adminToken, { username: 'boss', roleList: ['ROLE_TENANT_ADMIN'] });
  const boss = await signIn(server, 'boss', USER_PASSWORD);
  const identifier = identifierOf(newToken());
  const answers = [
    await post('/system-session/begin', boss, { session: { identifier } }),
    await post('/system-session/close', boss, identifier),
    await post('/system-session/exist', boss, identifier),
    await post('/system-session/page', boss, {}),
    await call(server, 'GET', '/system-session/close-all', { token: boss }),
  ];
  expect(answers.map(({ error }) => error?.errorCode)).toEqual(Array(5).fill('ACCESS_DENIED'));
});

describe('the group of system sessions', () => {
  it('ends a session of a service, while one of a person does not exist in it', async () => {
    await createActiveUser(server, adminToken, { username: 'ayse' });
    const person = await signIn(server, 'ayse', USER_PASSWORD);
    const service = await beginSystem();
    const exists = async (token: string) => (await post('/system-session/exist', key, identifierOf(token))).body;
    expect([await exists(person), await exists(service)]).toEqual([false, true]);
    const closing = await post('/system-session/close', key, identifierOf(person));
    expect(closing.error?.errorCode).toBe('SESSION_NOT_FOUND');
    for (let round = 0; round < 2; round++) {
      expect((await post('/system-session/close', key, identifierOf(service))).status).toBe(200);
    }
    expect(await exists(service)).toBe(false);
    expect((await get(service)).error?.errorArguments).toEqual([{ reason: 'SERVICE' }]);
    expect((await get(person)).status).toBe(200);
  });

  it('session 1: the group of system sessions needs TENANT_ALL for another tenant', async () => {
    const token = newToken();
    const session = { identifier: identifierOf(token), username: 'service:far', tenantIdentifier: 'north' };
    const body = { session, authorities: [] };
    expect((await post('/system-session/begin', key, body)).error?.errorCode).toBe('ACCESS_DENIED');
    expect((await post('/system-session/begin', adminToken, body)).status).toBe(200);
    expect((await post('/system-session/exist', key, session.identifier)).body).toBe(false);
    expect((await post('/system-session/exist', adminToken, session.identifier)).body).toBe(true);
    expect((await post('/system-session/close', key, session.identifier)).error?.errorCode).toBe('SESSION_NOT_FOUND');
    const far = await post('/system-session/page', key, { tenantIdentifier: 'north' });
    expect(far.error?.errorCode).toBe('ACCESS_DENIED');
  });

  it('shows services whatever the filter of its page says', async () => {
    await beginSystem({ username: 'cli:page' });
    const { body } = await post<{ data: SvcSession[]; totalElements: number }>('/system-session/page', key, {
      system: false,
    });
    expect(body.data.every(({ system }) => system)).toBe(true);
    expect(body.data.map(({ username }) => username)).toContain('cli:page');
    expect(body.totalElements).toBe(body.data.length);
  });

  it('session 1: close-all of system sessions ends those of the own tenant, and people and other tenants stay', async () => {
    const person = await signIn(server, 'ayse', USER_PASSWORD);
    const [one, spared] = [await beginSystem(), await beginSystem()];
    const far = newToken();
    const session = { identifier: identifierOf(far), username: 'service:far2', tenantIdentifier: 'north' };
    await post('/system-session/begin', adminToken, { session, authorities: [] });
    expect((await call(server, 'GET', '/system-session/close-all', { token: key })).status).toBe(200);
    const later = await beginSystem();
    expect((await get(one)).error?.errorArguments).toEqual([{ reason: 'CLOSE_ALL' }]);
    expect((await get(spared)).status).toBe(401);
    for (const token of [person, far, later, adminToken]) expect((await get(token)).status).toBe(200);
  });

  it('takes a fresh sign-in of a person for another session', async () => {
    const stale = await signInAdmin(server);
    server.clock.advance(29 * MINUTE_MS);
    expect((await get(stale)).status).toBe(200);
    server.clock.advance(2 * MINUTE_MS);
    const token = await beginSystem();
    const answer = await post('/system-session/close', stale, identifierOf(token));
    expect(answer.error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    const all = await call(server, 'GET', '/system-session/close-all', { token: stale });
    expect(all.error?.errorCode).toBe('REAUTHENTICATION_REQUIRED');
    expect((await get(token)).status).toBe(200);
  });
});

it('session 3: a token where the identifier of a system session belongs is 400 and not echoed', async () => {
  for (const path of ['/system-session/close', '/system-session/exist']) {
    const answer = await post(path, key, `svc_${'x'.repeat(43)}`);
    expect([answer.status, answer.error?.errorArguments]).toMatchObject([400, [{ code: 'IDENTIFIER_IS_TOKEN' }]]);
    expect(answer.text).not.toContain('svc_');
  }
});
