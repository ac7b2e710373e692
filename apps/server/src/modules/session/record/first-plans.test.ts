// Proves that what is looked for by key is found by key from the first session on: a prepared plan outlives the growth of its tables.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { createDatabase, type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { findCountedSessions } from '../begin/room.store.ts';
import { createSessionParts } from '../session-parts.fixture.ts';
import { countSessionsOfUser, findKnownIdentifiers, findNewestSession, findSession } from './session.store.ts';

/** From the sixth execution on PostgreSQL may keep a plan for good. */
const EXECUTIONS = 7;
const user = { tenantIdentifier: 'default', usernameFolded: 'ayse' };

const readScans = sql(
  'test_first_plans_scans',
  `SELECT coalesce(sum(seq_scan), 0)::int AS scans FROM pg_stat_xact_user_tables
   WHERE relname IN ('session_entry', 'session_activity')`,
);

let testDatabase: TestDatabase;
let database: Database;
let identifier: string;
const clock = createManualClock();

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
  // Plans are kept by connections.
  database = createDatabase({ settings: testDatabase.settings, connectionsMax: 1 });
  const parts = createSessionParts({ database: testDatabase.database, clock });
  identifier = (await parts.begin()).identifier;
});
afterAll(async () => {
  await database.close();
  await testDatabase.close();
});

it.each<readonly [string, (tx: Transaction) => Promise<unknown>]>([
  ['a session by its identifier', (tx) => findSession(tx, identifier)],
  ['whether an identifier is known', (tx) => findKnownIdentifiers(tx, [identifier])],
  ['the other sessions of a user', (tx) => findCountedSessions(tx, user, clock.now())],
  ['the number of sessions of a user', (tx) => countSessionsOfUser(tx, user, clock.now())],
  ['the newest session of a user', (tx) => findNewestSession(tx, user, clock.now())],
])('finds %s without reading a table whole', async (_, look) => {
  await database.transaction(async (tx) => {
    const scans = async () => (await tx.rows<{ scans: number }>(readScans))[0]?.scans;
    // What is counted of earlier transactions stands here too until it is handed in.
    const before = await scans();
    for (let execution = 0; execution < EXECUTIONS; execution++) await look(tx);
    expect(await scans()).toBe(before);
  });
});
