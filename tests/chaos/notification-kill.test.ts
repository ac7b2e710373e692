// Kills the server while people are told something: what was acknowledged is counted, numbered and told once.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, type Person, signIn, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

const ROUNDS = Number(process.env.KEELSON_CHAOS_ROUNDS ?? 3);
const ROUND_MS = 40_000;
const SENDERS = 8;
/** So many are acknowledged before the blow; the others are on their way. */
const ACKNOWLEDGED_MIN = 20;

let directory: string;
let server: ServerProcess;
let admin: Person;
let told: Person;

async function start(): Promise<void> {
  server = await startServerProcess({ directory });
  admin = await signInAdmin(server.url);
}

beforeAll(async () => {
  directory = makeDataDirectory();
  await start();
  told = await createPerson(admin, server.url, 'told');
});
afterAll(async () => {
  await server?.stop();
  removeDataDirectory(directory);
});

/** Sends until the server is gone; answers the titles that were acknowledged. */
function tellUntilGone(round: number): { readonly acknowledged: readonly string[]; readonly over: Promise<unknown> } {
  const acknowledged: string[] = [];
  async function tell(sender: number): Promise<void> {
    for (let count = 0; ; count += 1) {
      const title = `${round}-${sender}-${count}`;
      const body = { users: ['told'], title };
      const answer = await admin.client.notificationPolling.sendNotification({ body }).catch(() => null);
      if (answer === null) return;
      if (answer.status === 200) acknowledged.push(title);
    }
  }
  return { acknowledged, over: Promise.all(Array.from({ length: SENDERS }, (_, sender) => tell(sender))) };
}

async function readTitles(): Promise<readonly string[]> {
  const titles: string[] = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { body } = await told.sure.notificationPolling.queryNotifications({
      body: { pageable: { pageNumber, pageSize: 200 } },
    });
    titles.push(...body.data.map(({ title }) => title));
    if (titles.length >= body.totalElements || body.data.length === 0) return titles;
  }
}

it(`notification-polling 29: after ${ROUNDS} kills whatever was acknowledged is numbered and shown once, and counted`, {
  timeout: ROUNDS * ROUND_MS + ROUND_MS,
}, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const telling = tellUntilGone(round);
    await until('some to be told', () => telling.acknowledged.length >= ACKNOWLEDGED_MIN);
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    await telling.over;
    acknowledged.push(...telling.acknowledged);
    await start();
    told = await signIn(server.url, 'told');
  }
  // A page shows what has a number.
  let shown: readonly string[] = [];
  await until('all of them to be shown', async () => {
    shown = await readTitles();
    return acknowledged.every((title) => shown.includes(title));
  });
  // One that was written and not acknowledged may get its number between two looks; nobody may count often.
  const isCounted = async () => {
    const { body: count } = await told.sure.notificationPolling.getUnreadNotificationCountByUser({
      params: { user: 'told' },
    });
    shown = await readTitles();
    return count === Math.min(shown.length, 1_000);
  };
  await until('what is shown to be counted', isCounted, { pollMs: 2_000 });
  expect(shown).toHaveLength(new Set(shown).size);
});
