// One connection apart from the pool for a single stream of statements, opened again after a loss.
import pg from 'pg';
import { type Pulse, silence } from './availability/pulse.ts';
import type { DatabaseLog, Lane } from './database.types.ts';
import { runStatement } from './database-client.ts';
import { isOutdatedPlan, isUnavailable, sqlState, toServiceError } from './database-errors.ts';

/*
 * A prepared plan outlives the growth of its table until the next ANALYZE, a minute or more: one that was made while the
 * table was empty reads all of it for each statement ever after (measured: 235 commits/s instead of 2,500 at 40,000 rows).
 */
/** Settings of a lane whose statements find everything by key: the plan says so from the start, and is made once. */
export const KEYED_PLANS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
} as const;

/** Hears of what becomes of a lane's statements. */
export interface LaneObserver {
  /** While it is silent the lane fails at once, and stops waiting. */
  readonly pulse?: Pulse;
  readonly failed?: (error: unknown) => void;
}

export interface LaneOptions {
  readonly connectionOptions: pg.ClientConfig;
  readonly sessionSettings: Readonly<Record<string, string>>;
  readonly observer?: LaneObserver;
  readonly log?: DatabaseLog | undefined;
}

/** Its owner can make this lane stop waiting: what is under way fails, and the next call connects anew. */
export interface OwnedLane extends Lane {
  drop(): void;
}

/** Keeps the connection behind a lane. */
interface LaneConnection {
  /** Answers the open connection, else a new one. */
  take(): pg.Client | Promise<pg.Client>;
  drop(lost: pg.Client): void;
  dropAll(): void;
  close(): Promise<void>;
}

function createLaneConnection({ connectionOptions, sessionSettings, log }: LaneOptions): LaneConnection {
  const prepareSession = Object.entries(sessionSettings)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ');
  let client: pg.Client | null = null;
  let connecting: pg.Client | null = null;
  let closed = false;

  const drop = (lost: pg.Client): void => {
    if (client === lost) client = null;
    if (connecting === lost) connecting = null;
    // A connection that is dead already may refuse to end; nothing depends on it any more.
    lost.end().catch(() => undefined);
  };
  const connect = async (): Promise<pg.Client> => {
    if (closed) throw new Error('Client was closed and is not queryable');
    const opened = new pg.Client(connectionOptions);
    connecting = opened;
    opened.on('error', (error) => {
      log?.warn({ err: error }, 'a database connection was lost');
      drop(opened);
    });
    try {
      await opened.connect();
      if (prepareSession !== '') await opened.query(prepareSession);
      // Given up meanwhile.
      if (connecting !== opened) throw new Error('Connection terminated');
    } catch (error) {
      drop(opened);
      throw error;
    }
    connecting = null;
    client = opened;
    return opened;
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
      await open?.end();
    },
  };
}

export function createLane(options: LaneOptions): OwnedLane {
  const { pulse, failed } = options.observer ?? {};
  const connection = createLaneConnection(options);

  const send = async (statement: Parameters<Lane['run']>[0], values: readonly unknown[]): Promise<unknown[][]> => {
    let used: pg.Client | null = null;
    try {
      used = await connection.take();
      const { rows } = await runStatement(used, statement, values, 'array');
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
