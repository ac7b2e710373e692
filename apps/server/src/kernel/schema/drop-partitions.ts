// Removes partitions whose rows are all past, without holding up who reads or writes the table.
import type { Database } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';
import type { PartitionedTable } from './partitions.ts';

export interface Partition {
  readonly name: string;
  /** Times in epoch ms, from inclusive, until exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** `attached`; `pending`: a detach was cut off half-way; `loose`: it was detached and is still there. */
  readonly state: 'attached' | 'pending' | 'loose';
}

const list = sql(
  'kernel_partition_states',
  `SELECT c.relname AS name, CASE WHEN i.inhrelid IS NULL THEN 'loose' WHEN i.inhdetachpending THEN 'pending' ELSE 'attached' END AS state
   FROM pg_class c LEFT JOIN pg_inherits i ON i.inhrelid = c.oid AND i.inhparent = $1::regclass
   WHERE c.relkind = 'r' AND c.relnamespace = (SELECT relnamespace FROM pg_class WHERE oid = $1::regclass) AND starts_with(c.relname, $1 || '_')
   ORDER BY c.relname`,
);

/** Lists those that `ensurePartitions` has made, the oldest first, however far their removal has come. */
export async function listPartitions(
  database: Pick<Database, 'rows'>,
  { table }: Pick<PartitionedTable, 'table'>,
): Promise<readonly Partition[]> {
  const rows = await database.rows<Pick<Partition, 'name' | 'state'>>(list, [table]);
  return rows.flatMap(({ name, state }) => {
    const times = timesOf(name.slice(table.length + 1));
    return times === null ? [] : [{ name, state, ...times }];
  });
}

/**
 * Removes a partition, going on where an earlier attempt was cut off. A plain DROP would lock out readers and writers
 * of the parent; a detach that waits for readers runs outside of a transaction.
 */
export async function dropPartition(
  database: Pick<Database, 'execute'>,
  { table }: Pick<PartitionedTable, 'table'>,
  { name, state }: Pick<Partition, 'name' | 'state'>,
): Promise<void> {
  const how = state === 'pending' ? 'FINALIZE' : 'CONCURRENTLY';
  if (state !== 'loose') {
    await database.execute(
      sql(`detach_${name}_${how.toLowerCase()}`, `ALTER TABLE ${table} DETACH PARTITION ${name} ${how}`),
    );
  }
  await database.execute(sql(`drop_${name}`, `DROP TABLE ${name}`));
}

/**
 * Removes partitions that hold no row and whose time ended before `beforeMs` (epoch ms), which has to lie so far back that nobody
 * writes into them any more. Several processes may call it at once. Answers the names of those that this one removed.
 */
export async function dropEmptyPartitions(
  database: Pick<Database, 'rows' | 'execute'>,
  table: Pick<PartitionedTable, 'table'>,
  beforeMs: number,
): Promise<string[]> {
  const dropped: string[] = [];
  for (const partition of await listPartitions(database, table)) {
    if (partition.untilMs > beforeMs) continue;
    try {
      if (!(await isEmpty(database, partition))) continue;
      await dropPartition(database, table, partition);
      dropped.push(partition.name);
    } catch (error) {
      const isLeft = (left: Partition): boolean => left.name === partition.name && left.state === partition.state;
      // Another process went on with it, or is through.
      if ((await listPartitions(database, table)).some(isLeft)) throw error;
    }
  }
  return dropped;
}

async function isEmpty(database: Pick<Database, 'rows'>, { name }: Pick<Partition, 'name'>): Promise<boolean> {
  const rows = await database.rows(sql(`first_of_${name}`, `SELECT FROM ${name} LIMIT 1`));
  return rows.length === 0;
}

/** Reads `2026_01` or `2026_01_31` (UTC); null where it is neither. */
function timesOf(text: string): Pick<Partition, 'fromMs' | 'untilMs'> | null {
  const match = /^(\d{4})_(\d{2})(?:_(\d{2}))?$/.exec(text);
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]) - 1, match[3]];
  if (day === undefined) return { fromMs: Date.UTC(year, month), untilMs: Date.UTC(year, month + 1) };
  return { fromMs: Date.UTC(year, month, Number(day)), untilMs: Date.UTC(year, month, Number(day) + 1) };
}
