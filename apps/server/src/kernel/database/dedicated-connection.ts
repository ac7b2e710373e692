// One connection apart from the pool for a single stream of statements, opened again after a loss.
import pg from 'pg';
import { type Pulse, silence } from './availability/pulse.ts';
import type { DatabaseLog, DedicatedConnection } from './database.types.ts';
import { type ClientOptions, runStatement, textParserOf } from './database-client.ts';
import { isOutdatedPlan, isUnavailable, sqlState, toServiceError } from './database-errors.ts';
import { WireClient } from './wire/wire-client.ts';

/*
 * A prepared plan outlives the growth of its table until the next ANALYZE, a minute or more: one that was made while the
 * table was empty reads all of it for each statement ever after (measured: 235 commits/s instead of 2,500 at 40,000 rows).
 */
/** Settings of a dedicated connection whose statements find everything by key: the plan says so from the start, and is made once. */
export const KEYED_PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const;

/** Hears of what becomes of the statements of a dedicated connection. */
export interface DedicatedConnectionObserver {
  /** While it reports silence, the connection fails its statement at once and stops waiting. */
  readonly pulse?: Pulse;
  readonly failed?: (error: unknown) => void;
}

export interface ConnectionOptions {
  readonly connectionOptions: ClientOptions;
  readonly sessionSettings: Readonly<Record<string, string>>;
  /** True where statements are run without `pg`, which then only opens the connection. */
  readonly isDirect?: boolean;
  readonly observer?: DedicatedConnectionObserver;
  readonly log?: DatabaseLog | undefined;
}

/**
 * A dedicated connection whose owner can make it stop waiting: the statement under way fails, and the next call
 * connects anew.
 */
export interface OwnedConnection extends DedicatedConnection {
  drop(): void;
}

/** Runs the statements as long as the connection to the server lasts. */
type StatementClient = Pick<WireClient, 'run' | 'drop' | 'close'>;

/** Keeps the connection to the server behind a dedicated one. */
interface ReopenedConnection {
  /** Answers the open connection, else a new one. */
  take(): StatementClient | Promise<StatementClient>;
  drop(lost: StatementClient): void;
  dropAll(): void;
  close(): Promise<void>;
}

function createPgClient(client: pg.Client): StatementClient {
  return {
    run: async (statement, values) => (await runStatement(client, statement, values, 'array')).rows,
    // A connection that is dead already may refuse to end; nothing depends on it any more.
    drop: () => void client.end().catch(() => undefined),
    close: () => client.end(),
  };
}

function createReopenedConnection({
  connectionOptions,
  sessionSettings,
  isDirect = false,
  log,
}: ConnectionOptions): ReopenedConnection {
  const prepareSession = Object.entries(sessionSettings)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ');
  const directOptions = { parserOf: textParserOf, statementTimeoutMs: connectionOptions.query_timeout };
  let client: StatementClient | null = null;
  let connecting: StatementClient | null = null;
  let closed = false;

  const drop = (lost: StatementClient): void => {
    if (client === lost) client = null;
    if (connecting === lost) connecting = null;
    lost.drop();
  };
  const connect = async (): Promise<StatementClient> => {
    if (closed) throw new Error('Client was closed and is not queryable');
    const opened = new pg.Client(connectionOptions);
    let current = createPgClient(opened);
    connecting = current;
    opened.on('error', (error) => {
      log?.warn({ err: error }, 'a database connection was lost');
      drop(current);
    });
    try {
      await opened.connect();
      if (prepareSession !== '') await opened.query(prepareSession);
      // The connection was given up while it was being opened.
      if (connecting !== current) throw new Error('Connection terminated');
      if (isDirect) current = new WireClient(opened, directOptions);
    } catch (error) {
      drop(current);
      throw error;
    }
    connecting = null;
    client = current;
    return current;
  };

  return {
    take: () => client ?? connect(),
    drop,
    dropAll() {
      for (const open of [client, connecting]) if (open !== null) drop(open);
    },
    async close() {
      closed = true;
      const open = client;
      client = null;
      if (connecting !== null) drop(connecting);
      await open?.close();
    },
  };
}

export function createDedicatedConnection(options: ConnectionOptions): OwnedConnection {
  const { pulse, failed } = options.observer ?? {};
  const connection = createReopenedConnection(options);

  const send = async (
    statement: Parameters<DedicatedConnection['run']>[0],
    values: readonly unknown[],
  ): Promise<unknown[][]> => {
    let used: StatementClient | null = null;
    try {
      used = await connection.take();
      const rows = await used.run(statement, values);
      pulse?.heard();
      return rows;
    } catch (error) {
      if (used !== null && (isUnavailable(error) || isOutdatedPlan(error))) connection.drop(used);
      if (sqlState(error) !== undefined) pulse?.heard();
      failed?.(error);
      throw error;
    }
  };

  return {
    async run(statement, values) {
      pulse?.requireAnswers();
      const givenUp = Promise.withResolvers<never>();
      const stopWatching = pulse?.watch(() => {
        connection.dropAll();
        givenUp.reject(silence());
      });
      try {
        return await Promise.race([send(statement, values), givenUp.promise]);
      } catch (error) {
        throw toServiceError(error);
      } finally {
        stopWatching?.();
      }
    },
    drop: connection.dropAll,
    close: connection.close,
  };
}
