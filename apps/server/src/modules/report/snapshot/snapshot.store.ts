// Holds the SQL of snapshots: their runs, content, and expiry.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { Snapshot, SnapshotColumn } from '../report.types.ts';

/** The schema of snapshot tables; nothing else lies in it. */
const SCHEMA = 'keelson_report';

const insert = sql(
  'report_snapshot_insert',
  `INSERT INTO report_snapshot (tenant_identifier, execution_id, date_created, expire_date) VALUES ($1, $2, $3, $4) RETURNING id`,
);
const settle = sql(
  'report_snapshot_settle',
  `UPDATE report_snapshot SET column_list = $2, row_count = $3, is_truncated = $4,
     byte_count = pg_total_relation_size(to_regclass('${SCHEMA}.snapshot_' || id)), expire_date = $5
   WHERE id = $1`,
);
const find = sql(
  'report_snapshot_find',
  `SELECT column_list AS columns, row_count AS "rowCount", is_truncated AS "isTruncated", date_created AS "dateCreated",
     to_regclass('${SCHEMA}.snapshot_' || id) IS NOT NULL AS "hasTable"
   FROM report_snapshot WHERE id = $1 AND row_count IS NOT NULL`,
);
const describe = sql('report_snapshot_describe', 'UPDATE report_snapshot SET column_list = $2 WHERE id = $1');
const findWhileGrowing = sql(
  'report_snapshot_find_growing',
  `SELECT column_list AS columns FROM report_snapshot
   WHERE id = $1 AND column_list IS NOT NULL AND to_regclass('${SCHEMA}.snapshot_' || id) IS NOT NULL`,
);
const end = sql(
  'report_snapshot_end',
  `UPDATE report_snapshot SET expire_date = $2, cache_key = NULL, cached_until = NULL, report_uuid = NULL WHERE id = ANY($1::bigint[])`,
);
/**
 * SQL of the time until which rows `s` of an ended run are kept: others share them, or may. `left` excludes runs `e`
 * that share them.
 */
export const keptForOthers = (
  now: string,
  left = 'false',
): string => `LEAST(s.expire_date, GREATEST(${now}, s.cached_until, (
     SELECT max(CASE e.status WHEN 'SUCCEEDED' THEN e.expire_date ELSE 'infinity'::timestamptz END) FROM report_execution e
     WHERE e.snapshot_id = s.id AND e.status IN ('RUNNING', 'RENDERING', 'CANCELLING', 'SUCCEEDED') AND NOT (${left}))))`;
const release = sql(
  'report_snapshot_release',
  `UPDATE report_snapshot s SET expire_date = ${keptForOthers('$2')} WHERE id = ANY($1::bigint[])`,
);
const endOfRun = sql(
  'report_snapshot_end_of_run',
  'UPDATE report_snapshot SET expire_date = $2 WHERE execution_id = $1 AND expire_date > $2 AND cache_key IS NULL RETURNING id',
);
// The backend of a dead process goes on until it sends something.
const endWriters = sql(
  'report_snapshot_end_writers',
  `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a JOIN unnest($1::bigint[]) AS s (id)
     ON a.query ~ ('^(INSERT INTO|COPY|CREATE UNLOGGED TABLE) ${SCHEMA}.snapshot_' || s.id || '[^0-9]')
   WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()`,
);
const listOver = sql(
  'report_snapshot_list_over',
  'SELECT id FROM report_snapshot WHERE expire_date <= $1 ORDER BY expire_date LIMIT $2',
);
const remove = sql('report_snapshot_remove', 'DELETE FROM report_snapshot WHERE id = $1');
const listUnknown = sql(
  'report_snapshot_list_unknown',
  `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE n.nspname = '${SCHEMA}' AND c.relkind = 'r' AND c.relname ~ '^snapshot_[0-9]+$'
     AND NOT EXISTS (SELECT 1 FROM report_snapshot s WHERE s.id = substr(c.relname, 10)::bigint)`,
);

export interface StandingSnapshot extends Snapshot {
  readonly dateCreated: Date;
}

export function tableOf(id: number): string {
  return `${SCHEMA}.snapshot_${id}`;
}

/**
 * Inserts a snapshot and answers its number: a table without one is dropped. Until it is complete it lasts to
 * `expireDate`.
 */
export async function insertSnapshot(
  queryable: Queryable,
  { tenantIdentifier, executionId }: { readonly tenantIdentifier: string; readonly executionId: number },
  now: Date,
  expireDate: Date,
): Promise<number> {
  const [row] = await queryable.rows<{ id: number }>(insert, [tenantIdentifier, executionId, now, expireDate]);
  return row!.id;
}

/** Marks the table as complete. */
export async function settleSnapshot(
  queryable: Queryable,
  id: number,
  { columns, rowCount, isTruncated }: Omit<Snapshot, 'table'>,
  expireDate: Date,
): Promise<void> {
  await queryable.execute(settle, [id, JSON.stringify(columns), rowCount, isTruncated, expireDate]);
}

/** Marks a snapshot whose rows arrive one after the other, and can be read meanwhile. */
export async function describeGrowing(
  queryable: Queryable,
  id: number,
  columns: readonly SnapshotColumn[],
): Promise<void> {
  await queryable.execute(describe, [id, JSON.stringify(columns)]);
}

/** Finds the table of an incomplete snapshot; null where it may not be read yet, or is gone. */
export async function findGrowing(
  queryable: Queryable,
  id: number,
): Promise<Pick<Snapshot, 'table' | 'columns'> | null> {
  const [row] = await queryable.rows<Pick<Snapshot, 'columns'>>(findWhileGrowing, [id]);
  return row === undefined ? null : { table: tableOf(id), columns: row.columns };
}

/** Finds a complete snapshot; null where it is gone or incomplete, or a crash of the database has emptied it. */
export async function findSnapshot(queryable: Queryable, id: number): Promise<StandingSnapshot | null> {
  interface Row {
    readonly columns: readonly SnapshotColumn[];
    readonly rowCount: number;
    readonly isTruncated: boolean;
    readonly dateCreated: Date;
    readonly hasTable: boolean;
  }
  const [row] = await queryable.rows<Row>(find, [id]);
  if (!row?.hasTable) return null;
  const { columns, rowCount, isTruncated, dateCreated } = row;
  const table = tableOf(id);
  if (rowCount > 0 && !(await holdsRows(queryable, table))) return null;
  return { table, columns, rowCount, isTruncated, dateCreated };
}

/** Says whether a table has rows; it may have been dropped since it was found. */
async function holdsRows(queryable: Queryable, table: string): Promise<boolean> {
  return (await queryable.rows({ name: '', text: `SELECT FROM ${table} LIMIT 1` })).length > 0;
}

/** Ends snapshots, which nobody reads any more. */
export async function endSnapshots(queryable: Queryable, ids: readonly number[], now: Date): Promise<void> {
  await queryable.execute(end, [ids, now]);
}

/** Releases the snapshots of a run that is over or deleted; they end unless others share them. */
export async function releaseSnapshots(queryable: Queryable, ids: readonly number[], now: Date): Promise<void> {
  await queryable.execute(release, [ids, now]);
}

/**
 * Ends the snapshots of earlier attempts of a run, and their queries; shared ones stay. Answers whether there were any.
 */
export async function endSnapshotsOf(queryable: Queryable, executionId: number, now: Date): Promise<boolean> {
  const ended = (await queryable.rows<{ id: number }>(endOfRun, [executionId, now])).map(({ id }) => id);
  if (ended.length > 0) await queryable.rows(endWriters, [ended]);
  return ended.length > 0;
}

export async function listOverSnapshots(queryable: Queryable, now: Date, limit: number): Promise<readonly number[]> {
  return (await queryable.rows<{ id: number }>(listOver, [now, limit])).map(({ id }) => id);
}

export async function removeSnapshot(queryable: Queryable, id: number): Promise<void> {
  await queryable.execute(remove, [id]);
}

/** Lists tables without a row: of a restored database, or of a deleted row. */
export async function listUnknownTables(queryable: Queryable): Promise<readonly string[]> {
  return (await queryable.rows<{ name: string }>(listUnknown)).map(({ name }) => `${SCHEMA}.${name}`);
}

/** Drops a table; waits for readers at most `lockMs`. */
export async function dropTable(queryable: Queryable, table: string, lockMs: number): Promise<void> {
  await queryable.rows({ name: '', text: `SELECT set_config('lock_timeout', '${lockMs}', true)` });
  await queryable.execute({ name: '', text: `DROP TABLE IF EXISTS ${table}` });
}
