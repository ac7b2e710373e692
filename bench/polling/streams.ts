// Measures the bars B5 and B7 of notification polling: a publication to ten thousand open streams, and one call to a thousand users.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createConnection, createServer, type Socket } from 'node:net';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { median, percentile } from '../bars/statistics.ts';

/** The bar asks for ten thousand; POLLING_STREAMS says another number. */
const STREAMS = Number(process.env.POLLING_STREAMS ?? 10_000);
const STREAMS_OF_A_KEY = 10;
const OPENED_AT_ONCE = 100;
const PUBLICATIONS = 20;
const USERS = 1_000;
const SENDS = 20;
const WAIT_MS = 60_000;
const KIBIBYTE = 1_024;
const EVENT = 'event: announcement\n';
/** Is set where this file runs as the bare server that the streams are held against. */
const BARE = 'BENCH_POLLING_BARE';

const fillUsers = sql(
  'bench_streams_users',
  `INSERT INTO auth_user (uuid, tenant_identifier, username, username_folded, version, enabled, created_by, updated_by, date_created, date_updated)
   SELECT gen_random_uuid(), 'default', 'told' || n, 'told' || n, 0, true, 'bench', 'bench', now(), now() FROM generate_series(1, $1::int) n`,
);
const bareInsert = sql(
  'bench_streams_insert',
  `INSERT INTO bench_notification SELECT gen_random_uuid(), 'default', 'told' || n, $2, '{}'::jsonb, now()
   FROM generate_series(1, $1::int) n`,
);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts on many connections how often a line has arrived. */
class Listeners {
  readonly sockets: Socket[] = [];
  #heard = 0;
  #marker: string;
  constructor(marker: string) {
    this.#marker = marker;
  }
  async open(port: number, greeting: string): Promise<void> {
    const socket = createConnection(port, '127.0.0.1');
    socket.setEncoding('latin1');
    this.sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('data', (chunk: string) => {
        resolve();
        if (chunk.includes(this.#marker)) this.#heard += 1;
      });
      socket.on('connect', () => socket.write(greeting));
    });
  }
  async times(act: () => Promise<unknown>): Promise<number> {
    this.#heard = 0;
    const begunMs = performance.now();
    await act();
    while (this.#heard < this.sockets.length) {
      if (performance.now() - begunMs > WAIT_MS) throw new Error(`${this.#heard} of ${this.sockets.length} heard it`);
      await sleep(1);
    }
    return performance.now() - begunMs;
  }
  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}

/** Writes the same bytes to every connection, whenever one of them asks for it: what no server can be faster than. */
function serveBare(): void {
  const sockets: Socket[] = [];
  const bytes = Buffer.from(`${EVENT}data: ${'x'.repeat(1_000)}\n\n`);
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('data', (chunk) => {
      if (chunk.includes('publish')) for (const one of sockets) one.write(bytes);
      else socket.write(':\n\n');
    });
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { readonly port: number }).port));
}

async function measureBare(): Promise<number> {
  const child: ChildProcess = spawn(process.execPath, [import.meta.filename], {
    env: { ...process.env, [BARE]: '1' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const port = await new Promise<number>((resolve) => child.once('message', (message) => resolve(Number(message))));
    const listeners = new Listeners(EVENT);
    for (let opened = 0; opened < STREAMS; opened += OPENED_AT_ONCE) {
      await Promise.all(Array.from({ length: OPENED_AT_ONCE }, () => listeners.open(port, 'hello')));
    }
    const times: number[] = [];
    for (let count = 0; count < PUBLICATIONS; count += 1) {
      times.push(await listeners.times(async () => listeners.sockets[0]?.write('publish')));
    }
    listeners.close();
    return percentile(times, 95);
  } finally {
    child.kill();
  }
}

const residentBytes = (pid: number): number =>
  KIBIBYTE * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);

/** Answers the longest delay of the event loop since it was asked the last time, in milliseconds. */
async function lagMs(origin: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return 1_000 * Number(/^\S*eventloop_lag_max_seconds(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
}

async function measureStreams(run: BarRun, origin: string, token: string, pid: number): Promise<readonly Figure[]> {
  const bareMs = await measureBare();
  run.print(`bare writes to ${STREAMS} connections, p95 ${numberText(bareMs)} ms`);
  const before = residentBytes(pid);
  const listeners = new Listeners(EVENT);
  run.teardown.add(async () => listeners.close());
  const port = Number(new URL(origin).port);
  for (let opened = 0; opened < STREAMS; opened += STREAMS_OF_A_KEY) {
    const body = { name: `bench${opened}`, authorityList: ['AUTH_USER_VIEW'] };
    const { key } = await call<{ key: string }>(origin, '/api-keys', { token, body });
    const headers = { 'x-api-key': key, accept: 'text/event-stream' };
    const greeting = rawRequest(origin, { method: 'GET', path: '/polling/stream', headers });
    await Promise.all(Array.from({ length: STREAMS_OF_A_KEY }, () => listeners.open(port, greeting)));
  }
  // The exact counts of the opening have been sent.
  await sleep(2_000);
  const perStream = (residentBytes(pid) - before) / STREAMS / KIBIBYTE;
  const times: number[] = [];
  const lags: number[] = [];
  for (let count = 0; count < PUBLICATIONS; count += 1) {
    await lagMs(origin);
    const body = { title: `Measured ${count}`, content: 'Something happened. '.repeat(10) };
    times.push(await listeners.times(() => call(origin, '/polling/announcement/send', { token, body })));
    lags.push(await lagMs(origin));
    run.print(`publication ${count + 1}: ${numberText(times.at(-1) ?? 0)} ms, lag ${numberText(lags.at(-1) ?? 0)} ms`);
  }
  return [
    {
      bar: 'polling B5',
      what: `publication until the last of ${STREAMS} streams, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      atMost: 1_000,
      reference: `bare writes of 1 KB to as many connections ${numberText(bareMs)} ms`,
    },
    {
      bar: 'polling B5',
      what: 'longest delay of the event loop, p95',
      value: percentile(lags, 95),
      unit: 'ms',
      atMost: 100,
    },
    { bar: 'polling B5', what: 'memory of one stream', value: perStream, unit: 'KiB', atMost: 30 },
  ];
}

async function measureSends(
  run: BarRun,
  origin: string,
  token: string,
  database: Database,
): Promise<readonly Figure[]> {
  const users = Array.from({ length: USERS }, (_, n) => `told${n + 1}`);
  await database.execute(fillUsers, [USERS]);
  await database.withConnection((connection) =>
    connection.script(
      'CREATE TABLE bench_notification (uuid uuid PRIMARY KEY, tenant text, name text, title text, metadata jsonb, at timestamptz)',
    ),
  );
  const times: number[] = [];
  const bare: number[] = [];
  for (let count = 0; count < SENDS; count += 1) {
    const begunMs = performance.now();
    await call(origin, '/polling/notification/send', { token, body: { users, title: `Told ${count}` } });
    times.push(performance.now() - begunMs);
    const name = users[count * 7]!;
    const counted = await call<number>(origin, `/polling/user/unread/by-user/${name}`, { token, method: 'GET' });
    if (counted !== count + 1) throw new Error(`${name} has ${counted} instead of ${count + 1}`);
    const bareMs = performance.now();
    await database.execute(bareInsert, [USERS, `Told ${count}`]);
    bare.push(performance.now() - bareMs);
    // Counts of one session are bounded.
    await sleep(1_000);
  }
  run.print(`sends ${numberText(median(times))} ms`);
  return [
    {
      bar: 'polling B7',
      what: `a notification to ${USERS} users, counted at its answer, p95`,
      value: percentile(times, 95),
      unit: 'ms',
      atMost: 150,
      reference: `a bare insert of as many rows ${numberText(percentile(bare, 95))} ms`,
    },
  ];
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(run.postgres, run);
  const { origin, pid } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const sends = await measureSends(run, origin, token, deployment.database);
  return [...(await measureStreams(run, origin, token, pid)), ...sends];
}

if (process.env[BARE] === undefined) await runBar({ rounds: 1, seconds: 1 }, measure);
else serveBare();
