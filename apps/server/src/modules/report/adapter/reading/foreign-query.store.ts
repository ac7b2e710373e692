// Holds the SQL around a query of an adapter's database: its transaction, its values, its rows as COPY.
import type pg from 'pg';
import type { AdapterCall, BoundQuery } from '../../report.types.ts';
import type { ForeignColumn } from './foreign-columns.ts';

const BEGIN = 'BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY';
const APPLY = `SELECT pg_catalog.set_config(($1::text[])[n], ($2::text[])[n], true), pg_catalog.pg_backend_pid()
  FROM pg_catalog.generate_subscripts($1::text[], 1) AS n`;
// `relation.name` calls a function of one argument that takes a row: of its own type, of any type, or of one to which
// rows are cast implicitly. Where the type has a column of that name, the column is meant. Aggregates and procedures
// are not called this way.
const ATTRIBUTE_FUNCTIONS = `SELECT p.proname AS name
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
    JOIN pg_catalog.pg_type t ON t.oid = p.proargtypes[0] OR (p.pronargs = 1 AND t.oid = p.provariadic)
  WHERE p.proname = ANY ($1::text[]) AND p.prokind = 'f' AND p.pronargs >= 1 AND p.pronargs - p.pronargdefaults <= 1
    AND pg_catalog.pg_function_is_visible(p.oid)
    AND (t.typtype IN ('c', 'd')
      OR t.typname IN ('record', 'any', 'anyelement', 'anynonarray', 'anycompatible', 'anycompatiblenonarray')
      OR EXISTS (SELECT FROM pg_catalog.pg_cast k JOIN pg_catalog.pg_type s ON s.oid = k.castsource
        WHERE k.casttarget = t.oid AND k.castcontext = 'i' AND s.typtype = 'c'))
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_attribute a
      WHERE a.attrelid = t.typrelid AND a.attname = p.proname AND a.attnum > 0 AND NOT a.attisdropped)
    AND NOT (n.nspname = 'pg_catalog' AND p.proname = ANY ($2::text[]))
    AND NOT (p.proname = ANY ($3::text[]) OR n.nspname || '.' || p.proname = ANY ($3::text[]))
  ORDER BY 1 LIMIT 1`;
const CANCEL = 'SELECT pg_catalog.pg_cancel_backend($1)';
const TERMINATE = 'SELECT pg_catalog.pg_terminate_backend($1)';

/** Limit for locks of a query's relations. */
const LOCK_MS = 10_000;
/** Limit for a foreign transaction that is idle between statements: this program stores what it has read meanwhile. */
const IDLE_MS = 60_000;

export interface ForeignTerms {
  /** The zone of the days of the query. */
  readonly timeZone: string;
  /** Milliseconds after which the database ends a statement. */
  readonly timeoutMs: number;
}

/** Runs a statement by the extended protocol, which takes no second one, whatever the text. */
function extended(text: string, values: readonly unknown[], withinMs: number): pg.QueryConfig & pg.QueryArrayConfig {
  const config = { text, values: [...values], query_timeout: withinMs, queryMode: 'extended', rowMode: 'array' };
  return config as unknown as pg.QueryConfig & pg.QueryArrayConfig; // the types of pg lack query_timeout and queryMode
}

/** Begins the transaction in which the query finds its values, which end with it; answers the process of the server. */
export async function beginReadOnly(
  client: pg.ClientBase,
  { settings }: Pick<BoundQuery, 'settings'>,
  { timeZone, timeoutMs }: ForeignTerms,
  withinMs: number,
): Promise<number> {
  await client.query(extended(BEGIN, [], withinMs));
  const all: readonly (readonly [string, string])[] = [
    // A role may have its own setting: a backslash would then end a text otherwise than the parser has read it.
    ['standard_conforming_strings', 'on'],
    ['TimeZone', timeZone],
    ['DateStyle', 'ISO'],
    ['IntervalStyle', 'iso_8601'],
    ['extra_float_digits', '1'],
    ['bytea_output', 'hex'],
    ['statement_timeout', String(timeoutMs)],
    ['lock_timeout', String(LOCK_MS)],
    ['idle_in_transaction_session_timeout', String(IDLE_MS)],
    ...settings,
  ];
  const values = [all.map(([name]) => name), all.map(([, value]) => value)];
  const { rows } = await client.query<unknown[]>(extended(APPLY, values, withinMs));
  return Number(rows[0]?.[1]);
}

/** Answers the first of the names that calls a function which is not allowed; null where none does. */
export async function findAttributeFunction(
  client: pg.ClientBase,
  { attributeNames, commonNames, allowedFunctionList }: AdapterCall,
  withinMs: number,
): Promise<string | null> {
  const values = [attributeNames, commonNames, allowedFunctionList];
  const { rows } = await client.query<[string]>(extended(ATTRIBUTE_FUNCTIONS, values, withinMs));
  return rows[0]?.[0] ?? null;
}

/** Answers the planner's estimate of the number of rows. */
export async function estimateForeignRows(client: pg.ClientBase, text: string, withinMs: number): Promise<number> {
  const { rows } = await client.query<unknown[]>(extended(`EXPLAIN (FORMAT JSON) ${text}`, [], withinMs));
  const plans = rows[0]?.[0] as readonly { readonly Plan?: { readonly 'Plan Rows'?: number } }[] | undefined;
  const guess = Number(plans?.[0]?.Plan?.['Plan Rows']);
  return Number.isFinite(guess) ? Math.max(0, Math.round(guess)) : 0;
}

export async function readForeignRows(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
  withinMs: number,
): Promise<(string | null)[][]> {
  return (await client.query<(string | null)[]>(extended(text, values, withinMs))).rows;
}

/** Makes the COPY of the rows. The line break ends a comment at the end of the text. */
export function copyText(
  { text }: Pick<BoundQuery, 'text'>,
  columns: readonly ForeignColumn[],
  rowsMax: number,
): string {
  const names = columns.map((_, index) => `c${index + 1}`);
  const cells = columns.map(({ isText }, index) => `q.${names[index]}${isText ? '::pg_catalog.text' : ''}`);
  return `COPY (SELECT ${cells.join(', ')} FROM (${text}\n) AS q (${names.join(', ')}) LIMIT ${Math.trunc(rowsMax)}) TO STDOUT`;
}

export async function endTransaction(client: pg.ClientBase, withinMs: number): Promise<void> {
  await client.query(extended('COMMIT', [], withinMs));
}

export async function cancelForeign(client: pg.ClientBase, pid: number, withinMs: number): Promise<void> {
  await client.query(extended(CANCEL, [pid], withinMs));
}

export async function terminateForeign(client: pg.ClientBase, pid: number, withinMs: number): Promise<void> {
  await client.query(extended(TERMINATE, [pid], withinMs));
}
