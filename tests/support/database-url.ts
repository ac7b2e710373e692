// Makes an empty database on the tests' PostgreSQL for processes that are told of it by DATABASE_URL.
import { createEmptyDatabase } from '../../apps/server/src/testing/test-database.ts';

export interface ExternalDatabase {
  readonly url: string;
  close(): Promise<void>;
}

export async function createExternalDatabase(): Promise<ExternalDatabase> {
  const { settings, close } = await createEmptyDatabase();
  if ('url' in settings) return { url: settings.url, close };
  const { database, ...account } = settings;
  // A socket has no place in the authority of an address.
  const query = new URLSearchParams({ ...account, port: String(account.port) });
  return { url: `postgresql:///${database}?${query}`, close };
}
