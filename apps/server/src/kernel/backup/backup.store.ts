// Holds the SQL that reads a whole database in one moment, and writes it into an empty one.
import pg from 'pg';
import { type CopyStreamQuery, type CopyToStreamQuery, from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { type ConnectionSettings, clientOptions } from '../database/database-client.ts';
import { type AppliedMigration, RESTORE_MARK } from '../schema/migrate.ts';
import type { KeptPartition, KeptSequence, KeptTable } from './backup-format.ts';

/** Somebody who changes the schema is waited for so long. */
const LOCK_TIMEOUT = '30s';

/** The form of values must not hang on the account or the server. */
const FORM = `SET LOCAL DateStyle = 'ISO'; SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 3;
  SET LOCAL TimeZone = 'UTC'; SET LOCAL bytea_output = 'hex'; SET LOCAL client_encoding = 'UTF8'; SET LOCAL synchronize_seqscans = off;
  SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`;
const OWN_SCHEMA = 'relnamespace = current_schema()::regnamespace';
/** A partition that is being removed is a table of its own for a moment; its rows are past. */
const LEFT_OVER = `EXISTS (SELECT FROM pg_class p WHERE p.relkind = 'p' AND p.relnamespace = c.relnamespace
  AND c.relname ~ ('^' || p.relname || '_\\d{4}_\\d{2}(_\\d{2})?$'))`;
const EXTENSION_MEMBER = `EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')`;
/** Unlogged tables hold what is made again when it is needed; which migrations were applied stands in the manifest. */
const LIST_TABLES = `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) FILTER (WHERE a.attgenerated = '') AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  WHERE c.${OWN_SCHEMA} AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence = 'p'
    AND c.relname NOT IN ('kernel_migration', '${RESTORE_MARK}') AND NOT ${EXTENSION_MEMBER} AND NOT ${LEFT_OVER}
  GROUP BY c.relname ORDER BY c.relname`;
const LIST_PARTITIONS = `SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
    COALESCE(c.reloptions, '{}') AS options,
    ARRAY(SELECT pg_get_triggerdef(t.oid, true) FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgparentid = 0) AS triggers
  FROM pg_class c JOIN pg_inherits i ON i.inhrelid = c.oid AND NOT i.inhdetachpending JOIN pg_class p ON p.oid = i.inhparent
  WHERE c.${OWN_SCHEMA} AND c.relkind = 'r' AND c.relispartition ORDER BY c.relname`;
const LIST_SEQUENCES = `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
  WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`;
const LIST_MIGRATIONS = 'SELECT module, number, checksum FROM kernel_migration ORDER BY module, number';
const FIND_ANY = `SELECT c.relname AS name FROM pg_class c WHERE c.${OWN_SCHEMA} AND c.relkind IN ('r', 'p')
  AND NOT ${EXTENSION_MEMBER} ORDER BY c.relname LIMIT 1`;
const LIST_FOREIGN_KEYS = `SELECT conrelid::regclass::text AS "table", quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
  FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace`;
const LIST_WATCHED = `SELECT DISTINCT c.oid::regclass::text AS name FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE c.${OWN_SCHEMA} AND NOT c.relispartition AND NOT t.tgisinternal AND t.tgparentid = 0`;

const quoted = (names: readonly string[]): string => names.map((name) => pg.escapeIdentifier(name)).join(', ');

/** A connection for one backup or restore, whose statements take as long as they take. */
export type BackupConnection = pg.Client;

export async function openBackupConnection(settings: ConnectionSettings): Promise<BackupConnection> {
  const client = new pg.Client({ ...clientOptions(settings), query_timeout: 0, application_name: 'keelson-backup' });
  // The statement under way fails by itself; without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

export type ListedTable = Pick<KeptTable, 'name' | 'columns'>;

/**
 * Begins a transaction that sees one moment of all tables, and answers them. The locks come before the first look, so that what is
 * seen cannot lose a table or a column afterwards; nobody who reads or writes rows waits for them.
 */
export async function beginReading(client: BackupConnection): Promise<readonly ListedTable[]> {
  const { rows } = await client.query<ListedTable>(LIST_TABLES);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
  await client.query(FORM);
  if (rows.length > 0) await client.query(`LOCK TABLE ${quoted(rows.map(({ name }) => name))} IN ACCESS SHARE MODE`);
  return (await client.query<ListedTable>(LIST_TABLES)).rows;
}

/** Says whether a start, or a restore, has set this database up to its end. */
export async function isProgramDatabase(client: BackupConnection): Promise<boolean> {
  const find = `SELECT to_regclass('kernel_database') IS NOT NULL AND to_regclass('${RESTORE_MARK}') IS NULL AS found`;
  return (await client.query<{ found: boolean }>(find)).rows[0]?.found === true;
}

export async function readSurroundings(client: BackupConnection): Promise<{
  readonly databaseId: string;
  readonly migrations: readonly AppliedMigration[];
  readonly partitions: readonly KeptPartition[];
}> {
  const { rows } = await client.query<{ id: string }>('SELECT id FROM kernel_database');
  const migrations = await client.query<AppliedMigration>(LIST_MIGRATIONS);
  const partitions = await client.query<KeptPartition>(LIST_PARTITIONS);
  return { databaseId: rows[0]?.id ?? '', migrations: migrations.rows, partitions: partitions.rows };
}

/** Sequences know no moment: read behind the rows, they are at or beyond every number in them. */
export async function readSequences(client: BackupConnection): Promise<readonly KeptSequence[]> {
  return (await client.query<KeptSequence>(LIST_SEQUENCES)).rows;
}

/** Streams the rows of a table; `rowCount` is known once the next statement has ended. */
export function readRows(client: BackupConnection, { name, columns }: ListedTable): CopyToStreamQuery {
  return client.query(copyTo(`COPY (SELECT ${quoted(columns)} FROM ${quoted([name])}) TO STDOUT`));
}

/** Takes the rows of a table that `readRows` has answered; `rowCount` is known when it has finished. */
export function writeRows(client: BackupConnection, { name, columns }: ListedTable): CopyStreamQuery {
  return client.query(copyFrom(`COPY ${quoted([name])} (${quoted(columns)}) FROM STDIN`));
}

/** Marks an empty database, or one in which a restore was cut off. Answers the name of a table that is there otherwise. */
export async function markRestore(client: BackupConnection): Promise<string | null> {
  const { rows } = await client.query<{ marked: boolean }>(
    `SELECT to_regclass('${RESTORE_MARK}') IS NOT NULL AS marked`,
  );
  if (rows[0]?.marked === true) return null;
  const [any] = (await client.query<{ name: string }>(FIND_ANY)).rows;
  if (any !== undefined) return any.name;
  await client.query(`CREATE TABLE ${RESTORE_MARK} ()`);
  return null;
}

/** Begins the transaction that writes everything. Of two restores at once the second waits here, and fails. */
export async function beginWriting(client: BackupConnection): Promise<void> {
  await client.query(`BEGIN; ${FORM}; LOCK TABLE ${RESTORE_MARK} IN ACCESS EXCLUSIVE MODE`);
}

export async function listTables(client: BackupConnection): Promise<readonly ListedTable[]> {
  return (await client.query<ListedTable>(LIST_TABLES)).rows;
}

/** Makes those that are not there. */
export async function makePartitions(client: BackupConnection, kept: readonly KeptPartition[]): Promise<void> {
  const present = new Set((await client.query<KeptPartition>(LIST_PARTITIONS)).rows.map(({ name }) => name));
  for (const { name, parent, bound, options, triggers } of kept) {
    if (present.has(name)) continue;
    const storage = options.length === 0 ? '' : ` WITH (${options.join(', ')})`;
    await client.query(`CREATE TABLE ${quoted([name])} PARTITION OF ${quoted([parent])} ${bound}${storage}`);
    for (const trigger of triggers) await client.query(trigger);
  }
}

/**
 * Takes away what stands in the way of rows in any order: rows that migrations wrote, triggers that would count them again, foreign
 * keys. Answers what puts it back, the keys with a check of all rows.
 */
export async function clearTheWay(
  client: BackupConnection,
  tables: readonly ListedTable[],
): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(LIST_FOREIGN_KEYS);
  const { rows: watched } = await client.query<{ name: string }>(LIST_WATCHED);
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  for (const { name } of watched) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  for (const { name } of tables) await client.query(`DELETE FROM ${quoted([name])}`);
  return async () => {
    for (const { name } of watched) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    for (const { table, name, definition } of keys) {
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    }
  };
}

export async function setSequences(client: BackupConnection, sequences: readonly KeptSequence[]): Promise<void> {
  await client.query(
    `SELECT setval(format('%I', s.name)::regclass, s.value) FROM unnest($1::text[], $2::bigint[]) AS s (name, value)
     WHERE to_regclass(format('%I', s.name)) IS NOT NULL`,
    [sequences.map(({ name }) => name), sequences.map(({ value }) => value)],
  );
}

/** Commits, and lets starts have the database. Statistics come after it, so that the first plans know how large tables are. */
export async function endWriting(client: BackupConnection): Promise<void> {
  await client.query(`DROP TABLE ${RESTORE_MARK}; COMMIT`);
  await client.query('ANALYZE');
}
