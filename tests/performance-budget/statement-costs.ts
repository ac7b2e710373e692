// Counts what requests cost the database: statements, commits and bytes of the write-ahead log, from pg_stat_statements.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';

export interface Costs {
  /** Leaves out BEGIN, COMMIT and background work. */
  readonly statements: number;
  /**
   * Counts the statements that write: on the hot path each commits by itself. One that came to run inside a transaction would be
   * counted too often, never too seldom.
   */
  readonly commits: number;
  /** Counts with the records of the commits; pages that were logged whole are in it, so it counts only where there are none. */
  readonly walBytes: number;
  /** Counts the pages that were logged whole because of a checkpoint; they are not the work's fault. */
  readonly fullPages: number;
  /** Holds the texts of the statements, for a message of failure. */
  readonly texts: readonly string[];
}

interface StatementRow {
  readonly query: string;
  readonly calls: number;
  readonly wal_bytes: number;
  readonly wal_fpi: number;
}

export type Reading = ReadonlyMap<string, StatementRow>;

/** A commit record is written after the statement's count is closed: 34 bytes, 49 were seen with alignment and page headers. */
const COMMIT_RECORD_BYTES = 64;

const readStatements = sql(
  'budget_statements',
  `SELECT query, sum(calls)::int8 AS calls, sum(wal_bytes)::int8 AS wal_bytes, sum(wal_fpi)::int8 AS wal_fpi
   FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database()) GROUP BY query`,
);

/** This work goes on whether requests come or not, or follows them at its own pace; it is told by what its texts name. */
const BACKGROUND: readonly RegExp[] = [
  /pg_stat_statements/, // this counting
  /bpm_projection/, // the projector's turn and position
  /(INSERT INTO|UPDATE) bpm_hi_(instance|task|decision)|^INSERT INTO bpm_operation/, // its passes
  /^SELECT pg_snapshot_xmin|^SELECT current_setting\(\$1\) AS enable_|^SELECT set_config\(\$/, // how a pass begins
  /\b(FROM|DELETE FROM) bpm_history_event\b|bpm_incident_raised|bpm_event_untold/, // what a pass tells other modules
  /^SELECT e\.instance_id, e\.revision, e\.record|^SELECT t\.instance_id, t\.number, t\.name FROM unnest/, // what it tells them of
  /\bpolling_\w+/, // what starts and ends by itself, numbers after the commit
  /\blog_(?!event\b)\w+/, // the probe of the producer cache, partitions of the log, what is past
  /SELECT \(extract\(epoch FROM clock_timestamp/, // the clock's probe
  /INSERT INTO kernel_process/, // the heartbeat
  /\bsession_\w+/, // sweeps, last access written in bundles, totals that are folded
  /\bauth_\w+/, // accounts and challenges that run out, forgotten passwords, directory events
  /\bmail(_\w+)?\b/, // mails that expire, providers, what other modules are told of mails
  /\bkernel_test_clock\b/, // the clock of tests
  /\breport_\w+/, // runs whose time is over, ends that others are told, snapshots to drop
  /\bsystem_(setting|menu)_\w+/, // probes for a newer revision, and what has run out
  /pg_try_advisory_xact_lock/, // whose turn it is to do any of these
  /pg_notify|pg_listening_channels|^LISTEN|^SELECT \$1$/, // wake-ups, and probes of the listener
  /pg_inherits|PARTITION OF/, // the months' partitions
  /^(BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE|SET|RESET|DISCARD)\b/, // ends of the transactions above
];
const WRITES = /\b(INSERT INTO|UPDATE|DELETE FROM|MERGE INTO)\b/;

export async function readCosts(database: Database): Promise<Reading> {
  const rows = await database.rows<StatementRow>(readStatements);
  return new Map(rows.map((row) => [row.query, row]));
}

export function costsBetween(before: Reading, after: Reading): Costs {
  const done = [...after.values()]
    .filter(({ query }) => !BACKGROUND.some((pattern) => pattern.test(query)))
    .map((row) => ({
      query: row.query,
      calls: row.calls - (before.get(row.query)?.calls ?? 0),
      walBytes: row.wal_bytes - (before.get(row.query)?.wal_bytes ?? 0),
      fullPages: row.wal_fpi - (before.get(row.query)?.wal_fpi ?? 0),
    }))
    .filter(({ calls }) => calls > 0);
  const sum = (value: (row: (typeof done)[number]) => number): number =>
    done.reduce((total, row) => total + value(row), 0);
  const commits = sum(({ query, calls }) => (WRITES.test(query) ? calls : 0));
  return {
    statements: sum(({ calls }) => calls),
    commits,
    walBytes: sum(({ walBytes }) => walBytes) + commits * COMMIT_RECORD_BYTES,
    fullPages: sum(({ fullPages }) => fullPages),
    texts: done.map(({ query, calls }) => `${calls} x ${query.replaceAll(/\s+/g, ' ')}`),
  };
}

/** Passes that fill the tables of which pages of instances and of closed tasks are made. */
const PROJECTS = /(INSERT INTO|UPDATE) bpm_hi_(instance|task)/;

/** Answers the bytes of the log that the projector has written between two readings. */
export function projectedWalBytes(before: Reading, after: Reading): number {
  const sum = (reading: Reading): number =>
    [...reading.values()].filter(({ query }) => PROJECTS.test(query)).reduce((total, row) => total + row.wal_bytes, 0);
  return sum(after) - sum(before);
}

export const REPETITIONS = 10;
/** Each process asks these every few seconds, whether anybody uses it or not. */
const PROBES = /^SELECT revision(, forgotten_revision AS "forgottenRevision")? FROM system_\w+ WHERE id = 1$/;

/** What is audited is sealed behind the commit, many events at once. */
const SEALING = /\blog_event_audit f\b/;

/** Counts the statements of each of some repetitions of the work that name what is looked for, and keeps their texts. */
export async function measureStatements(
  database: Database,
  named: RegExp,
  work: (number: number) => Promise<unknown>,
): Promise<{ readonly each: number; readonly texts: string }> {
  await work(0);
  const before = await readCosts(database);
  for (let number = 1; number <= REPETITIONS; number++) await work(number);
  const done = [...(await readCosts(database)).values()]
    .map(({ query, calls }) => ({
      query: query.replaceAll(/\s+/g, ' '),
      calls: calls - (before.get(query)?.calls ?? 0),
    }))
    .filter(({ query, calls }) => calls > 0 && named.test(query) && !PROBES.test(query) && !SEALING.test(query));
  return {
    each: done.reduce((sum, { calls }) => sum + calls, 0) / REPETITIONS,
    texts: done.map(({ query, calls }) => `${calls} x ${query.slice(0, 200)}`).join('\n'),
  };
}
