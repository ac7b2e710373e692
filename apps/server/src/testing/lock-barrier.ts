// Makes races happen: what the racers want is held until all of them wait for it in a known order, then let go.
import { type Database, sql, type Transaction } from '../kernel/database/database.ts';

// Counts whoever waits for an advisory lock or for a row; each test file has a database of its own.
const countWaiting = sql(
  'test_barrier_waiting',
  `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
);
const WAIT_MS = 10_000;

/** Waits until so many sessions of the database wait for locks; throws where the last of them ends before it does. */
async function untilWaiting(database: Database, wanted: number, last: Promise<unknown>): Promise<void> {
  const giveUpAt = performance.now() + WAIT_MS;
  let ended = false;
  const end = () => {
    ended = true;
  };
  last.then(end, end);
  for (;;) {
    const [row] = await database.rows<{ count: number }>(countWaiting);
    const count = row?.count ?? 0;
    if (count === wanted) return;
    if (ended) throw new Error('a racer ended without waiting for what is held');
    if (count > wanted) throw new Error(`${count} wait for a lock where ${wanted} should`);
    if (performance.now() > giveUpAt) throw new Error(`${count} of ${wanted} wait for a lock`);
  }
}

/**
 * Holds what `hold` takes, begins each racer once the one before it waits, and lets go when all of them do: locks are given in
 * the order in which they were asked for, so the first racer is the first one through. Answers what the racers answer.
 */
export async function raceInOrder<Racers extends readonly (() => Promise<unknown>)[]>(
  database: Database,
  hold: (tx: Transaction) => Promise<unknown>,
  ...racers: Racers
): Promise<{ [Index in keyof Racers]: Awaited<ReturnType<Racers[Index]>> }> {
  const running = await database.transaction(async (tx) => {
    await hold(tx);
    const started: Promise<unknown>[] = [];
    for (const race of racers) {
      const answer = race();
      started.push(answer);
      await untilWaiting(database, started.length, answer);
    }
    return started;
  });
  return (await Promise.all(running)) as { [Index in keyof Racers]: Awaited<ReturnType<Racers[Index]>> };
}
