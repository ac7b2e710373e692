// Opens the program's door to PostgreSQL: a pool of connections, transactions and connections of one's own.
import pg from 'pg';
import { ServiceError } from '../request/errors.ts';
import { createPulse, type Pulse, silence } from './availability/pulse.ts';
import { createWriteHealth, TRIAL_WRITE } from './availability/write-health.ts';
import type { Connection, Database, DatabaseLog, DedicatedConnection } from './database.types.ts';
import {
  type ConnectionSettings,
  clientOptions,
  runScript,
  runStatement,
  type Statement,
  sql,
} from './database-client.ts';
import { isOutdatedPlan, isUnavailable, sqlState, toServiceError } from './database-errors.ts';
import {
  createDedicatedConnection,
  type DedicatedConnectionObserver,
  type OwnedConnection,
} from './dedicated-connection.ts';
import { createWriteJoiner } from './last-writes.ts';
import { queryableOf, repeatWhileRepeatable, runOnce } from './transaction.ts';

export type { Database, Queryable, Transaction } from './database.types.ts';
export { type ConnectionSettings, sql } from './database-client.ts';
export { isUniqueViolation } from './database-errors.ts';
export { KEYED_PLANS } from './dedicated-connection.ts';

type SessionSettings = Readonly<Record<string, string>>;

export interface DatabaseOptions {
  readonly settings: ConnectionSettings;
  /** Upper bound of the pool; connections are opened as they are needed and closed after 30 s without use. */
  readonly connectionsMax?: number;
  /** False behind a transaction pooler: what is set for a session there reaches other clients, so none is set. */
  readonly ownsSessions?: boolean;
  /** Bounds one statement; without it the standard limit of a request holds. */
  readonly statementTimeoutMs?: number;
  readonly log?: DatabaseLog;
}

/** Two cores serve no more at once, and each connection costs the database 3 MB. */
const CONNECTIONS_MAX = 10;
const IDLE_TIMEOUT_MS = 30_000;

const askAnything = sql('kernel_pulse', 'SELECT 1');

/** The database with what its owner needs: modules see `Database` alone. */
export interface DatabaseRunner extends Database {
  /** Asks from now on whether the database answers; while it does not, every call fails at once with 503. */
  watch(onChange?: (trouble: string | null) => void): void;
  /** Says for readiness why the database is of no use at the moment; null while there is no trouble. */
  trouble(): string | null;
}

export function createDatabase(options: DatabaseOptions): DatabaseRunner {
  const { settings, connectionsMax = CONNECTIONS_MAX, ownsSessions = true, statementTimeoutMs, log } = options;
  const connectionOptions = clientOptions(settings, statementTimeoutMs);
  const pool = new pg.Pool({ ...connectionOptions, max: connectionsMax, idleTimeoutMillis: IDLE_TIMEOUT_MS });
  // Without a listener the loss of an idle connection would end the process.
  pool.on('error', (error) => log?.warn({ err: error }, 'an idle database connection was lost'));
  const support = { joinWrites: createWriteJoiner(), log };
  const dedicated = new Set<DedicatedConnection>();
  const pulse = createPulse();
  const openDedicatedConnection = (
    settings: SessionSettings,
    observer: DedicatedConnectionObserver = {},
    isDirect = false,
  ): OwnedConnection => {
    const sessionSettings = ownsSessions ? settings : {};
    const one = createDedicatedConnection({ connectionOptions, sessionSettings, isDirect, observer, log });
    dedicated.add(one);
    return one;
  };
  const trial = openDedicatedConnection({}, { pulse });
  const writes = createWriteHealth(() => trial.run(TRIAL_WRITE, []));
  // A statement that was cut off because the database is silent says nothing about writing.
  const failed = (error: unknown): void => {
    if (!pulse.silent()) writes.failed(error);
  };
  const use = <T>(work: (client: pg.PoolClient) => Promise<T>, dropOnError = false): Promise<T> =>
    useClient({ pool, pulse }, work, dropOnError);
  let stopWatching = (): void => undefined;

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
    async transaction(work) {
      try {
        const result = await repeatWhileRepeatable(() => use((client) => runOnce(client, work, support)));
        writes.committed();
        return result;
      } catch (error) {
        failed(causeOf(error));
        throw error;
      }
    },
    withConnection: (work) => use((client) => work(connectionOf(client)), true),
    openDedicatedConnection: (sessionSettings = {}) => openDedicatedConnection(sessionSettings, { pulse, failed }),
    openDirectConnection: (sessionSettings = {}) => openDedicatedConnection(sessionSettings, { pulse, failed }, true),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    watch(onChange) {
      const probe = openDedicatedConnection({});
      stopWatching = pulse.start({ ask: () => probe.run(askAnything, []), giveUp: probe.drop }, onChange);
    },
    trouble: () => pulse.trouble() ?? writes.trouble(),
    async close() {
      stopWatching();
      writes.stop();
      await Promise.all([...dedicated].map((one) => one.close()));
      await pool.end();
    },
  };
}

interface SharedConnections {
  readonly pool: pg.Pool;
  readonly pulse: Pulse;
}

/** Takes a connection, gives it back, and closes it where it can no longer be trusted or waited for. */
async function useClient<T>(
  { pool, pulse }: SharedConnections,
  work: (client: pg.PoolClient) => Promise<T>,
  dropOnError: boolean,
): Promise<T> {
  pulse.requireAnswers();
  let client: pg.PoolClient;
  try {
    client = await takeClient(pool, pulse);
  } catch (error) {
    throw toServiceError(error);
  }
  let lost: Error | undefined;
  const onError = (error: Error): void => {
    lost = error;
  };
  client.on('error', onError);
  // The connection is ended under its statement, so that the statement fails.
  const stopWatching = pulse.watch(() => void client.end().catch(() => undefined));
  const giveBack = (untrusted: boolean | Error | undefined): void => {
    stopWatching();
    client.off('error', onError);
    client.release(untrusted);
  };
  try {
    const result = await work(client);
    giveBack(lost);
    pulse.heard();
    return result;
  } catch (error) {
    giveBack(lost !== undefined || dropOnError || isUnavailable(error) || isOutdatedPlan(error));
    if (sqlState(error) !== undefined) pulse.heard();
    throw toServiceError(error);
  }
}

/** A free connection of the pool; nobody goes on waiting for one when the database falls silent. */
function takeClient(pool: pg.Pool, pulse: Pulse): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let waiting = true;
    const stopWatching = pulse.watch(() => {
      waiting = false;
      reject(silence());
    });
    pool.connect().then(
      (client) => {
        stopWatching();
        if (waiting) resolve(client);
        else client.release();
      },
      (error: unknown) => {
        stopWatching();
        reject(error);
      },
    );
  });
}

/** The cause of an expected failure, else the error itself. */
function causeOf(error: unknown): unknown {
  return error instanceof ServiceError ? (error.cause ?? error) : error;
}

function connectionOf(client: pg.PoolClient): Connection {
  return { ...queryableOf(client), script: (text) => runScript(client, text) };
}
