// Holds the SQL for the databases of adapters: their identity, the rights of the role, and the readable tables.
import type pg from 'pg';
import { sqlState } from '../../../../kernel/database/database-errors.ts';

/** Identity of the database behind a connection. */
export interface ForeignIdentity {
  /** True where the lock was free there, so that nobody holds it in that database. */
  readonly wasFree: boolean;
  readonly database: string;
  /** Identifies the cluster and each of its replicas; null where the role may not ask. */
  readonly systemIdentifier: string | null;
  /** True where the server follows another one. */
  readonly isReplica: boolean;
}

export interface ForeignTable {
  /** Name for statements, quoted and qualified where that is needed. */
  readonly name: string;
  readonly label: string | null;
  readonly columnList: readonly { readonly name: string; readonly sqlType: string; readonly label: string | null }[];
}

/** Says what the role may do beyond reading. */
export interface ForeignRights {
  readonly serverVersion: string;
  readonly isSuperuser: boolean;
  readonly readsServerFiles: boolean;
  readonly canWrite: boolean;
}

// Shared, so that parallel connections get it, but nobody while it is held exclusively; it ends with its statement.
const IDENTITY = `SELECT pg_catalog.pg_try_advisory_xact_lock_shared($1::int, $2::int) AS "wasFree",
  pg_catalog.current_database() AS database, pg_catalog.pg_is_in_recovery() AS "isReplica"`;
// A server may deny it to roles, and other servers with PostgreSQL's protocol do not have it.
const SYSTEM_IDENTIFIER = 'SELECT system_identifier::text AS "systemIdentifier" FROM pg_catalog.pg_control_system()';
const RIGHTS = `SELECT current_setting('server_version') AS "serverVersion",
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser",
    (SELECT coalesce(bool_or(pg_has_role(current_user, oid, 'MEMBER')), false) FROM pg_roles
      WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')) AS "readsServerFiles",
    has_database_privilege(current_database(), 'CREATE')
      OR EXISTS (SELECT FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'
        AND has_schema_privilege(oid, 'CREATE'))
      OR EXISTS (SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE c.relkind IN ('r', 'p', 'v', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
        AND has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')) AS "canWrite"`;
const READABLE = `FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    AND has_schema_privilege(n.oid, 'USAGE') AND has_any_column_privilege(c.oid, 'SELECT')`;
const TABLES = `WITH tables AS (SELECT c.oid, c.oid::regclass::text AS name ${READABLE} ORDER BY 2 LIMIT $1),
  columns AS (SELECT a.attrelid, a.attnum, a.attname, a.atttypid, a.atttypmod,
      row_number() OVER (ORDER BY t.name, a.attnum) AS place
    FROM tables t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')),
  lists AS (SELECT attrelid, jsonb_agg(jsonb_build_object('name', attname, 'sqlType', format_type(atttypid, atttypmod),
      'label', left(col_description(attrelid, attnum), $3)) ORDER BY attnum) AS list
    FROM columns WHERE place <= $2 GROUP BY attrelid)
  SELECT t.name, left(obj_description(t.oid, 'pg_class'), $3) AS label, coalesce(l.list, '[]') AS "columnList"
  FROM tables t LEFT JOIN lists l ON l.attrelid = t.oid ORDER BY t.name`;
// Types in the answer to Describe are numbers.
const TYPE_NAMES = `SELECT format_type(oid, mod) AS name
  FROM unnest($1::oid[], $2::int[]) WITH ORDINALITY AS one (oid, mod, place) ORDER BY place`;

/** Characters of a label, which is a comment and may be a whole document. */
const LABEL_LENGTH_MAX = 200;

/** Runs one statement by the extended protocol, which takes no second one, whatever the text. */
async function rowsOf<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  withinMs: number,
): Promise<R[]> {
  const config = { text, values: [...values], query_timeout: withinMs, queryMode: 'extended' };
  return (await client.query<R>(config)).rows;
}

function noneIfRefused(error: unknown): [] {
  if (sqlState(error) === undefined) throw error;
  return [];
}

/** Reads the identity, with the key of a lock that is held elsewhere. Rejects as `pg` does. */
export async function readIdentity(
  client: pg.ClientBase,
  lock: readonly [lockClass: number, key: number],
  withinMs: number,
): Promise<ForeignIdentity> {
  const [row] = await rowsOf<Omit<ForeignIdentity, 'systemIdentifier'>>(client, IDENTITY, lock, withinMs);
  if (row === undefined) throw new Error('no row');
  const named = await rowsOf<{ systemIdentifier: string }>(client, SYSTEM_IDENTIFIER, [], withinMs).catch(
    noneIfRefused,
  );
  return { ...row, systemIdentifier: named[0]?.systemIdentifier ?? null };
}

export async function readRights(client: pg.ClientBase, withinMs: number): Promise<ForeignRights> {
  const [row] = await rowsOf<ForeignRights & pg.QueryResultRow>(client, RIGHTS, [], withinMs);
  if (row === undefined) throw new Error('no row');
  return row;
}

/**
 * Lists the tables that the role may read, by name; one table and one column more than asked for where there are more.
 */
export function listTables(
  client: pg.ClientBase,
  { tablesMax, columnsMax }: { readonly tablesMax: number; readonly columnsMax: number },
  withinMs: number,
): Promise<(ForeignTable & pg.QueryResultRow)[]> {
  return rowsOf(client, TABLES, [tablesMax + 1, columnsMax + 1, LABEL_LENGTH_MAX], withinMs);
}

/** Answers the names of types with their modifiers, as `numeric(12,2)`. */
export async function readTypeNames(
  client: pg.ClientBase,
  types: readonly { readonly oid: number; readonly modifier: number }[],
  withinMs: number,
): Promise<string[]> {
  const values = [types.map(({ oid }) => oid), types.map(({ modifier }) => modifier)];
  return (await rowsOf<{ name: string }>(client, TYPE_NAMES, values, withinMs)).map(({ name }) => name);
}
