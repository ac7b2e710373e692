// Measures system menu B4: orders of 200 applications and of 500 siblings, and favorites beside bare transactions of one row.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';
import { makeOrdered, saveMenu } from './menu-rows.ts';
import { timeRequests } from './requests.ts';

/** It is one less than the limit of a tenant: `platform` is there already. */
const APPS = 199;
const SIBLINGS = 500;
const ORDERS_PER_ROUND = 40;
const FAVORITES_PER_ROUND = 200;

const createRow = sql(
  'bench_menu_bare_create',
  'CREATE TABLE bench_bare_favorite (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, path text)',
);
const insertRow = sql('bench_menu_bare_insert', 'INSERT INTO bench_bare_favorite (path) VALUES ($1)');

async function timeBare(database: Database, count: number): Promise<number> {
  const startMs = performance.now();
  for (let number = 0; number < count; number += 1) {
    await database.transaction((tx) => tx.execute(insertRow, [`/favorites/${number}`]));
  }
  return (1_000 * count) / (performance.now() - startMs);
}

/** Every other one comes to the front or goes back to the end: each order differs from the one before. */
function shuffled<T>(list: readonly T[], turn: number): T[] {
  const front = list.filter((_, index) => (index + turn) % 2 === 0);
  return [...front, ...list.filter((one) => !front.includes(one))];
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { database } = deployment;
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const rows = makeOrdered(APPS, SIBLINGS);
  const revision = await saveMenu(database, rows);
  await database.execute(createRow);
  const headers = { authorization: `Bearer ${token}`, 'x-svc-menu-revision': String(revision) };
  const post = (path: string, body: object): string => rawRequest(origin, { method: 'POST', path, headers, body });
  const remove = (path: string): string =>
    rawRequest(origin, { method: 'DELETE', path: `/menu-favorites?path=${encodeURIComponent(path)}`, headers });
  await timeRequests(origin, [rawRequest(origin, { method: 'GET', path: '/menu-items/tree', headers })]);
  const apps = rows.apps!.map(({ uuid }) => ({ uuid }));
  const siblings = rows.items!.map(({ uuid }) => uuid);
  const appNameUuid = rows.apps![0]!.uuid;
  const orders = {
    [`order of ${APPS} applications`]: (turn: number) =>
      post('/app-names/update-all?scope=SHARED', shuffled(apps, turn)),
    [`order of ${SIBLINGS} siblings`]: (turn: number) =>
      post('/menu-items/update-all?scope=SHARED', { appNameUuid, uuidList: shuffled(siblings, turn) }),
  };
  const times = new Map<string, number[]>();
  const note = (what: string, elapsed: readonly number[]): void => {
    times.set(what, [...(times.get(what) ?? []), percentile(elapsed, 95)]);
    print(`${what}: median ${numberText(median(elapsed))} ms, p95 ${numberText(percentile(elapsed, 95))} ms`);
  };
  const [rates, bareRates]: [number[], number[]] = [[], []];
  for (let round = 1; round <= rounds; round += 1) {
    for (const [what, request] of Object.entries(orders)) {
      const turns = Array.from({ length: ORDERS_PER_ROUND }, (_, turn) => request(turn));
      note(
        what,
        (await timeRequests(origin, turns)).map(({ elapsedMs }) => elapsedMs),
      );
    }
    bareRates.push(await timeBare(database, FAVORITES_PER_ROUND));
    // Each is removed again, so that all begin with as many.
    const both = Array.from({ length: FAVORITES_PER_ROUND / 2 }, (_, index) => `/favorites/${index}`).flatMap(
      (path) => [post('/menu-favorites', { path }), remove(path)],
    );
    const elapsed = (await timeRequests(origin, both)).map(({ elapsedMs }) => elapsedMs);
    note('favorite added or removed', elapsed);
    rates.push((1_000 * elapsed.length) / elapsed.reduce((sum, one) => sum + one, 0));
  }
  const bounds: Readonly<Record<string, number>> = { 'favorite added or removed': 30 };
  return [
    ...[...times].map(([what, percentiles]): Figure => {
      return {
        bar: 'menu B4',
        what: `${what}, p95`,
        value: median(percentiles),
        unit: 'ms',
        atMost: bounds[what] ?? 100,
      };
    }),
    {
      bar: 'menu B4',
      what: 'favorites, of the rate of bare transactions of one row',
      unit: '%',
      atLeast: 25,
      value: 100 * medianRatio(rates, bareRates),
      reference: `${numberText(median(rates))}/s, bare ${numberText(median(bareRates))}/s`,
    },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
