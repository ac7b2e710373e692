// Kills the server while mails leave, again and again: each mail that was accepted arrives, and whatever came twice is told of.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../apps/server/src/modules/mail-notification/smtp/scripted-smtp.fixture.ts';
import { createService, type Person, personOf, signInAdmin } from '../support/people.ts';
import {
  makeDataDirectory,
  removeDataDirectory,
  type ServerProcess,
  startServerProcess,
} from '../support/server-process.ts';
import { until } from '../support/until.ts';

const ROUNDS = Number(process.env.KEELSON_CHAOS_ROUNDS ?? 3);
const SEED = Number(process.env.KEELSON_CHAOS_SEED ?? Date.now() % 1_000_000);
/** Many more than a process may leave in doubt. */
const MAILS_PER_ROUND = 200;
const RECIPIENTS_PER_REQUEST = 20;
const INVITED_PER_ROUND = 5;
const PAUSE_MS_MAX = 40;
const ROUND_MS = 40_000;
/** Mails of policy HOLD that are queued at once; KEELSON_CHAOS_MAILS says another number. */
const HELD_MAILS = Number(process.env.KEELSON_CHAOS_MAILS ?? 300);
const RECIPIENTS_MAX = 1_000;
const LANES = 5;
/** Lanes, and what is marked ahead of them; in this process there is nothing of high or low priority. */
const UNCERTAIN_MAX = LANES + 64;
/** A process that dies has one mail in each lane and one whose result is under way; a mail server that dies has those of the lanes. */
const HELD_UNCERTAIN_MAX = { server: 2 * LANES, mailServer: LANES };

let directory: string;
let smtp: ScriptedServer;
let server: ServerProcess;
let admin: Person;

async function start(): Promise<void> {
  const environment = {
    KEELSON_MAIL_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?security=none`,
    KEELSON_PUBLIC_URL: 'https://suite.mail.example',
    KEELSON_TEST_MODE: 'true',
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

it(`mail-notification 7: after ${ROUNDS} kills at random moments, seed ${SEED}, every accepted mail has arrived, and whatever arrived twice is the same and was in doubt`, {
  timeout: ROUNDS * ROUND_MS + 2 * ROUND_MS,
}, async () => {
  const crowd = await makeCrowd('open', 'RETRY');
  const acknowledged = new Set<string>();
  const draws = fc.sample(fc.record({ mails: fc.nat(MAILS_PER_ROUND), pauseMs: fc.nat(PAUSE_MS_MAX) }), {
    seed: SEED,
    numRuns: ROUNDS,
  });
  for (const [round, { mails, pauseMs }] of draws.entries()) {
    const seenBefore = smtp.seen.length;
    const accepting = [...sendMany(crowd, round, acknowledged), ...inviteMany(round, acknowledged)];
    await until('some mails to be under way', () => smtp.seen.length > seenBefore + mails);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    await Promise.all(accepting);
    await start();
  }
  const accepted = await untilAllSent();
  const listed = new Set(accepted.flatMap(({ recipientList }) => recipientList.map(({ address }) => address)));
  expect(acknowledged.size).toBeGreaterThan(ROUNDS);
  expect([...acknowledged].filter((address) => !listed.has(address))).toEqual([]);
  const arrived = new Map<string, string>();
  for (const { data } of smtp.seen) {
    const id = messageIdOf(data);
    expect(arrived.get(id) ?? data, 'two copies are the same to the byte').toBe(data);
    arrived.set(id, data);
  }
  expect(accepted.filter(({ messageId }) => !arrived.has(messageId))).toEqual([]);
  const copies = Map.groupBy(smtp.seen, ({ data }) => messageIdOf(data));
  const doubled = accepted.filter(({ messageId }) => (copies.get(messageId)?.length ?? 0) > 1);
  for (const { uuid } of doubled) {
    const { body } = await admin.sure.mailNotification.getAttempts({ params: { uuid } });
    expect(body.map(({ outcome }) => outcome)).toContain('UNCERTAIN');
  }
  const doubted = accepted.filter(({ uncertainCount }) => uncertainCount > 0);
  expect(doubted.length).toBeLessThanOrEqual(ROUNDS * UNCERTAIN_MAX);
});

it(`mail-notification 7: of ${HELD_MAILS} queued mails of policy HOLD, server and mail server killed in turn, none comes twice, and what did not come is UNCERTAIN`, {
  timeout: ROUNDS * ROUND_MS + ROUND_MS + 20 * HELD_MAILS,
}, async () => {
  await queueHeld();
  const [cameBefore, blows] = [smtp.seen.length, 2 * ROUNDS];
  // What was marked when its process died never comes.
  const coming = HELD_MAILS - ROUNDS * (HELD_UNCERTAIN_MAX.server + HELD_UNCERTAIN_MAX.mailServer);
  const goalOf = (blow: number) =>
    blow < blows ? cameBefore + Math.floor(((blow + 1) * coming) / (blows + 1)) : Number.POSITIVE_INFINITY;
  let doubtedMax = 0;
  answerUntil(goalOf(0));
  for (let blow = 0; blow < blows; blow += 1) {
    await until(
      `one to have come of which its sender does not hear, blow ${blow}`,
      () => smtp.seen.length > goalOf(blow),
    );
    if (blow % 2 === 0) {
      doubtedMax += HELD_UNCERTAIN_MAX.server;
      process.kill(server.pid, 'SIGKILL');
      await server.ended;
      answerUntil(goalOf(blow + 1));
      await start();
    } else {
      doubtedMax += HELD_UNCERTAIN_MAX.mailServer;
      await smtp.stop();
      const { port, seen } = smtp;
      smtp = await startScriptedServer(undefined, port);
      smtp.seen.push(...seen);
      answerUntil(goalOf(blow + 1));
    }
    await passMinutes();
    // What a dead process held may be seen to only after the next blow.
    expect(await countUncertain(held), `blow ${blow}`).toBeLessThanOrEqual(doubtedMax);
  }
  const isOver = ({ status }: { readonly status: string }) => status === 'SENT' || status === 'UNCERTAIN';
  await until('all to have ended', async () => (await readAll(held)).every(isOver), {
    timeoutMs: 20 * HELD_MAILS + ROUND_MS,
    pollMs: 500,
  });
  const mails = await readAll(held);
  expect(mails).toHaveLength(HELD_MAILS);
  expect(await countUncertain(held)).toBeLessThanOrEqual(doubtedMax);
  const copies = Map.groupBy(smtp.seen, ({ data }) => messageIdOf(data));
  expect(mails.filter(({ messageId }) => (copies.get(messageId)?.length ?? 0) > 1)).toEqual([]);
  const lost = mails.filter(({ messageId, status }) => !copies.has(messageId) && status !== 'UNCERTAIN');
  expect(lost).toEqual([]);
  expect(
    mails.filter(({ messageId, status }) => copies.has(messageId) && status === 'UNCERTAIN').length,
  ).toBeGreaterThan(0);
});

/** So many mails are taken; what comes after them has come whole, and whoever sent it does not know. */
function answerUntil(count: number): void {
  smtp.script = (command) => (command === 'MESSAGE' && smtp.seen.length > count ? 'HANG' : undefined);
}

/** Makes a template `chaos.<name>`, and whoever sends it: people have a bound a minute, services have none. */
async function makeCrowd(name: string, uncertainPolicy: 'RETRY' | 'HOLD'): Promise<Person> {
  const contentMap = { en: { subject: name, content: 'Once or in doubt.' } };
  const body = { code: `chaos.${name}`, name, type: 'MAIL', uncertainPolicy, contentMap } as const;
  await admin.sure.mailNotification.save({ body });
  return createService(admin, server.url, `crowd-${name}`, ['NOTIFICATION_MAIL_SEND']);
}

/** Sends mails to people of the round; an address is acknowledged once its request was answered. */
function sendMany({ username, token }: Person, round: number, acknowledged: Set<string>): Promise<void>[] {
  const { client } = personOf(server.url, username, token);
  return Array.from({ length: MAILS_PER_ROUND / RECIPIENTS_PER_REQUEST }, async (_, request) => {
    const to = Array.from(
      { length: RECIPIENTS_PER_REQUEST },
      (_, index) => `r${round}.${request}.${index}@mail.example`,
    );
    const body = { templateCode: 'chaos.open', to, separate: true };
    const answer = await client.mailNotification.notify({ body }).catch(() => null);
    if (answer?.ok) for (const address of to) acknowledged.add(address);
  });
}

/** Invites people, whose mails are written in the transaction that makes them. */
function inviteMany(round: number, acknowledged: Set<string>): Promise<void>[] {
  const { client } = admin;
  return Array.from({ length: INVITED_PER_ROUND }, async (_, index) => {
    const [username, email] = [`mailed-${round}-${index}`, `mailed-${round}-${index}@mail.example`];
    const answer = await client.authentication.createUser({ body: { username, email } }).catch(() => null);
    if (answer?.ok) acknowledged.add(email);
  });
}

const held = { templateCode: 'chaos.held' };

async function queueHeld(): Promise<void> {
  const { sure } = await makeCrowd('held', 'HOLD');
  for (let first = 0; first < HELD_MAILS; first += RECIPIENTS_MAX) {
    const count = Math.min(RECIPIENTS_MAX, HELD_MAILS - first);
    const to = Array.from({ length: count }, (_, index) => `held${first + index}@mail.example`);
    await sure.mailNotification.notify({ body: { templateCode: held.templateCode, to, separate: true } });
  }
}

async function readAll(more: { readonly templateCode?: string } = {}) {
  const found = [];
  for (let pageNumber = 0; ; pageNumber += 1) {
    const { body } = await admin.sure.mailNotification.queryMailPage({
      body: { ...more, pageable: { pageNumber, pageSize: 200 } },
    });
    found.push(...body.data);
    if (found.length >= body.totalElements) return found;
  }
}

/** A mail in doubt is tried again after a minute, as is a mail server that was away. */
async function passMinutes(): Promise<void> {
  await admin.sure.bpmnEngine.advanceTestClock({ body: { by: 'PT2M' } });
}

async function untilAllSent() {
  const haveLeft = async () => {
    const isOver = (await readAll()).every(({ status }) => status === 'SENT');
    // What a dead process held is found some seconds later, and put off from then on.
    if (!isOver) await passMinutes();
    return isOver;
  };
  await until('all mails to have left', haveLeft, { timeoutMs: 80_000, pollMs: 1_000 });
  return readAll();
}

async function countUncertain(more = {}): Promise<number> {
  return (await readAll(more)).filter(({ uncertainCount }) => uncertainCount > 0).length;
}
