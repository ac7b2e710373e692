// What is looked at before anything is set up: a start that is bound to fail leaves nothing behind.
import { once } from 'node:events';
import { createServer } from 'node:net';
import { holdsEmbeddedDatabase } from './kernel/embedded-postgres/running.ts';
import type { Config } from './kernel/process/config.ts';
import { requireAdminPassword } from './modules/authentication/module.ts';

type ListenAddress = Config['listen'];

/** A sentence for what keeps a program from listening; other errors stay as they are. */
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

/** Throws a sentence when the address is taken, or when the first start of an embedded database would refuse its password. */
export async function checkBeforeStart(config: Config): Promise<void> {
  await requireFreeAddress(config.listen);
  const isFirst = config.databaseUrl === null && !holdsEmbeddedDatabase(config.dataDirectory);
  // A settings file may ask for more or less than the defaults; the start itself holds the password against it.
  if (isFirst && config.settingsFile === null) requireAdminPassword(config.adminPassword);
}
