// Keeps what the clock of a test installation shows, and how far each process has followed it.
import { type Database, sql } from '../database/database.ts';
import { ALIVE_PROCESS } from '../lease/process.store.ts';
import type { ClockReading } from './movable-clock.ts';

/** Channel that says that the clock was moved; the payload is empty. */
export const TEST_CLOCK_CHANNEL = 'keelson_test_clock';

interface Row {
  readonly standsAt: Date | null;
  readonly aheadMs: number;
  readonly revision: number;
}

const SHOWN = 'stands_at AS "standsAt", ahead_ms AS "aheadMs", revision';
const READ = sql('kernel_test_clock_read', `SELECT ${SHOWN} FROM kernel_test_clock`);
/** Statement that moves the clock; its commit notifies the other processes. */
const moving = (name: string, change: string) =>
  sql(
    name,
    `WITH moved AS (UPDATE kernel_test_clock SET ${change}, revision = revision + 1 RETURNING ${SHOWN})
     SELECT m.*, pg_notify('${TEST_CLOCK_CHANNEL}', '') FROM moved m`,
  );
// Of two parallel moves the later time holds: the clock never steps back.
const STAND = moving('kernel_test_clock_stand', 'stands_at = GREATEST(stands_at, $1)');
const RUN = moving('kernel_test_clock_run', 'stands_at = NULL, ahead_ms = $1');
const FOLLOWED = sql(
  'kernel_test_clock_followed',
  `WITH swept AS (DELETE FROM kernel_test_clock_follower WHERE process_id NOT IN (SELECT id FROM kernel_process))
   INSERT INTO kernel_test_clock_follower (process_id, revision) VALUES ($1, $2)
   ON CONFLICT (process_id) DO UPDATE SET revision = EXCLUDED.revision`,
);
const COUNT_BEHIND = sql(
  'kernel_test_clock_behind',
  `SELECT count(*)::int AS count FROM kernel_test_clock_follower f JOIN kernel_process p ON p.id = f.process_id
   WHERE p.${ALIVE_PROCESS} AND f.revision < $1 AND f.process_id <> $2`,
);

export function createTestClockStore(database: Database) {
  async function readingOf(rows: Promise<Row[]>): Promise<ClockReading> {
    const [row] = await rows;
    if (row === undefined) throw new Error('the clock of the suite has no row');
    return { ...row, standsAt: row.standsAt?.getTime() ?? null };
  }
  return {
    read: () => readingOf(database.rows<Row>(READ)),
    /** Stops the clock at a time, epoch milliseconds. */
    stand: (at: number) => readingOf(database.rows<Row>(STAND, [new Date(at)])),
    /** Lets the clock run, by so many milliseconds later than the time of the database. */
    run: (aheadMs: number) => readingOf(database.rows<Row>(RUN, [aheadMs])),
    /** Records up to which revision a process follows the clock. */
    followed: (processId: string, revision: number) => database.execute(FOLLOWED, [processId, revision]),
    /** Counts the other living processes that have not reached the revision. */
    async behind(processId: string, revision: number): Promise<number> {
      const [row] = await database.rows<{ count: number }>(COUNT_BEHIND, [revision, processId]);
      return row?.count ?? 0;
    },
  };
}
