// Makes an empty database on the tests' PostgreSQL for processes that are told of it by DATABASE_URL.
import type { Database } from '../../apps/server/src/kernel/database/database.ts';
import { createEmptyDatabase } from '../../apps/server/src/testing/test-database.ts';

export interface ExternalDatabase {
  readonly url: string;
  /** Serves for looking at what the processes have written. */
  readonly database: Database;
  close(): Promise<void>;
}

export async function createExternalDatabase(): Promise<ExternalDatabase> {
  const { settings, database, close } = await createEmptyDatabase();
  if ('url' in settings) return { url: settings.url, database, close };
  const { database: name, ...account } = settings;
  // A socket has no place in the authority of an address.
  const query = new URLSearchParams({ ...account, port: String(account.port) });
  return { url: `postgresql:///${name}?${query}`, database, close };
}
