// Measures system setting B3: how long a second process reads old values, also while its listening connection is killed.
import { SECOND_MS } from '@keelson/time-zone/units';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openConnection, type RawAnswer, type RawConnection, rawRequest } from '../bars/raw-connection.ts';
import { settingCode } from '../bars/setting-rows.ts';
import { percentile } from '../bars/statistics.ts';

const CHANGES_PER_SECOND = 10;
const CHANGES_PER_KILL = 50;
/** Changes go round these, so that one that was missed stays to be seen. */
const codes = Array.from({ length: 20 }, (_, index) => settingCode(index + 1));
/** A change that is not seen by then is never seen. */
const GIVE_UP_MS = 15_000;

const killListeners = sql(
  'bench_listeners_kill',
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = $1 AND application_name LIKE 'keelson %'`,
);

/** The value of a change is its number. */
interface Change {
  readonly number: number;
  readonly code: string;
  answeredMs: number | null;
}

interface Ends {
  readonly writer: RawConnection;
  readonly reader: RawConnection;
  readonly write: (change: Change, version: number) => string;
  readonly read: string;
}

interface Course {
  readonly delaysMs: readonly number[];
  readonly killed: number;
}

function bodyOf<T>({ status, body }: RawAnswer): T {
  if (status !== 200) throw new Error(`answered ${status}: ${body}`);
  return (JSON.parse(body) as { readonly body: T }).body;
}

const pause = (untilMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, untilMs - performance.now())));

/** Changes and reads go on beside each other: a change that is seen late holds up no other one. */
function createCourse({ writer, reader, write, read }: Ends) {
  let number = 0;
  const unseen = new Set<Change>();
  const look = async (delaysMs: number[]): Promise<void> => {
    const { valueMap } = bodyOf<{ valueMap: Record<string, number> }>(await reader.send(read));
    const nowMs = performance.now();
    for (const change of unseen) {
      if ((valueMap[change.code] ?? 0) < change.number) {
        if (nowMs - (change.answeredMs ?? nowMs) > GIVE_UP_MS) throw new Error(`change ${change.number} was missed`);
        continue;
      }
      // It was seen before it was answered: nobody waited, but the answer may still be on its way.
      delaysMs.push(change.answeredMs === null ? 0 : Math.max(0, nowMs - change.answeredMs));
      unseen.delete(change);
    }
  };
  return async (changes: number, kill: (() => Promise<number>) | null): Promise<Course> => {
    const delaysMs: number[] = [];
    let [killed, writing] = [0, true];
    const readAll = async (): Promise<void> => {
      while (writing || unseen.size > 0) await look(delaysMs);
    };
    const writeAll = async (): Promise<void> => {
      const startMs = performance.now();
      for (let count = 0; count < changes; count += 1) {
        await pause(startMs + (count * SECOND_MS) / CHANGES_PER_SECOND);
        if (kill !== null && count % CHANGES_PER_KILL === 0) killed += await kill();
        number += 1;
        const change: Change = { number, code: codes[number % codes.length]!, answeredMs: null };
        unseen.add(change);
        bodyOf(await writer.send(write(change, Math.floor((number - 1) / codes.length))));
        change.answeredMs = performance.now();
      }
      writing = false;
    };
    await Promise.all([readAll(), writeAll()]);
    return { delaysMs, killed };
  };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, postgres } = run;
  const deployment = await createDeployment(postgres, run);
  const first = await deployment.startProcess();
  const second = await deployment.startProcess();
  const token = await signIn(first.origin, 'admin', deployment.adminPassword);
  for (const code of codes) {
    await call(first.origin, '/settings', { token, body: { code, name: code, type: 'NUMBER', defaultValue: 0 } });
  }
  const headers = { authorization: `Bearer ${token}` };
  const follow = createCourse({
    writer: await openConnection(first.origin),
    reader: await openConnection(second.origin),
    write: ({ code, number }, version) => {
      const body = { code, scope: 'GLOBAL', value: number, version };
      return rawRequest(first.origin, { method: 'PUT', path: '/settings/value', headers, body });
    },
    read: rawRequest(second.origin, {
      method: 'POST',
      path: '/settings/values/by-codes',
      headers,
      body: { codeList: codes },
    }),
  });
  const kill = async (): Promise<number> =>
    (await postgres.superuser.rows(killListeners, [deployment.databaseName])).length;
  const [calm, cut]: [number[], number[]] = [[], []];
  let kills = 0;
  for (let round = 1; round <= rounds; round += 1) {
    const quiet = await follow(seconds * CHANGES_PER_SECOND, null);
    const killed = await follow(seconds * CHANGES_PER_SECOND, kill);
    calm.push(...quiet.delaysMs);
    cut.push(...killed.delaysMs);
    kills += killed.killed;
    print(
      `round ${round}: p99 ${numberText(percentile(quiet.delaysMs, 99))} ms, with kills at most ${numberText(Math.max(...killed.delaysMs))} ms`,
    );
  }
  const median = `median ${numberText(percentile(calm, 50))} ms`;
  const what = `${calm.length} changes at ${CHANGES_PER_SECOND}/s, seen by a second process, p99`;
  const cutWhat = `${cut.length} changes with ${kills} listening connections killed, all seen, at most`;
  const cutReference = `p99 ${numberText(percentile(cut, 99))} ms`;
  return [
    { bar: 'setting B3', what, value: percentile(calm, 99), unit: 'ms', atMost: 250, reference: median },
    { bar: 'setting B3', what: cutWhat, value: Math.max(...cut), unit: 'ms', atMost: 5_500, reference: cutReference },
  ];
}

await runBar({ rounds: 3, seconds: 34 }, measure);
