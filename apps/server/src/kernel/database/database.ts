// The program's door to PostgreSQL: a pool of connections, transactions and connections of one's own.
import pg from 'pg';
import type { Connection, Database, DatabaseLog, Lane } from './database.types.ts';
import { type ConnectionSettings, clientOptions, runStatement, type Statement } from './database-client.ts';
import { isOutdatedPlan, isUnavailable, toServiceError } from './database-errors.ts';
import { createLane } from './database-lane.ts';
import { createWriteJoiner } from './last-writes.ts';
import { queryableOf, repeatWhileRepeatable, runOnce } from './transaction.ts';

export type { Database, Queryable, Transaction } from './database.types.ts';
export { type ConnectionSettings, sql } from './database-client.ts';
export { isUniqueViolation } from './database-errors.ts';
export { KEYED_PLANS } from './database-lane.ts';

export interface DatabaseOptions {
  readonly settings: ConnectionSettings;
  /** Upper bound of the pool; connections are opened as they are needed and closed after 30 s without use. */
  readonly connectionsMax?: number;
  /** False behind a transaction pooler: what is set for a session there reaches other clients, so lanes set nothing. */
  readonly ownsSessions?: boolean;
  readonly log?: DatabaseLog;
}

/** Two cores serve no more at once, and each connection costs the database 3 MB. */
const CONNECTIONS_MAX = 10;
const IDLE_TIMEOUT_MS = 30_000;

export function createDatabase(options: DatabaseOptions): Database {
  const { settings, connectionsMax = CONNECTIONS_MAX, ownsSessions = true, log } = options;
  const pool = new pg.Pool({ ...clientOptions(settings), max: connectionsMax, idleTimeoutMillis: IDLE_TIMEOUT_MS });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'an idle database connection was lost'));
  const support = { joinWrites: createWriteJoiner(), log };
  const lanes = new Set<Lane>();
  const use = <T>(work: (client: pg.PoolClient) => Promise<T>, dropOnError = false): Promise<T> =>
    useClient(pool, work, dropOnError);

  const run = async (statement: Statement, values: readonly unknown[], rowMode?: 'array'): Promise<pg.QueryResult> => {
    const attempt = (): Promise<pg.QueryResult> => use((client) => runStatement(client, statement, values, rowMode));
    try {
      return await attempt();
    } catch (error) {
      if (isOutdatedPlan(error)) return attempt();
      throw error;
    }
  };

  return {
    rows: async (statement, values = []) => (await run(statement, values)).rows,
    execute: async (statement, values = []) => (await run(statement, values)).rowCount ?? 0,
    arrays: async (statement, values = []) => (await run(statement, values, 'array')).rows,
    transaction: (work) => repeatWhileRepeatable(() => use((client) => runOnce(client, work, support))),
    withConnection: (work) => use((client) => work(connectionOf(client)), true),
    openLane(sessionSettings = {}) {
      const lane = createLane(settings, ownsSessions ? sessionSettings : {}, log);
      lanes.add(lane);
      return lane;
    },
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await Promise.all([...lanes].map((lane) => lane.close()));
      await pool.end();
    },
  };
}

/** Takes a connection, gives it back, and closes it where it can no longer be trusted. */
async function useClient<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  dropOnError: boolean,
): Promise<T> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    throw toServiceError(error);
  }
  let lost: Error | undefined;
  const onError = (error: Error): void => {
    lost = error;
  };
  client.on('error', onError);
  try {
    const result = await work(client);
    client.off('error', onError);
    client.release(lost);
    return result;
  } catch (error) {
    client.off('error', onError);
    const untrusted = lost !== undefined || dropOnError || isUnavailable(error) || isOutdatedPlan(error);
    client.release(untrusted);
    throw toServiceError(error);
  }
}

function connectionOf(client: pg.PoolClient): Connection {
  return {
    ...queryableOf(client),
    async script(text) {
      await client.query(text);
    },
  };
}
