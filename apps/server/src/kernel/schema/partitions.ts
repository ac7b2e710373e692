// Makes the partitions of a table before they are needed, one for each day or month (UTC).
import { setTimeout as sleep } from 'node:timers/promises';
import { PARTITION_LOCK_CLASS } from '../database/advisory-locks.ts';
import type { Database } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';
import { sqlState } from '../database/database-errors.ts';

export interface PartitionedTable {
  /** A constant of the program, partitioned by `RANGE` on one column. */
  readonly table: string;
  /** A UUIDv7 is partitioned by the time inside it. */
  readonly keyType: 'uuid-v7' | 'timestamptz';
  readonly unit: 'day' | 'month';
  /** Sets storage parameters of each partition, for example `fillfactor = 75`. */
  readonly storage?: string;
  /** Names the trigger function that refuses a TRUNCATE of a partition: such triggers are not handed down, those of rows are. */
  readonly truncateGuard?: string;
}

/**
 * Months ahead for which partitions are made: a process that runs for weeks without making any still has somewhere to
 * write.
 */
const MONTHS_AHEAD = 2;
const TABLE_NAME = /^[a-z][a-z0-9_]{0,50}$/;
/**
 * Limit for the lock of the table; a longer holder is waited for anew, so that others do not queue behind this
 * statement.
 */
const LOCK_TIMEOUT_MS = 500;
const LOCK_ATTEMPTS_MAX = 60;
const LOCK_PAUSE_MS = 200;
const LOCK_NOT_AVAILABLE = '55P03';

const lock = sql('kernel_partition_lock', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');
const limitWait = sql('kernel_partition_lock_timeout', `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
const listPartitions = sql(
  'kernel_partition_list',
  'SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = $1::regclass',
);

/**
 * Makes those that are missing from the unit of `fromMs` to the unit of `untilMs` (epoch ms), named `<table>_2026_01` or
 * `<table>_2026_01_31`. Nobody who reads or writes the table is held up. Several processes may call it at once. Answers the
 * names of those it made.
 */
export async function ensurePartitions(
  database: Pick<Database, 'rows' | 'transaction'>,
  partitioned: PartitionedTable,
  fromMs: number,
  untilMs: number,
): Promise<string[]> {
  const { table, unit } = partitioned;
  if (!TABLE_NAME.test(table)) throw new Error(`"${table}" is no name for a partitioned table`);
  const rows = await database.rows<{ name: string }>(listPartitions, [table]);
  const existing = new Set(rows.map((row) => row.name));
  const made: string[] = [];
  for (let start = startOf(unit, fromMs); start <= untilMs; start = next(unit, start)) {
    const name = `${table}_${nameOf(unit, start)}`;
    if (!existing.has(name) && (await makePartition(database, partitioned, name, start))) made.push(name);
  }
  return made;
}

/** Makes those that are missing from the month of `fromMs` until two months after the month of `nowMs`. */
export function ensureMonthlyPartitions(
  database: Database,
  partitioned: Omit<PartitionedTable, 'unit'>,
  nowMs: number,
  fromMs: number = nowMs,
): Promise<string[]> {
  const now = new Date(nowMs);
  const last = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + MONTHS_AHEAD);
  return ensurePartitions(database, { ...partitioned, unit: 'month' }, Math.min(fromMs, nowMs), last);
}

/**
 * Makes a partition as a table of its own and attaches it: `PARTITION OF` would lock out readers and writers of the
 * parent. Answers whether this process made it.
 */
async function makePartition(
  database: Pick<Database, 'transaction'>,
  partitioned: PartitionedTable,
  name: string,
  start: number,
): Promise<boolean> {
  const { table } = partitioned;
  for (let attempt = 1; ; attempt++) {
    try {
      return await database.transaction(async (tx) => {
        await tx.rows(lock, [PARTITION_LOCK_CLASS, table]);
        const present = await tx.rows<{ name: string }>(listPartitions, [table]);
        if (present.some((row) => row.name === name)) return false;
        await tx.execute(limitWait);
        for (const statement of createStatements(partitioned, name, start)) await tx.execute(statement);
        return true;
      });
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || attempt === LOCK_ATTEMPTS_MAX) throw error;
      await sleep(LOCK_PAUSE_MS);
    }
  }
}

function createStatements(partitioned: PartitionedTable, name: string, start: number) {
  const { table, keyType, unit, storage, truncateGuard } = partitioned;
  const bound = (ms: number): string => (keyType === 'uuid-v7' ? uuidAt(ms) : new Date(ms).toISOString());
  const options = storage === undefined ? '' : ` WITH (${storage})`;
  const range = `FROM ('${bound(start)}') TO ('${bound(next(unit, start))}')`;
  return [
    sql(`partition_${name}`, `CREATE TABLE ${name} (LIKE ${table} INCLUDING ALL)${options}`),
    sql(`attach_${name}`, `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES ${range}`),
    ...(truncateGuard === undefined ? [] : [guardStatement(name, truncateGuard)]),
  ];
}

function guardStatement(name: string, guard: string) {
  return sql(
    `guard_${name}`,
    `CREATE TRIGGER ${guard} BEFORE TRUNCATE ON ${name} FOR EACH STATEMENT EXECUTE FUNCTION ${guard}()`,
  );
}

/** Answers the lowest UUID whose first 48 bits are this time. */
function uuidAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function startOf(unit: PartitionedTable['unit'], ms: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), unit === 'day' ? date.getUTCDate() : 1);
}

function next(unit: PartitionedTable['unit'], start: number): number {
  const date = new Date(start);
  if (unit === 'day') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}

function nameOf(unit: PartitionedTable['unit'], start: number): string {
  const length = unit === 'day' ? 'yyyy-mm-dd'.length : 'yyyy-mm'.length;
  return new Date(start).toISOString().slice(0, length).replaceAll('-', '_');
}
