// One connection apart from the pool for a single stream of statements, opened again after a loss.
import pg from 'pg';
import type { DatabaseLog, Lane } from './database.types.ts';
import { type ConnectionSettings, clientOptions, runStatement } from './database-client.ts';
import { isOutdatedPlan, isUnavailable, toServiceError } from './database-errors.ts';

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

export function createLane(
  settings: ConnectionSettings,
  sessionSettings: Readonly<Record<string, string>>,
  log?: DatabaseLog,
): Lane {
  const prepareSession = Object.entries(sessionSettings)
    .map(([name, value]) => `SET ${name} = ${value}`)
    .join('; ');
  let client: pg.Client | null = null;
  let closed = false;

  const drop = (lost: pg.Client): void => {
    if (client === lost) client = null;
    // A connection that is dead already may refuse to end; nothing depends on it any more.
    lost.end().catch(() => undefined);
  };
  const connect = async (): Promise<pg.Client> => {
    if (closed) throw new Error('Client was closed and is not queryable');
    const opened = new pg.Client(clientOptions(settings));
    opened.on('error', (error) => {
      log?.warn({ err: error }, 'a database connection was lost');
      drop(opened);
    });
    try {
      await opened.connect();
      if (prepareSession !== '') await opened.query(prepareSession);
    } catch (error) {
      drop(opened);
      throw error;
    }
    client = opened;
    return opened;
  };

  return {
    async run(statement, values) {
      let used: pg.Client | null = null;
      try {
        used = client ?? (await connect());
        return (await runStatement(used, statement, values, 'array')).rows;
      } catch (error) {
        if (used !== null && (isUnavailable(error) || isOutdatedPlan(error))) drop(used);
        throw toServiceError(error);
      }
    },
    async close() {
      closed = true;
      const open = client;
      client = null;
      await open?.end();
    },
  };
}
