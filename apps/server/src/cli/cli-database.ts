// Gives a command the database of the configuration as it is: no migration runs, and no module looks at it.
import { explainRefusal } from '../kernel/database/availability/start-refusal.ts';
import type { ConnectionSettings } from '../kernel/database/database.ts';
import { startEmbeddedPostgres } from '../kernel/embedded-postgres/embedded-postgres.ts';
import { findRunningPostgres } from '../kernel/embedded-postgres/running.ts';
import type { Config } from '../kernel/process/config.ts';
import { createLogger } from '../kernel/process/logger.ts';
import type { CommandTerminal } from './cli-terminal.ts';

/** Uses an embedded database that a program runs; else it starts one for the time of the work. */
export async function onDatabase<T>(
  { databaseUrl, dataDirectory }: Config,
  { explain }: CommandTerminal,
  work: (settings: ConnectionSettings) => Promise<T>,
): Promise<T> {
  const settings = databaseUrl === null ? findRunningPostgres(dataDirectory) : { url: databaseUrl };
  if (settings !== null) return explained(settings, work);
  const log = createLogger('warn', { write: (line) => explain(line.trimEnd()) });
  const postgres = await startEmbeddedPostgres({ dataDirectory, log });
  try {
    return await explained(postgres.connection, work);
  } finally {
    await postgres.stop();
  }
}

async function explained<T>(
  settings: ConnectionSettings,
  work: (settings: ConnectionSettings) => Promise<T>,
): Promise<T> {
  try {
    return await work(settings);
  } catch (error) {
    throw explainRefusal(error, settings);
  }
}
