// Opens one connection to PostgreSQL, turns its values into JavaScript's, and runs one statement on it.
import pg from 'pg';

/** Where the database is: a connection URL, or parts where `host` may be the directory of a unix socket. */
export type ConnectionSettings =
  | { readonly url: string }
  | {
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly password: string;
      readonly database: string;
    };

/** A prepared statement; the same name must always carry the same text. An empty name is not kept prepared: for SQL that is put together. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

// PostgreSQL cuts names of prepared statements at 63 bytes, and two cut names could meet.
const STATEMENT_NAME = /^[a-z][a-z0-9_]{0,62}$/;

/** Names a statement. The name is unique in the process, so the module stands first in it; it has 63 characters at most. */
export function sql(name: string, text: string): Statement {
  if (!STATEMENT_NAME.test(name)) throw new Error(`"${name}" is no name for a statement: a-z, 0-9 and _, at most 63`);
  return { name, text };
}

/** The wait for a connection and that for a statement are together less than the 30 s of a request. */
const CONNECT_TIMEOUT_MS = 8_000;
/** Limit for an answer; beyond it the connection counts as dead, since TCP alone notices after a quarter of an hour. */
const STATEMENT_TIMEOUT_MS = 20_000;
/**
 * Limit for statements that may take their time, such as an index on a large table: the longest timer of Node, some 24
 * days.
 */
const UNLIMITED_MS = 2_147_483_647;

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;

function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the int8 value ${text} is beyond 2^53-1`);
  return value;
}

const parseTextArray = (pg.types.getTypeParser as (oid: number) => (text: string) => (string | null)[])(INT8_ARRAY);

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, parseInt8],
  [INT8_ARRAY, (text) => parseTextArray(text).map((item) => (item === null ? null : parseInt8(item)))],
  // A day has no time zone; pg would make it midnight of this machine's zone.
  [DATE, (text) => text],
]);

/** Says how the text of a value becomes one of JavaScript's. */
export const resultTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** Client options whose statements have the usual limit, unless the statement says otherwise. */
export type ClientOptions = pg.ClientConfig & { readonly query_timeout: number };

/** Answers the function that reads a type's text, as every statement of the program does. */
export function textParserOf(oid: number): (text: string) => unknown {
  return resultTypes.getTypeParser(oid, 'text');
}

/** Options of a `pg` client or pool for these settings; each of its statements has the time, unless it says otherwise. */
export function clientOptions(
  settings: ConnectionSettings,
  statementTimeoutMs: number = STATEMENT_TIMEOUT_MS,
): ClientOptions {
  const address = 'url' in settings ? { connectionString: settings.url } : settings;
  return {
    ...address,
    types: resultTypes,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Kept by this side: a server whose processes are stopped keeps no limit of its own.
    query_timeout: statementTimeoutMs,
    fallback_application_name: 'keelson',
  };
}

/** Answers the same server and account with another database. */
export function withDatabase(settings: ConnectionSettings, database: string): ConnectionSettings {
  if (!('url' in settings)) return { ...settings, database };
  const url = new URL(settings.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { url: url.href };
}

/** `array` gives each row as an array in the order of the select list. A statement without a name is not kept prepared. */
export function runStatement(
  client: pg.ClientBase,
  statement: { readonly name?: string; readonly text: string },
  values: readonly unknown[],
  rowMode?: 'array',
): Promise<pg.QueryResult> {
  return client.query({ ...statement, values, rowMode } as unknown as pg.QueryConfig); // the types of pg want arrays to write to
}

/** Runs several statements without parameters, which may take their time. */
export async function runScript(client: pg.ClientBase, text: string): Promise<void> {
  const config = { text, query_timeout: UNLIMITED_MS };
  await client.query(config as pg.QueryConfig); // the types of pg lack query_timeout of a single query
}

export interface OwnConnection {
  readonly client: pg.Client;
  /** The process id of its backend, for `pg_cancel_backend`. */
  readonly pid: number;
  /** Closes the connection, whatever it is doing. */
  end(): Promise<void>;
}

/**
 * Opens a connection that the caller has to end; behind a transaction pooler `pid` is of the backend that served its
 * first statement.
 */
export async function openOwnConnection(settings: ConnectionSettings): Promise<OwnConnection> {
  const client = new pg.Client(clientOptions(settings, UNLIMITED_MS));
  // A statement under way fails by itself; without a listener the error would end the process.
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { client, pid: rows[0]!.pid, end: () => client.end().catch(() => undefined) };
}
