// Proves how often a sign-in waits for the database: on a machine that is busy with hashes a wait costs more than most statements.
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createActiveUser, login, signInAdmin, startDirectory, USER_PASSWORD } from '../../../../testing/sign-in.ts';
import type { TestServer } from '../../../../testing/test-server.ts';

const SIGN_INS = 5;

let server: TestServer;

beforeAll(async () => {
  server = await startDirectory({ settings: { 'session.max-per-user': 100 } });
  await createActiveUser(server, await signInAdmin(server), { username: 'ayse' });
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.stop());

it('a sign-in takes four round trips: a look, a reservation, what is read under the lock, and the commit', async () => {
  const counts: number[] = [];
  for (let count = 0; count < SIGN_INS; count++) {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    expect((await login(server, 'ayse', USER_PASSWORD)).status).toBe(200);
    counts.push(query.mock.calls.length);
    query.mockRestore();
  }
  // Jobs of the server may ask beside one or the other.
  expect(Math.min(...counts)).toBe(4);
});
