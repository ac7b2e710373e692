// Calls every operation with sessions that time has made too weak: run out, or no longer fresh.
import { formOf, modules } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Person, readAnswer, signInAdmin, TEST_PASSWORD } from './testing/test-people.ts';
import { startTestServer, type TestServer } from './testing/test-server.ts';

/** This is the default of session.fresh-period. */
const FRESH_MS = 30 * MINUTE_MS;
/** This is the default of session.idle-timeout with its slack. */
const IDLE_MS = 32 * MINUTE_MS;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { KEELSON_ADMIN_PASSWORD: TEST_PASSWORD } });
});
afterAll(() => server?.stop());

const operations = modules.flatMap((module) =>
  Object.entries(module.operations).map(([key, operation]) => ({ id: `${module.name} ${key}`, operation })),
);
const guarded = operations.filter(({ operation }) => operation.access.kind !== 'public');
const fresh = operations.filter(({ operation }) => operation.built && operation.access.fresh);

/** Calls with nothing that the operation could work on; what closes everything spares whoever asks. */
async function call({ operation }: (typeof operations)[number], token: string): Promise<Answer> {
  const { method, path } = operation;
  const address =
    path.replaceAll(/\{[^}]+\}/g, 'not-there') + (path.endsWith('/close-all') ? '?exceptCurrent=true' : '');
  return readAnswer(
    await fetch(server.url + address, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'GET' ? {} : { body: '{ this is no JSON' }),
    }),
  );
}

/** Signs the administrator in and lets the last check of a secret become too old, while the session stays in use. */
async function signInStale(): Promise<Person> {
  const admin = await signInAdmin(server);
  for (const share of [0.5, 0.5]) {
    server.clock.advance(FRESH_MS * share + 1);
    expect((await admin.get('/session')).status).toBe(200);
  }
  return admin;
}

describe('every operation that is not public', () => {
  it('refuses a session that has run out and says why', async () => {
    const admin = await signInAdmin(server);
    server.clock.advance(IDLE_MS);
    expect(guarded.length).toBeGreaterThan(100);
    for (const entry of guarded) {
      const { status, errorDetail } = await call(entry, admin.token);
      // A protocol tells it in its own form.
      if (formOf(entry.operation) !== null) {
        expect({ id: entry.id, status }).toEqual({ id: entry.id, status: 401 });
        continue;
      }
      const told = { id: entry.id, status, code: errorDetail?.errorCode, arguments: errorDetail?.errorArguments };
      expect(told).toEqual({ id: entry.id, status: 401, code: 'SESSION_EXPIRED', arguments: [{ reason: 'IDLE' }] });
    }
  });
});

describe('every operation that asks for a fresh sign-in', () => {
  const told = async (entry: (typeof operations)[number], token: string) =>
    `${entry.id} ${(await call(entry, token)).errorDetail?.errorCode ?? 'done'}`;

  it('authentication 31: refuses a stale session, and takes it after one factor was proven', async () => {
    expect(fresh.length).toBeGreaterThan(10);
    const admin = await signInStale();
    for (const entry of fresh) expect(await told(entry, admin.token)).toBe(`${entry.id} REAUTHENTICATION_REQUIRED`);
    const { body } = await admin.post('/auth/reauthenticate', { password: TEST_PASSWORD });
    for (const entry of fresh) expect(await told(entry, body.token)).not.toContain('REAUTHENTICATION_REQUIRED');
    expect((await readAnswer(await fetch(`${server.url}/session`, authorized(body.token)))).status).toBe(200);
  });

  it('takes an API key, which has no sign-in to be fresh', async () => {
    const admin = await signInAdmin(server);
    const authorityList = modules.flatMap(({ authorities }) => authorities.map(({ authority }) => authority));
    const { body } = await admin.post('/api-keys', { name: 'exempt', authorityList });
    server.clock.advance(FRESH_MS * 2);
    for (const entry of fresh) expect(await told(entry, body.key)).not.toContain('REAUTHENTICATION_REQUIRED');
  });
});

function authorized(token: string): RequestInit {
  return { headers: { authorization: `Bearer ${token}` } };
}
