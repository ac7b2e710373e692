// Starts the server that examples are sent to, with people and a mailbox.
import { randomBytes } from 'node:crypto';
import { createScriptedDns } from '../../apps/server/src/testing/scripted-dns.ts';
import { startTestServer } from '../../apps/server/src/testing/test-server.ts';
import { makeWorld } from '../acceptance/world.ts';
import { createMailbox } from '../support/mailbox.ts';
import { signInAdmin } from '../support/people.ts';
import { ADMIN_PASSWORD } from '../support/server-process.ts';
import type { ExampleWorld } from './given.ts';

export async function makeExampleWorld(): Promise<ExampleWorld> {
  const keys = `test:${randomBytes(32).toString('base64url')}`;
  const dns = createScriptedDns();
  const server = await startTestServer({
    dns,
    env: { KEELSON_ADMIN_PASSWORD: ADMIN_PASSWORD, KEELSON_SECRET_KEYS: keys },
  });
  let made = 0;
  const world = await makeWorld({
    url: server.url,
    admin: await signInAdmin(server.url),
    mailbox: createMailbox(server.database.database, keys),
    secretKeys: keys,
    run: 'examples',
    name: (stem) => {
      made += 1;
      return `${stem}-${made}`;
    },
    stop: () => server.stop(),
  });
  return { ...world, server, dns };
}
