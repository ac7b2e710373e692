// Measures session B6, a million sessions closed at once: the answer, two processes, the rows, and sign-ins beside it.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { rateOf, runClosed } from '../bars/load.ts';
import { fillSessions, SESSIONS } from '../bars/million-sessions.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { nameOf, saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { createWatcher } from '../bars/revocation.ts';
import { median } from '../bars/statistics.ts';

const USERS = 400;
const LOGIN_CONNECTIONS = 8;
/** Settling that takes longer has missed its bar for certain. */
const SETTLE_MAX_MS = 300_000;

const countOrders = sql('bench_orders_count', 'SELECT count(*)::int AS count FROM session_bulk_close');

async function standingOrders(database: Database): Promise<number> {
  const [row] = await database.rows<{ count: number }>(countOrders);
  return row?.count ?? 0;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { print, rounds, seconds } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { database, adminPassword } = deployment;
  const env = { KEELSON_MODULES: 'authentication,session' };
  const first = await deployment.startProcess({ env });
  const second = await deployment.startProcess({ env });
  await saveUsers(database, USERS);
  await fillSessions(database, SESSIONS, print);
  const [here, there] = await openSessions(database, 2);
  let number = 0;
  const next = (): string => {
    number = (number % USERS) + 1;
    const body = { username: nameOf(number), password: adminPassword };
    return rawRequest(first.origin, { method: 'POST', path: '/auth/login', body });
  };
  const logIn = async (): Promise<number> =>
    rateOf(await runClosed({ origin: first.origin, connections: LOGIN_CONNECTIONS, seconds, next }));
  await logIn();
  const before: number[] = [];
  for (let round = 0; round < rounds; round++) before.push(await logIn());

  const token = await signIn(first.origin, 'admin', adminPassword);
  let answerMs = Number.NaN;
  const closeAll = async (): Promise<void> => {
    const startMs = performance.now();
    await call(first.origin, '/close-all?exceptCurrent=true', { method: 'GET', token });
    answerMs = performance.now() - startMs;
  };
  const watchers = await Promise.all([createWatcher(first.origin), createWatcher(second.origin)]);
  const requestOf = (origin: string, used: string | undefined): string =>
    rawRequest(origin, { method: 'GET', path: '/session', headers: { authorization: `Bearer ${used}` } });
  const given = Promise.withResolvers<void>();
  const shows = ({ status }: { readonly status: number }): boolean => status === 401;
  const effects = Promise.all([
    watchers[0].time({ apply: () => closeAll().then(given.resolve), request: requestOf(first.origin, here), shows }),
    watchers[1].time({ apply: () => given.promise, request: requestOf(second.origin, there), shows }),
  ]);
  const effectMs = Math.max(...(await effects));
  const startMs = performance.now();
  const beside: number[] = [];
  while ((await standingOrders(database)) > 0 && performance.now() - startMs < SETTLE_MAX_MS)
    beside.push(await logIn());
  const settledSeconds = (performance.now() - startMs) / 1_000;
  for (const watcher of watchers) watcher.close();
  print(`sign-ins before: ${before.map(numberText).join(', ')}; beside: ${beside.map(numberText).join(', ')}`);
  const bar = 'session B6';
  const reference = `sign-ins before ${numberText(median(before))}/s`;
  return [
    { bar, what: 'answer of /close-all', value: answerMs, unit: 'ms', atMost: 100 },
    { bar, what: 'effective on both processes after the answer', value: effectMs, unit: 'ms', atMost: 250 },
    { bar, what: 'rows settled', value: settledSeconds, unit: 's', atMost: 180 },
    {
      bar,
      what: 'sign-ins meanwhile, of their rate before',
      unit: '%',
      atLeast: 80,
      reference,
      value: (100 * median(beside)) / median(before),
    },
  ];
}

await runBar({ rounds: 3, seconds: 5 }, measure);
