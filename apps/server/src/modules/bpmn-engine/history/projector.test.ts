// The projector takes every beginning and end exactly once, whatever the order of commits and however many wait.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moduleMigrations } from '../../../app-modules.ts';
import { createManualClock } from '../../../kernel/database/clock.ts';
import { sql } from '../../../kernel/database/database.ts';
import { createIds } from '../../../kernel/database/ids.ts';
import { createLogger } from '../../../kernel/process/logger.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createPartitionJob } from './history.jobs.ts';
import type { EventDelivery } from './projector.store.ts';
import { createProjector, type Projector } from './projector.ts';

const BEGIN = sql(
  'test_history_begin',
  `INSERT INTO bpm_history_event (instance_id, revision, at, ended_at, end_state, tenant_identifier, definition_id, record)
   SELECT id, 1, now(), CASE WHEN $2 THEN now() END, CASE WHEN $2 THEN 'COMPLETED' END, 'default', 'd:1:x', '[]'
   FROM unnest($1::uuid[]) AS id`,
);
const END = sql(
  'test_history_end',
  `INSERT INTO bpm_history_event (instance_id, revision, at, ended_at, end_state, end_element_ids, record)
   SELECT id, 2, now(), now(), 'COMPLETED', '["end"]', '[]' FROM unnest($1::uuid[]) AS id`,
);
const COUNT = sql(
  'test_projected_count',
  'SELECT count(*)::int AS begun, count(ended_at)::int AS ended FROM bpm_hi_instance',
);
const END_AGAIN = sql(
  'test_history_end_again',
  `INSERT INTO bpm_history_event (instance_id, revision, at, ended_at, end_state, end_element_ids, end_error, record)
   SELECT $1, $2, now(), now(), 'ERROR', NULL, $3, '[]'`,
);
const ENDS = sql(
  'test_projected_ends',
  'SELECT revision, end_state, end_element_ids, end_error FROM bpm_hi_instance ORDER BY id',
);
/** A row that was written anew takes a further place on its page. */
const PLACES = sql('test_projected_places', 'SELECT max((ctid::text::point)[1])::int AS places FROM bpm_hi_instance');
const FORGET = sql('test_projection_position', 'UPDATE bpm_projection SET projected_to = $1::xid8');

const BETWEEN = sql(
  'test_history_between',
  'SELECT count(*)::int AS rows FROM bpm_history_event WHERE xid >= $1::xid8 AND xid < $2::xid8',
);
const higher = (column: string): string => `${column} = (${column}::text::numeric + 1000000)::text::xid8`;
const RAISE = [
  sql('test_raise_rows', `UPDATE bpm_history_event SET ${higher('xid')}`),
  sql(
    'test_raise_position',
    `UPDATE bpm_projection SET ${['projected_to', 'tasks_to', 'operations_to', 'decisions_to'].map(higher).join(', ')}`,
  ),
];
const OF_FUTURE = sql(
  'test_history_future',
  'SELECT FROM bpm_history_event WHERE xid >= pg_snapshot_xmax(pg_current_snapshot())',
);

/** Nothing is delivered. */
const SILENT: EventDelivery = { endOf: async (_tx, { to }) => to, deliver: async () => {} };

const clock = createManualClock();
const ids = createIds(clock);
const log = createLogger('silent');
let test: TestDatabase;
let projector: Projector;

beforeEach(async () => {
  test = await createTestDatabase(moduleMigrations);
  await createPartitionJob({ clock, database: test.database, log }).ensure();
  projector = createProjector({ database: test.database, log, delivery: SILENT, keepsNothing: () => false });
});
afterEach(() => test.close());

const some = (count: number): string[] => Array.from({ length: count }, () => ids.uuidV7());
const counts = async () => (await test.database.rows<{ begun: number; ended: number }>(COUNT))[0];

describe('the projector', () => {
  it('takes begun, ended and at once ended instances, each once', async () => {
    const running = some(3);
    await test.database.execute(BEGIN, [running, false]);
    await test.database.execute(BEGIN, [some(4), true]);
    expect(await projector.catchUp()).toBeNull();
    expect(await counts()).toEqual({ begun: 7, ended: 4 });
    await test.database.execute(END, [running.slice(0, 2)]);
    expect(await projector.catchUp()).toBeNull();
    expect(await counts()).toEqual({ begun: 7, ended: 6 });
  });

  it('writes what begins and ends in one pass once, and what ends later anew', async () => {
    const brief = some(5);
    await test.database.execute(BEGIN, [brief, false]);
    await test.database.execute(END, [brief]);
    expect(await projector.catchUp()).toBeNull();
    expect(await counts()).toEqual({ begun: 5, ended: 5 });
    expect(await test.database.rows(PLACES)).toEqual([{ places: 5 }]);
    const longer = some(2);
    await test.database.execute(BEGIN, [longer, false]);
    expect(await projector.catchUp()).toBeNull();
    await test.database.execute(END, [longer]);
    expect(await projector.catchUp()).toBeNull();
    expect(await counts()).toEqual({ begun: 7, ended: 7 });
    expect(await test.database.rows(PLACES)).toEqual([{ places: 9 }]);
  });

  it('keeps the last end of an instance that ends anew, within a pass, in a later one and when all is projected again', async () => {
    const [one, other, third] = some(3);
    await test.database.execute(BEGIN, [[one, other, third], true]);
    await test.database.execute(END_AGAIN, [one, 3, '["E"]']);
    await test.database.execute(END_AGAIN, [one, 5, null]);
    await test.database.execute(END_AGAIN, [other, 2, '["F"]']);
    expect(await projector.catchUp()).toBeNull();
    await test.database.execute(END_AGAIN, [other, 4, '["G"]']);
    expect(await projector.catchUp()).toBeNull();
    const last = { end_state: 'ERROR', end_element_ids: null };
    const first = { revision: 1, end_state: 'COMPLETED', end_element_ids: null, end_error: null };
    const ends = [{ ...last, revision: 5, end_error: null }, { ...last, revision: 4, end_error: '["G"]' }, first];
    expect(await test.database.rows(ENDS)).toEqual(ends);
    await test.database.execute(FORGET, ['0']);
    expect(await projector.catchUp()).toBeNull();
    expect(await test.database.rows(ENDS)).toEqual(ends);
  });

  it('works off more rows than one pass takes, also of one transaction', async () => {
    const many = some(1_300);
    await test.database.execute(BEGIN, [many, false]);
    for (let from = 0; from < many.length; from += 100)
      await test.database.execute(END, [many.slice(from, from + 100)]);
    expect(await projector.catchUp()).toBeNull();
    expect(await counts()).toEqual({ begun: 1_300, ended: 1_300 });
  });

  it('does not miss a transaction that commits after a newer one was projected', async () => {
    const held = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const late = test.database.transaction(async (tx) => {
      await tx.execute(BEGIN, [some(1), true]);
      written.resolve();
      await held.promise;
    });
    await written.promise;
    await test.database.execute(BEGIN, [some(1), true]);
    // The open transaction holds the horizon back: the newer row waits too, and the caller is told.
    expect(await projector.catchUp()).toBeGreaterThan(0);
    held.resolve();
    await late;
    expect(await projector.catchUp()).toBeNull();
    expect(await counts()).toEqual({ begun: 2, ended: 2 });
  });

  it('lets two processes project at once', async () => {
    await test.database.execute(BEGIN, [some(700), true]);
    const other = createProjector({ database: test.database, log, delivery: SILENT, keepsNothing: () => false });
    expect(await Promise.all([projector.catchUp(), other.catchUp()])).toEqual([null, null]);
    expect(await counts()).toEqual({ begun: 700, ended: 700 });
  });

  it('goes on after a restore into a cluster with lower numbers of transactions, and delivers nothing again', async () => {
    const { database } = test;
    const [projected, waiting] = [some(3), some(2)];
    await database.execute(BEGIN, [projected, false]);
    expect(await projector.catchUp()).toBeNull();
    await database.execute(BEGIN, [waiting, true]);
    await database.execute(END, [projected.slice(0, 1)]);
    const passes: Promise<number>[] = [];
    const delivery: EventDelivery = {
      ...SILENT,
      deliver: async (tx, { since, to }) => {
        passes.push(tx.rows<{ rows: number }>(BETWEEN, [since, to]).then(([row]) => row?.rows ?? 0));
        await Promise.all(passes);
      },
    };
    // The other cluster was a million transactions further.
    for (const raised of RAISE) await database.execute(raised);
    const restored = createProjector({ database, log, delivery, keepsNothing: () => false });
    const late = some(4);
    await database.execute(BEGIN, [late, true]);
    expect(await restored.catchUp()).toBeNull();
    expect(await counts()).toEqual({ begun: 9, ended: 7 });
    const delivered = await Promise.all(passes);
    expect(delivered.reduce((sum, rows) => sum + rows, 0)).toBe(7);
    expect(await database.rows(OF_FUTURE)).toEqual([]);
  });
});
