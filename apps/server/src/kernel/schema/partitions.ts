// Makes the monthly partitions of a table before they are needed.
import { PARTITION_LOCK_CLASS } from '../database/advisory-locks.ts';
import type { Database } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';

export interface PartitionedTable {
  /** Is a constant of the program, partitioned by `RANGE` on one column. */
  readonly table: string;
  /** A UUIDv7 is partitioned by the time inside it. */
  readonly keyType: 'uuid-v7' | 'timestamptz';
  /** Sets storage parameters of each partition, for example `fillfactor = 75`. */
  readonly storage?: string;
}

/** A process that runs for weeks without making partitions still has somewhere to write. */
const MONTHS_AHEAD = 2;
const TABLE_NAME = /^[a-z][a-z0-9_]{0,54}$/;

const lock = sql('kernel_partition_lock', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');
const listPartitions = sql(
  'kernel_partition_list',
  'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
);

/**
 * Makes those that are missing from the month of `fromMs` until two months after the month of `nowMs` (UTC, epoch ms),
 * named `<table>_2026_01`. Several processes may call it at once. Answers the names of those it made.
 */
export async function ensureMonthlyPartitions(
  database: Database,
  partitioned: PartitionedTable,
  nowMs: number,
  fromMs: number = nowMs,
): Promise<string[]> {
  const { table } = partitioned;
  if (!TABLE_NAME.test(table)) throw new Error(`"${table}" is no name for a partitioned table`);
  const wanted = monthsBetween(fromMs, nowMs).map((start) => ({ start, name: `${table}_${monthName(start)}` }));
  const existing = async (): Promise<Set<string>> => {
    const rows = await database.rows<{ name: string }>(listPartitions, [table]);
    return new Set(rows.map((row) => row.name));
  };
  const before = await existing();
  if (wanted.every(({ name }) => before.has(name))) return [];
  return database.transaction(async (tx) => {
    await tx.rows(lock, [PARTITION_LOCK_CLASS, table]);
    const present = await existing();
    const missing = wanted.filter(({ name }) => !present.has(name));
    for (const { name, start } of missing) await tx.execute(createStatement(partitioned, name, start));
    return missing.map(({ name }) => name);
  });
}

function createStatement({ table, keyType, storage }: PartitionedTable, name: string, start: number) {
  const bound = (ms: number): string => (keyType === 'uuid-v7' ? uuidAt(ms) : new Date(ms).toISOString());
  const options = storage === undefined ? '' : ` WITH (${storage})`;
  return sql(
    `partition_${name}`,
    `CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES FROM ('${bound(start)}') TO ('${bound(nextMonth(start))}')${options}`,
  );
}

/** Answers the lowest UUID whose first 48 bits are this time. */
function uuidAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function monthsBetween(fromMs: number, nowMs: number): number[] {
  const now = new Date(nowMs);
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD);
  const from = new Date(Math.min(fromMs, nowMs));
  const months: number[] = [];
  for (let start = Date.UTC(from.getUTCFullYear(), from.getUTCMonth()); start <= last; start = nextMonth(start)) {
    months.push(start);
  }
  return months;
}

function nextMonth(start: number): number {
  const date = new Date(start);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

function monthName(start: number): string {
  return new Date(start).toISOString().slice(0, 7).replace('-', '_');
}
