// Measures system setting B6 with 5,000 open streams on one process: from a change to its last delivery, and what a stream costs.
import { connect, type Socket } from 'node:net';
import { until } from '../../tests/support/until.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { settingCode } from '../bars/setting-rows.ts';
import { percentile } from '../bars/statistics.ts';
import { findFreePort } from '../processes.ts';

const STREAMS = 5_000;
/** One person may have so many. */
const STREAMS_PER_PERSON = 10;
const OPENED_AT_ONCE = 100;
const CHANGES_PER_ROUND = 40;
const DELIVERY_TIMEOUT_MS = 15_000;
const BYTES_PER_KIBIBYTE = 1_024;

interface Held {
  readonly heldBytes: number;
  readonly rssBytes: number;
}

/** Follows the streams of this run, which look for one text in what they are sent. */
interface Followers {
  /** Resolves when all have been sent the text. */
  expect(text: string): Promise<number>;
  close(): void;
}

function openStream(origin: string, token: string): Promise<Socket> {
  const { hostname, port, host } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  return new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('a stream was closed')));
    socket.once('data', (bytes: Buffer) => {
      const head = bytes.toString('latin1');
      if (head.startsWith('HTTP/1.1 200')) resolve(socket);
      else reject(new Error(`a stream was answered ${head.slice(0, 300)}`));
    });
    socket.write(
      `GET /settings/changes HTTP/1.1\r\nhost: ${host}\r\naccept: text/event-stream\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
  });
}

function followAll(sockets: readonly Socket[]): Followers {
  let [wanted, arrived, lastMs] = ['', 0, 0];
  const seen = sockets.map(() => '');
  for (const [index, socket] of sockets.entries()) {
    socket.on('data', (bytes: Buffer) => {
      if (wanted === '' || seen[index] === wanted || !bytes.includes(wanted)) return;
      seen[index] = wanted;
      arrived += 1;
      lastMs = performance.now();
    });
  }
  return {
    async expect(text) {
      [wanted, arrived] = [text, 0];
      await until('every stream to have it', async () => arrived === sockets.length, {
        timeoutMs: DELIVERY_TIMEOUT_MS,
        pollMs: 5,
      });
      return lastMs;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
  };
}

async function openAll(origin: string, tokens: readonly string[]): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < STREAMS) {
    const from = sockets.length;
    const opening = Array.from({ length: OPENED_AT_ONCE }, (_, index) =>
      openStream(origin, tokens[Math.floor((from + index) / STREAMS_PER_PERSON)]!),
    );
    sockets.push(...(await Promise.all(opening)));
  }
  return sockets;
}

async function readHeld(port: number): Promise<Held> {
  return (await (await fetch(`http://127.0.0.1:${port}`)).json()) as Held;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print, teardown } = run;
  const deployment = await createDeployment(run.postgres, run);
  const probePort = await findFreePort();
  const probe = new URL('../bars/memory-probe.ts', import.meta.url);
  const { origin } = await deployment.startProcess({ probe, env: { BENCH_PROBE_PORT: String(probePort) } });
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const code = settingCode(1);
  await call(origin, '/settings', { token, body: { code, name: code, type: 'STRING', defaultValue: '' } });
  const people = STREAMS / STREAMS_PER_PERSON;
  await saveUsers(deployment.database, people);
  const tokens = await openSessions(deployment.database, people);
  // What a process learns of a caller, it knows with one stream or ten.
  for (const own of tokens) await call(origin, '/session/expiry', { method: 'GET', token: own });

  const before = await readHeld(probePort);
  const followers = followAll(await openAll(origin, tokens));
  teardown.add(() => followers.close());
  const opened = await readHeld(probePort);
  const times: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const from = times.length;
    for (let change = 0; change < CHANGES_PER_ROUND; change += 1) {
      const value = `change-${times.length}-`;
      const last = followers.expect(value);
      const startMs = performance.now();
      const body = { code, scope: 'GLOBAL', value, version: times.length };
      await call(origin, '/settings/value', { method: 'PUT', token, body });
      times.push((await last) - startMs);
    }
    print(`round ${round}: last delivery p50 ${numberText(percentile(times.slice(from), 50))} ms`);
  }
  const used = await readHeld(probePort);
  const perStream = (bytes: number): number => bytes / STREAMS / BYTES_PER_KIBIBYTE;
  const held = perStream(Math.max(opened.heldBytes, used.heldBytes) - before.heldBytes);
  const rss = perStream(used.rssBytes - before.rssBytes);
  const what = `${times.length} changes sent to ${STREAMS} streams, request to last delivery p99`;
  const median = `p50 ${numberText(percentile(times, 50))} ms`;
  const memory = `resident memory grew by ${numberText(rss)} KiB a stream, garbage included`;
  return [
    { bar: 'setting B6', what, value: percentile(times, 99), unit: 'ms', atMost: 1_000, reference: median },
    { bar: 'setting B6', what: 'memory of a stream', value: held, unit: 'KiB', atMost: 24, reference: memory },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
