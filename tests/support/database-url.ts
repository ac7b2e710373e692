// Makes a database on the tests' PostgreSQL for processes that are told of it by DATABASE_URL.
import { moduleMigrations } from '../../apps/server/src/app-modules.ts';
import type { Database } from '../../apps/server/src/kernel/database/database.ts';
import { createEmptyDatabase, createTestDatabase } from '../../apps/server/src/testing/test-database.ts';

export interface ExternalDatabase {
  readonly url: string;
  /** Serves for looking at what the processes have written. */
  readonly database: Database;
  close(): Promise<void>;
}

/** It is empty, as somebody's first one is, unless it is to have every table already. */
export async function createExternalDatabase(state: 'empty' | 'migrated' = 'empty'): Promise<ExternalDatabase> {
  const made = state === 'empty' ? createEmptyDatabase() : createTestDatabase(moduleMigrations);
  const { settings, database, close } = await made;
  if ('url' in settings) return { url: settings.url, database, close };
  const { database: name, ...account } = settings;
  // A socket has no place in the authority of an address.
  const query = new URLSearchParams({ ...account, port: String(account.port) });
  return { url: `postgresql:///${name}?${query}`, database, close };
}
