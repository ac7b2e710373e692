// Lets two processes deliver the same queue, one of which is stopped until it counts as dead and goes on: no mail leaves twice.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import {
  type ScriptedServer,
  startScriptedServer,
} from '../../apps/server/src/modules/mail-notification/smtp/scripted-smtp.fixture.ts';
import { createExternalDatabase, type ExternalDatabase } from '../support/database-url.ts';
import { createService, type Person, personOf, signInAdmin } from '../support/people.ts';
import { makeSecretKeys, type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { until } from '../support/until.ts';

/** KEELSON_CHAOS_MAILS says another number. */
const MAILS = Number(process.env.KEELSON_CHAOS_MAILS ?? 300);
const RECIPIENTS_MAX = 1_000;
const LANES = 5;
/** What has hurry has two lanes of its own. */
const IN_FLIGHT_MAX = LANES + 2;
const ENDS: ReadonlySet<string> = new Set(['SENT', 'UNCERTAIN', 'FAILED', 'DEAD', 'EXPIRED']);
const MAIL_MS = 20;
const START_MS = 60_000;

const holders = sql(
  'test_mail_holders',
  `SELECT p.pid FROM mail m JOIN kernel_process p ON p.id = m.leased_by WHERE m.status = 'SENDING' GROUP BY p.pid ORDER BY count(*) DESC`,
);

let database: ExternalDatabase;
let smtp: ScriptedServer;
let servers: readonly ServerProcess[] = [];
let admin: Person;
let crowd: Person;

beforeAll(async () => {
  database = await createExternalDatabase();
  smtp = await startScriptedServer();
  const environment = {
    KEELSON_SECRET_KEYS: makeSecretKeys(),
    KEELSON_MAIL_SMTP_URL: `smtp://127.0.0.1:${smtp.port}?security=none`,
    KEELSON_PUBLIC_URL: 'https://suite.mail.example',
    KEELSON_TEST_MODE: 'true',
  };
  for (let count = 0; count < 2; count += 1)
    servers = [...servers, await startServerProcess({ databaseUrl: database.url, environment })];
  const { url } = servers[0]!;
  admin = await signInAdmin(url);
  const contentMap = { en: { subject: 'Once', content: 'Once.' } };
  await admin.sure.mailNotification.save({ body: { code: 'chaos.once', name: 'Once', type: 'MAIL', contentMap } });
  crowd = await createService(admin, url, 'crowd', ['NOTIFICATION_MAIL_SEND']);
}, 2 * START_MS);
afterAll(async () => {
  for (const server of servers) {
    server.signal('SIGCONT');
    await server.stop();
  }
  await smtp?.stop();
  await database?.close();
});

async function queue(name: string, count: number): Promise<void> {
  for (let first = 0; first < count; first += RECIPIENTS_MAX) {
    const length = Math.min(RECIPIENTS_MAX, count - first);
    const to = Array.from({ length }, (_, index) => `${name}${first + index}@mail.example`);
    await crowd.sure.mailNotification.notify({ body: { templateCode: 'chaos.once', to, separate: true } });
  }
}

const arrived = (name: string): string[] =>
  smtp.seen.flatMap(({ to }) => to).filter((address) => address.startsWith(name));
const waiting = async (): Promise<number> => {
  const { body } = await admin.sure.mailNotification.countByStatus({ body: {} });
  return body.reduce((sum, { status, count }) => sum + (ENDS.has(status) ? 0 : count), 0);
};
const untilNoneWaits = (timeoutMs: number) =>
  until('no mail to wait', async () => (await waiting()) === 0, {
    timeoutMs,
    pollMs: 200,
  });

it(`mail-notification 8: of ${MAILS} mails that two processes deliver each arrives once`, {
  timeout: START_MS + MAIL_MS * MAILS,
}, async () => {
  await queue('each', MAILS);
  await untilNoneWaits(START_MS + MAIL_MS * MAILS);
  const all = arrived('each');
  expect([all.length, new Set(all).size]).toEqual([MAILS, MAILS]);
});

it('mail-notification 8: a process that was stopped until it counted as dead begins no mail that it held', {
  timeout: 2 * START_MS,
}, async () => {
  // All lanes of whoever has taken the mails wait for an answer, with more marked and leased behind them.
  smtp.script = (command) => (command === 'MESSAGE' ? 'HANG' : undefined);
  await queue('stopped', 200);
  await until('all lanes to hang', () => arrived('stopped').length >= LANES);
  const [holder] = await database.database.rows<{ pid: number }>(holders);
  const stopped = servers.find(({ pid }) => pid === holder?.pid);
  const going = servers.find((one) => one !== stopped);
  stopped!.signal('SIGSTOP');
  const handed = new Set(arrived('stopped'));
  smtp.script = () => undefined;
  await until('the other process to have taken them over', async () => {
    await personOf(going!.url, 'admin', admin.token).sure.bpmnEngine.advanceTestClock({ body: { by: 'PT2M' } });
    return new Set(arrived('stopped')).size === 200;
  });
  const before = arrived('stopped').length;
  stopped!.signal('SIGCONT');
  // It has read what it lost once it delivers again.
  await until('the stopped one to answer', async () => (await fetch(`${stopped!.url}/health/ready`)).ok);
  await queue('after', 100);
  await untilNoneWaits(START_MS);
  expect(new Set(arrived('after')).size).toBe(100);
  expect(arrived('stopped').length).toBe(before);
  const twice = arrived('stopped').filter((address, index, all) => all.indexOf(address) !== index);
  // Only what was handed over before, and not answered, may come again.
  expect(twice.filter((address) => !handed.has(address))).toEqual([]);
  expect(handed.size).toBeLessThanOrEqual(2 * IN_FLIGHT_MAX);
});
