// Checks what a start needs before anything is set up: a start that is bound to fail leaves nothing behind.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { explainRefusal } from './kernel/database/availability/start-refusal.ts';
import { createDatabase } from './kernel/database/database.ts';
import { holdsEmbeddedDatabase } from './kernel/embedded-postgres/running.ts';
import type { Config } from './kernel/process/config.ts';
import { isMigrated } from './kernel/schema/migrate.ts';
import { requireAdminPassword } from './modules/authentication/module.ts';

type ListenAddress = Config['listen'];

/** Answers a sentence for what keeps a program from listening; other errors stay as they are. */
export function explainListenFailure(error: unknown, { host, port }: ListenAddress): unknown {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `Another program listens on ${host}:${port} already`,
    EACCES: `This user may not listen on ${host}:${port}`,
    EADDRNOTAVAIL: `${host} is no address of this machine`,
  };
  const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
  return reason === undefined
    ? error
    : new Error(`${reason}; choose another address by KEELSON_LISTEN.`, { cause: error });
}

async function requireFreeAddress(listen: ListenAddress): Promise<void> {
  const server = createServer();
  try {
    await once(server.listen({ host: listen.host, port: listen.port }), 'listening');
  } catch (error) {
    throw explainListenFailure(error, listen);
  }
  server.close();
  await once(server, 'close');
}

/** Says whether nothing has been set up yet; an external database is asked. Throws a sentence when that cannot be used. */
async function isFirstStart({ databaseUrl, dataDirectory }: Config): Promise<boolean> {
  if (databaseUrl === null) return !holdsEmbeddedDatabase(dataDirectory);
  const settings = { url: databaseUrl };
  const database = createDatabase({ settings, connectionsMax: 1 });
  try {
    return !(await isMigrated(database));
  } catch (error) {
    throw explainRefusal(error, settings);
  } finally {
    await database.close();
  }
}

/** Throws a sentence when the address is taken, or when the first start on a database would refuse its password. */
export async function checkBeforeStart(config: Config): Promise<void> {
  await requireFreeAddress(config.listen);
  // A settings file may ask for more or less than the defaults; the start itself holds the password against it.
  if (config.adminPassword === null || config.settingsFile !== null) return;
  if (await isFirstStart(config)) requireAdminPassword(config.adminPassword);
}
