// Holds how often a sign-in asks the database: each trip costs both sides more than most of the statements themselves.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createActiveUser,
  login,
  signInAdmin,
  startDirectory,
  USER_PASSWORD,
} from '../../apps/server/src/testing/sign-in.ts';
import type { TestServer } from '../../apps/server/src/testing/test-server.ts';
import { readCosts } from './statement-costs.ts';

const SIGN_INS = 10;
const TIMEOUT_MS = 60_000;
/**
 * They are one look and one reservation; locks, user with what it may do, session, and what is kept for the end. Behind the
 * commit nothing is read.
 */
const STATEMENTS_MAX = 6;
/** Other jobs work on the same tables with these statements; what is audited is sealed behind the commit, many events at once. */
const BACKGROUND =
  /auth_directory_event|session_signal|session_bulk_close|session_count|FOR KEY SHARE|pg_stat_statements|log_event_audit f\b/;
const OF_SIGN_IN = /auth_|log_event_audit|session_entry|pg_advisory_xact_lock/;

let server: TestServer;

beforeAll(async () => {
  server = await startDirectory({ passwordCost: 'full' });
});
afterAll(() => server.stop());

/** Counts the statements of each of some sign-ins, and keeps their texts. */
async function measure(username: string, headers: Readonly<Record<string, string>>) {
  const signIn = async (): Promise<void> => {
    const { status, text } = await login(server, username, USER_PASSWORD, { headers });
    if (status !== 200) throw new Error(text);
  };
  await signIn();
  const before = await readCosts(server.database.database);
  for (let count = 0; count < SIGN_INS; count++) await signIn();
  const done = [...(await readCosts(server.database.database)).values()]
    .map(({ query, calls }) => ({ query, calls: calls - (before.get(query)?.calls ?? 0) }))
    .filter(({ query, calls }) => calls > 0 && OF_SIGN_IN.test(query) && !BACKGROUND.test(query));
  return {
    each: done.reduce((sum, { calls }) => sum + calls, 0) / SIGN_INS,
    texts: done.map(({ query, calls }) => `${calls} x ${query.replaceAll(/\s+/g, ' ').slice(0, 160)}`).join('\n'),
  };
}

describe('a sign-in with a password alone', () => {
  it(`takes ${STATEMENTS_MAX} statements, also where it makes the browser a known one`, {
    timeout: TIMEOUT_MS,
  }, async () => {
    await createActiveUser(server, await signInAdmin(server), { username: 'ayse' });
    const { each, texts } = await measure('ayse', {});
    expect(each, texts).toBeLessThanOrEqual(STATEMENTS_MAX);
    expect(each, texts).toBeGreaterThan(STATEMENTS_MAX - 1);
  });
});
