// Proves that the total of the ledger is what a count by brute force finds, whatever begins and ends beside it.
import { randomInt } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MINUTE_MS } from '@keelson/time-zone/units';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { migrate } from '../../../kernel/schema/migrate.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { sessionModule } from '../module.ts';
import type { SessionQuery } from '../search/query.types.ts';
import { countSessions, pageSessions } from '../search/sessions.store.ts';
import { actor, createSessionParts } from '../session-parts.fixture.ts';
import { settleBulkClose } from './settle-bulk-close.ts';

const { steps: STEPS, seed: SEED = randomInt(2 ** 32) } = inject('ledger');
const BATCH = 50;
const clock = createManualClock();
const source = { name: 'session', directory: sessionModule.migrations };
const noRange = { from: null, to: null };
const firstPage = { pageNumber: 0, pageSize: 20, sort: { properties: ['lastAccessDate'], direction: 'DESC' as const } };

let testDatabase: TestDatabase;
let parts: ReturnType<typeof createSessionParts>;

beforeAll(async () => {
  testDatabase = await createTestDatabase(moduleMigrations);
  parts = createSessionParts({
    database: testDatabase.database,
    clock,
    settings: { 'session.max-per-user': 3, 'session.idle-timeout': 5 },
  });
  await parts.signals.start();
});
afterAll(() => testDatabase.close());

function queryOf(query: Partial<SessionQuery> = {}): SessionQuery {
  const nothing = { usernamesFolded: null, usernameContains: null, identifiers: null, closeReasons: null };
  const neither = { addressRange: null, userAgentContains: null, authority: null, assuranceLevel: null };
  return {
    tenantIdentifier: 'default',
    system: false,
    statuses: ['OPEN'],
    ...nothing,
    ...neither,
    created: noRange,
    lastAccess: noRange,
    expiry: noRange,
    closed: noRange,
    parentIdentifier: null,
    attributes: null,
    exceptIdentifier: null,
    ...query,
  };
}

// Written anew from the definition of a live session, not from the code under test.
const bruteForce = sql(
  'test_totals_brute_force',
  `SELECT count(*)::int AS count FROM session_entry e JOIN session_activity a ON a.session_id = e.id
   WHERE e.tenant_identifier = 'default' AND NOT e.system AND e.closed_date IS NULL AND a.ends > $1
     AND e.username_folded LIKE $2
     AND NOT EXISTS (SELECT FROM session_bulk_close b WHERE e.id <= b.through_id AND e.identifier <> b.except_identifier)`,
);

async function countByHand(pattern = '%'): Promise<number> {
  const [row] = await testDatabase.database.rows<{ count: number }>(bruteForce, [new Date(clock.now()), pattern]);
  return row!.count;
}

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

describe('the exact total', () => {
  it('session 24: the total equals a count by brute force after each few begins, closes, expiries and bulk closes with all workers running', async () => {
    const { database } = testDatabase;
    const random = createRandom(SEED);
    const live: string[] = [];
    const steps = { begin: 0, close: 0, user: 0, all: 0 };
    const step = async (): Promise<unknown> => {
      const kind = random(1_000);
      if (kind < 600 || live.length === 0) {
        steps.begin++;
        live.push((await parts.begin(`user-${random(2_000)}`)).identifier);
        return undefined;
      }
      if (kind < 950) {
        steps.close++;
        return parts.close(live.splice(random(live.length), 1)[0]!);
      }
      if (kind < 995) {
        steps.user++;
        const user = { tenantIdentifier: 'default', usernameFolded: `user-${random(2_000)}` };
        return database.transaction((tx) => parts.closing.closeByUser(tx, user, 'USER', actor));
      }
      steps.all++;
      const exceptIdentifier = random(2) === 0 ? null : live[random(live.length)]!;
      const order = { tenantIdentifier: 'default', includeSystem: false, systemOnly: false, exceptIdentifier };
      return database.transaction((tx) => parts.closing.closeAll(tx, order, actor));
    };
    const workers = [
      () => parts.expiry.sweep(),
      parts.upkeep.fold,
      () => settleBulkClose(database),
      parts.activity.flush,
    ];
    for (let taken = 0; taken < STEPS; taken += BATCH) {
      await Promise.all([...Array.from({ length: BATCH }, step), ...workers.map((work) => work())]);
      if (random(4) === 0) clock.advance(random(2 * MINUTE_MS));
      const total = await countSessions(database, queryOf(), clock.now());
      expect({ seed: SEED, taken, total }).toEqual({ seed: SEED, taken, total: await countByHand() });
    }
    const named = await countSessions(database, queryOf({ usernameContains: 'user-1' }), clock.now());
    expect(named).toBe(await countByHand('%user-1%'));
    expect(Math.min(...Object.values(steps))).toBeGreaterThan(0);
    expect(await parts.upkeep.recount()).toBe(0);
    while (!(await settleBulkClose(database)));
    await parts.upkeep.fold();
    expect(await countSessions(database, queryOf(), clock.now())).toBe(await countByHand());
    expect(await parts.upkeep.recount()).toBe(0);
  }, 120_000);

  it('is of one snapshot with the rows of its page and agrees at its end', async () => {
    const { database } = testDatabase;
    for (let index = 0; index < 25; index++) await parts.begin(`page-${index}`);
    const count = await countByHand();
    const lastPage = { ...firstPage, pageNumber: Math.floor((count - 1) / 20) };
    const { records, total } = await pageSessions(database, queryOf(), lastPage, clock.now());
    expect([total, records.length]).toEqual([count, ((count - 1) % 20) + 1]);
    const past = await pageSessions(database, queryOf(), { ...firstPage, pageNumber: 1_000 }, clock.now());
    expect(past).toEqual({ records: [], total: count });
  });

  it('has nothing that has run out and is not swept', async () => {
    const { database } = testDatabase;
    clock.advance(60 * MINUTE_MS);
    await parts.begin('late');
    const totals = [queryOf(), queryOf({ usernameContains: 'a' }), queryOf({ usernamesFolded: ['late', 'page-1'] })];
    expect(await Promise.all(totals.map((query) => countSessions(database, query, clock.now())))).toEqual([1, 1, 1]);
    expect((await pageSessions(database, queryOf(), firstPage, clock.now())).total).toBe(1);
  });

  it('session 24: a ledger that is wrong is found by the recount, told by how much, and set right', async () => {
    const { database } = testDatabase;
    await database.execute(
      sql('test_totals_spoil', "INSERT INTO session_count_delta VALUES ('default', false, 3), ('gone', true, -4)"),
    );
    expect(await parts.upkeep.recount()).toBe(7);
    expect(await parts.upkeep.recount()).toBe(0);
    expect(await countSessions(database, queryOf(), clock.now())).toBe(await countByHand());
  });

  it('folds to one row of each tenant and kind, and to none where nothing is open', async () => {
    const { database } = testDatabase;
    await parts.close((await parts.begin('folded')).identifier);
    await parts.upkeep.fold();
    const rows = sql(
      'test_totals_rows',
      'SELECT tenant_identifier, system, count(*)::int AS count FROM session_count_delta GROUP BY 1, 2',
    );
    expect(await database.rows(rows)).toEqual([{ tenant_identifier: 'default', system: false, count: 1 }]);
  });
});

it('counts sessions that were open before the ledger by its migration', async () => {
  const empty = await createEmptyDatabase();
  const directory = mkdtempSync(join(tmpdir(), 'keelson-migrations-'));
  try {
    const { database } = empty;
    const migrations = readdirSync(source.directory).sort();
    const older = migrations.filter((name) => name < '0004');
    for (const name of older) copyFileSync(new URL(name, source.directory), join(directory, name));
    await migrate(database, [{ name: 'session', directory: pathToFileURL(`${directory}/`) }]);
    await database.execute(
      sql(
        'test_totals_open',
        `INSERT INTO session_activity (session_id, tenant_identifier, system, last_access, ends)
         SELECT id, CASE WHEN id < 4 THEN 'default' ELSE 'north' END, id = 3, now(), now() FROM generate_series(1, 5) id`,
      ),
    );
    await migrate(database, [source]);
    const ledger = sql(
      'test_totals_ledger',
      'SELECT tenant_identifier, system, sum(delta)::int AS count FROM session_count_delta GROUP BY 1, 2 ORDER BY 1, 2',
    );
    expect((await database.arrays(ledger)).map((row) => row.join(' '))).toEqual([
      'default false 2',
      'default true 1',
      'north false 2',
    ]);
  } finally {
    rmSync(directory, { recursive: true, force: true });
    await empty.close();
  }
});
