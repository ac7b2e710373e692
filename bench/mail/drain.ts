// Measures mail B4 and B6: how fast waiting mails leave, beside nodemailer's own pool, and how soon an urgent one does.
import { createTransport } from 'nodemailer';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';
import type { Teardown } from '../teardown.ts';
import { type Sink, startSink } from './sink.ts';
import { request, template } from './template.ts';

const CONNECTIONS = 5;
/** So many leave in one round. */
const DRAINED = Number(process.env.MAIL_DRAINED ?? 10_000);
/** The bar asks for so many in front of the urgent ones; MAIL_BEHIND says another number. */
const BEHIND = Number(process.env.MAIL_BEHIND ?? 100_000);
const GROUP = 1_000;
const URGENT = 50;
const URGENT_EVERY_MS = 100;
const POLL_MS = 20;
const ARRIVAL_MS = 30_000;

const countWaiting = sql(
  'bench_mails_waiting',
  `SELECT count(*)::int AS n FROM mail WHERE status IN ('QUEUED', 'RETRY', 'SENDING')`,
);

interface Suite {
  set(code: string, value: unknown): Promise<void>;
  /** Sends one mail unless the body says otherwise; answers its uuid. */
  send(body: object): Promise<string>;
  /** Waits for so many mails, which must not leave meanwhile. */
  fill(count: number): Promise<void>;
  waiting(): Promise<number>;
}

async function startSuite(run: BarRun, port: number): Promise<Suite> {
  const deployment = await createDeployment(run.postgres, run);
  const env = { KEELSON_MAIL_SMTP_URL: `smtp://127.0.0.1:${port}?security=none` };
  const { origin } = await deployment.startProcess({ env });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const set: Suite['set'] = async (code, value) => {
    const path = `/settings/effective/by-code/${code}`;
    const found = await call<{
      readonly chain: readonly { readonly level: string; readonly version: number | null }[];
    }>(origin, path, { method: 'GET', token });
    const version = found.chain.find(({ level }) => level === 'GLOBAL')?.version ?? 0;
    await call(origin, '/settings/value', { token, method: 'PUT', body: { code, scope: 'GLOBAL', value, version } });
  };
  await set('mail.default-sender', 'Suite <suite@mail.example>');
  await call(origin, '/notification/template', { token, body: template });
  const body = { name: 'bench', authorityList: ['NOTIFICATION_MAIL_SEND'] };
  const { key } = await call<{ readonly key: string }>(origin, '/api-keys', { token, body });
  const send: Suite['send'] = async (more) => {
    const answer = await fetch(`${origin}/notification/mail/notify`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ ...request, ...more }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    return answer.headers.get('x-svc-notification-uuid') ?? '';
  };
  return {
    set,
    send,
    async fill(count) {
      for (let filled = 0; filled < count; filled += GROUP) {
        const to = Array.from({ length: GROUP }, (_, index) => `a${filled + index}@mail.example`);
        await send({ to, separate: true });
      }
    },
    waiting: async () => (await deployment.database.rows<{ n: number }>(countWaiting))[0]?.n ?? 0,
  };
}

function createPool(port: number, teardown: Teardown) {
  const options = { host: '127.0.0.1', port, pool: true, maxConnections: CONNECTIONS, ignoreTLS: true } as const;
  const pool = createTransport({ ...options, maxMessages: Number.POSITIVE_INFINITY });
  teardown.add(() => pool.close());
  return pool;
}

/** Answers how many a second nodemailer's own pool hands over. */
async function pooled(pool: ReturnType<typeof createPool>, sink: Sink): Promise<number> {
  const { content: html } = template.contentMap.en;
  const text = html.replaceAll(/<[^>]*>/g, '');
  const before = sink.taken();
  const mails = Array.from({ length: DRAINED }, (_, index) =>
    pool.sendMail({
      from: 'Suite <suite@mail.example>',
      to: `a${index}@mail.example`,
      subject: `Order ${index}`,
      html,
      text,
      headers: { 'Auto-Submitted': 'auto-generated' },
    }),
  );
  const took = await sink.until(before + DRAINED);
  await Promise.all(mails);
  return DRAINED / took;
}

/** Answers how many waiting mails a second leave. */
async function drained(suite: Suite, sink: Sink): Promise<number> {
  await suite.set('mail.sending-enabled', false);
  await suite.fill(DRAINED);
  const before = sink.taken();
  await suite.set('mail.sending-enabled', true);
  const rate = DRAINED / (await sink.until(before + DRAINED));
  // What was taken is written down a moment later.
  while ((await suite.waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return rate;
}

/** Answers the times of urgent mails from their request to the sink, and how many others still waited at the end. */
async function hurry(suite: Suite, sink: Sink) {
  await suite.set('mail.sending-enabled', false);
  await suite.fill(BEHIND);
  const came = new Map<string, number>();
  sink.onHigh((uuid, atMs) => came.set(uuid, atMs));
  await suite.set('mail.sending-enabled', true);
  const sent = new Map<string, number>();
  for (let count = 0; count < URGENT; count += 1) {
    const beganMs = Date.now();
    sent.set(await suite.send({ priority: 'HIGH' }), beganMs);
    await new Promise((resolve) => setTimeout(resolve, URGENT_EVERY_MS));
  }
  const left = await suite.waiting();
  const endMs = Date.now() + ARRIVAL_MS;
  while (came.size < URGENT && Date.now() < endMs) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  return { left, times: [...sent].map(([uuid, atMs]) => (came.get(uuid) ?? Number.POSITIVE_INFINITY) - atMs) };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print, teardown } = run;
  const sink = await startSink(teardown);
  const suite = await startSuite(run, sink.port);
  const pool = createPool(sink.port, teardown);
  const rates: { readonly ours: number[]; readonly theirs: number[] } = { ours: [], theirs: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const [ours, theirs] = [await drained(suite, sink), await pooled(pool, sink)];
    print(`round ${round}: ${numberText(ours)}/s left, ${numberText(theirs)}/s through nodemailer's pool`);
    // The first pass warms up.
    if (round === 0) continue;
    rates.ours.push(ours);
    rates.theirs.push(theirs);
  }
  const { left, times } = await hurry(suite, sink);
  return [
    {
      bar: 'mail B4',
      what: `${DRAINED} mails that leave through ${CONNECTIONS} connections, of nodemailer's pool`,
      value: 100 * medianRatio(rates.ours, rates.theirs),
      unit: '%',
      atLeast: 70,
      reference: `${numberText(median(rates.ours))}/s of ${numberText(median(rates.theirs))}/s`,
    },
    {
      bar: 'mail B6',
      what: `urgent mails behind ${BEHIND}, from request to sink, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      atMost: 1_000,
      reference: `${left} still waited at the end`,
    },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
