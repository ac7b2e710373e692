// Holds that closing a session reads that session, not all that are open, whatever the planner knows of the tables.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { closeSessionFamilies, closeSessionsOfUsers } from './closing.store.ts';

const OPEN = 3_000;
/** Two sessions are looked at and written in all their indexes, some 75 blocks each; by a look at all open ones 9,000 were read. */
const BLOCKS_MAX = 400;
const NOW = Date.parse('2026-06-01T10:00:00Z');

const BEGIN = sql(
  't_begin_many',
  `WITH entry AS (
     INSERT INTO session_entry (identifier, tenant_identifier, username, username_folded, created, authenticated, expiry, idle_seconds,
       slack_seconds, authorities_source, methods, assurance, locale, parent_identifier)
     SELECT 's' || n, 'default', 'u' || n, 'u' || n, $2, $2, $2::timestamptz + interval '1 day', 3600, 60, 'DIRECTORY', '{}', 'AAL1', 'en',
       CASE WHEN n % 100 = 1 THEN 's' || n - 1 END
     FROM generate_series(1, $1::int) n RETURNING id
   ) INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
     SELECT id, 'default', false, $2, $2::timestamptz + interval '1 hour' FROM entry`,
);
const BLOCKS = sql(
  't_blocks',
  `SELECT coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int8 AS blocks FROM pg_stat_statements
   WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) AND query ~ 'RECURSIVE family'`,
);

let test: TestDatabase;

beforeAll(async () => {
  test = await createTestDatabase(moduleMigrations);
  const close = { reason: 'LOGOUT', closedBy: 'u', nowMs: NOW } as const;
  // The plan is of a table with nothing in it.
  await test.database.transaction((tx) => closeSessionFamilies(tx, ['none'], close));
  await test.database.execute(BEGIN, [OPEN, new Date(NOW)]);
});
afterAll(() => test.close());

const blocks = async () => (await test.database.rows<{ blocks: number }>(BLOCKS))[0]?.blocks ?? 0;
const close = { reason: 'LOGOUT', closedBy: 'somebody', nowMs: NOW } as const;

it.each([
  [
    'by its name, with the one that hangs on it',
    (n: number) => test.database.transaction((tx) => closeSessionFamilies(tx, [`s${n}`], close)),
  ],
  [
    'of a user, with the one that hangs on it',
    (n: number) => {
      const user = { tenantIdentifier: 'default', usernamesFolded: [`u${n}`], exceptIdentifier: null };
      return test.database.transaction((tx) => closeSessionsOfUsers(tx, user, close));
    },
  ],
])('a session that is closed %s is read alone among thousands', async (name, closeOne) => {
  const first = name.startsWith('of') ? 1_500 : 500;
  const times = 8;
  const before = await blocks();
  for (let time = 0; time < times; time += 1) {
    const closed = await closeOne(first + time * 100);
    const named = [`s${first + time * 100}`, `s${first + time * 100 + 1}`];
    expect(closed.map(({ identifier }) => identifier).toSorted()).toEqual(named);
  }
  const read = ((await blocks()) - before) / times;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(BLOCKS_MAX);
});
