// Kills the server while mails leave, again and again: each mail that was accepted arrives, and whatever came twice is told of.
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../apps/server/src/modules/mail-notification/smtp/scripted-smtp.fixture.ts';
import { type Person, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

const ROUNDS = Number(process.env.KEELSON_CHAOS_ROUNDS ?? 3);
const MAILS_PER_ROUND = 30;
const ROUND_MS = 40_000;
/** Lanes, and what is marked ahead of them; in this process there is nothing of high or low priority. */
const UNCERTAIN_MAX = 5 + 64;

let directory: string;
let smtp: ScriptedServer;
let server: ServerProcess;
let admin: Person;

async function start(): Promise<void> {
  const environment = {
    KEELSON_MAIL_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?security=none`,
    KEELSON_PUBLIC_URL: 'https://suite.mail.example',
  };
  server = await startServerProcess({ directory, environment });
  admin = await signInAdmin(server.url);
}

beforeAll(async () => {
  directory = makeDataDirectory();
  // Each answer takes a moment, so that the blow finds mails on every part of their way.
  smtp = await startScriptedServer();
  await start();
});
afterAll(async () => {
  await server?.stop();
  await smtp?.stop();
  removeDataDirectory(directory);
});

const messageIdOf = (data: string): string => /^Message-ID: (.*)\r$/m.exec(data)?.[1] ?? '';

it(`mail-notification 7: after ${ROUNDS} kills every accepted mail has arrived, and whatever arrived twice is the same and was in doubt`, {
  timeout: ROUNDS * ROUND_MS + ROUND_MS,
}, async () => {
  let uncertainBefore = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const seenBefore = smtp.seen.length;
    const inviting = Array.from({ length: MAILS_PER_ROUND }, (_, index) => {
      const username = `mailed-${round}-${index}`;
      const body = { username, email: `${username}@mail.example` };
      return admin.client.authentication.createUser({ body }).catch(() => null);
    });
    await until('some mails to be under way', () => smtp.seen.length > seenBefore + ((round * 7) % MAILS_PER_ROUND));
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    await Promise.all(inviting);
    await start();
    const doubted = await countUncertain();
    expect(doubted - uncertainBefore).toBeLessThanOrEqual(UNCERTAIN_MAX);
    uncertainBefore = doubted;
  }
  const accepted = await untilAllSent();
  const arrived = new Map<string, string>();
  for (const { data } of smtp.seen) {
    const id = messageIdOf(data);
    expect(arrived.get(id) ?? data, 'two copies are the same to the byte').toBe(data);
    arrived.set(id, data);
  }
  const missing = accepted.filter(({ messageId }) => !arrived.has(messageId));
  expect(missing).toEqual([]);
  const copies = Map.groupBy(smtp.seen, ({ data }) => messageIdOf(data));
  const doubled = accepted.filter(({ messageId }) => (copies.get(messageId)?.length ?? 0) > 1);
  expect(doubled.filter(({ uncertainCount }) => uncertainCount === 0)).toEqual([]);
});

async function readAll() {
  const found = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { body } = await admin.sure.mailNotification.queryMailPage({
      body: { pageable: { pageNumber, pageSize: 200 } },
    });
    found.push(...body.data);
    if (found.length >= body.totalElements) return found;
  }
}

/** A mail in doubt is tried again after a minute. */
async function untilAllSent() {
  await until('all mails to have left', async () => (await readAll()).every(({ status }) => status === 'SENT'), {
    timeoutMs: 80_000,
    pollMs: 1_000,
  });
  return readAll();
}

async function countUncertain(): Promise<number> {
  return (await readAll()).filter(({ uncertainCount }) => uncertainCount > 0).length;
}
