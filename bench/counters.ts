// Reads what a subject has cost the database and the processors so far; the difference of two readings is a round's cost.
import { type Database, sql } from '../apps/server/src/kernel/database/database.ts';
import type { BenchPostgres } from './postgres.ts';
import { cpuSeconds } from './processes.ts';

/** Counters are sums since the start, of a subject's database alone, but for WAL and processor time, which the others share while idle. */
export interface Counters {
  /** Leaves out BEGIN, COMMIT and the like, which `commits` counts. */
  readonly statements: number;
  /** Counts the transactions that wrote: each has taken a transaction id. Read-only ones are not counted. */
  readonly commits: number;
  readonly walBytes: number;
  /** Counts the pages written whole into the log, because it was their first change since a checkpoint. */
  readonly walFullPages: number;
  /** Is null where there is no /proc. */
  readonly subjectCpuSeconds: number | null;
  readonly postgresCpuSeconds: number | null;
}

// Only the distance of a transaction id to an earlier one means anything; the counters' own reads take none.
const readCounters = sql(
  'bench_counters',
  `SELECT
     (SELECT coalesce(sum(s.calls), 0)::int8 FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
      WHERE d.datname = $1 AND s.query !~* '^\\s*(begin|start transaction|commit|rollback|set|show|savepoint|release)') AS statements,
     pg_snapshot_xmax(pg_current_snapshot())::text::int8 AS commits,
     pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::int8 AS wal_bytes,
     (SELECT wal_fpi FROM pg_stat_wal) AS wal_full_pages`,
);

interface CounterRow {
  readonly statements: number;
  readonly commits: number;
  readonly wal_bytes: number;
  readonly wal_full_pages: number;
}

export interface CountedSubject {
  readonly databaseName: string | null;
  readonly pid: number;
}

/** A subject without a database has no database costs of its own: its statements are 0. */
export async function countSoFar(postgres: BenchPostgres, subject: CountedSubject): Promise<Counters> {
  const row = await readRow(postgres.superuser, subject.databaseName ?? '');
  return {
    statements: row.statements,
    commits: row.commits,
    walBytes: row.wal_bytes,
    walFullPages: row.wal_full_pages,
    subjectCpuSeconds: cpuSeconds(subject.pid),
    postgresCpuSeconds: cpuSeconds(postgres.pid),
  };
}

async function readRow(database: Database, name: string): Promise<CounterRow> {
  const [row] = await database.rows<CounterRow>(readCounters, [name]);
  if (row === undefined) throw new Error('the counters answered nothing');
  return row;
}

export function difference(after: Counters, before: Counters): Counters {
  const minus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a - b);
  return {
    statements: after.statements - before.statements,
    commits: after.commits - before.commits,
    walBytes: after.walBytes - before.walBytes,
    walFullPages: after.walFullPages - before.walFullPages,
    subjectCpuSeconds: minus(after.subjectCpuSeconds, before.subjectCpuSeconds),
    postgresCpuSeconds: minus(after.postgresCpuSeconds, before.postgresCpuSeconds),
  };
}
