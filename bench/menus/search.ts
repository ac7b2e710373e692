// Measures system menu B5: search over 2,000 items, the compilation of 5,000, and a start with 50,000 rows.

import { startDatabaseClock } from '../../apps/server/src/kernel/database/clock.ts';
import { createDatabase, sql } from '../../apps/server/src/kernel/database/database.ts';
import { createNotify } from '../../apps/server/src/kernel/live/notify.ts';
import { createLogger } from '../../apps/server/src/kernel/process/logger.ts';
import { createMetrics } from '../../apps/server/src/kernel/process/metrics.ts';
import type { EventRecorder } from '../../apps/server/src/kernel/records/events.ts';
import { emptyMenu, mergeRows } from '../../apps/server/src/modules/system-menu/records/menu-data.ts';
import { createMenuSnapshot } from '../../apps/server/src/modules/system-menu/view/menu-snapshot.ts';
import { compileView } from '../../apps/server/src/modules/system-menu/view/menu-view.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment, type Deployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { median, percentile } from '../bars/statistics.ts';
import { makeMenu, saveGrants, saveMenu } from './menu-rows.ts';
import { timeRequests, treeRequest } from './requests.ts';

const ITEMS = 2_000;
const SEARCHES = 300;
const COMPILED_ITEMS = 5_000;
const COMPILATIONS = 10;
/** So many tenants have as many items as a tenant may have. */
const TENANTS = 25;
const CONNECTIONS = 5;

async function measureSearch({ database }: Deployment, origin: string): Promise<readonly number[]> {
  await saveUsers(database, 1);
  await saveGrants(database);
  const revision = await saveMenu(database, makeMenu('bench', ITEMS).rows);
  const [token = ''] = await openSessions(database, 1);
  const headers = { authorization: `Bearer ${token}` };
  const known = { headers: { 'x-svc-menu-revision': String(revision) } };
  await timeRequests(origin, [treeRequest(origin, token, known)]);
  const search = (text: string): string =>
    rawRequest(origin, { method: 'POST', path: '/menu-items/search', headers, body: { text } });
  // The texts are beginnings of names, parts of names, paths and nothing at all.
  const texts = ['menu item', 'number 1', '/pages/19', 'mber 77', 'none of these'];
  const requests = Array.from({ length: SEARCHES }, (_, index) => search(texts[index % texts.length]!));
  await timeRequests(origin, requests.slice(0, texts.length));
  return (await timeRequests(origin, requests)).map(({ elapsedMs }) => elapsedMs);
}

/** Answers the median milliseconds of a compilation in this process, after some that are not counted. */
function measureCompilation(): number {
  const data = mergeRows(emptyMenu, makeMenu('compiled', COMPILED_ITEMS).rows, 1);
  const times = Array.from({ length: 2 * COMPILATIONS }, () => {
    const startMs = performance.now();
    const { apps } = compileView(data, 'default');
    if (apps[0]?.nodes.length !== COMPILED_ITEMS) throw new Error('items are missing');
    return performance.now() - startMs;
  });
  return median(times.slice(COMPILATIONS));
}

async function saveTenants(deployment: Deployment): Promise<void> {
  for (let number = 1; number <= TENANTS; number += 1) {
    await saveMenu(deployment.database, makeMenu(`tenant${number}`, ITEMS, `tenant-${number}`).rows);
  }
}

const readItems = sql('bench_menu_items_read', 'SELECT * FROM system_menu_item');

interface Load {
  /** A process that starts has the menu of all tenants in memory within this time. */
  readonly loadMs: number;
  /** The driver reads the same rows within this time, and makes nothing of them. */
  readonly bareMs: number;
}

/** Nothing is changed here. */
const noEvents: EventRecorder = { record: async () => undefined, add: () => undefined };

async function measureLoad({ databaseUrl }: Deployment): Promise<Load> {
  const settings = { url: databaseUrl };
  const database = createDatabase({ settings, connectionsMax: CONNECTIONS });
  const log = createLogger('error');
  const metrics = createMetrics();
  const clock = await startDatabaseClock(database);
  const notify = createNotify({ database, settings, mode: 'poll', clock, log });
  const { follower } = createMenuSnapshot({ database, events: noEvents, notify, log, metrics });
  const startMs = performance.now();
  await follower.load();
  const loadedMs = performance.now();
  await database.arrays(readItems);
  const readMs = performance.now();
  metrics.stop();
  await database.close();
  return { loadMs: loadedMs - startMs, bareMs: readMs - loadedMs };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  const [searches, compilations]: [number[], number[]] = [[], []];
  const loads: Load[] = [];
  const times = await measureSearch(deployment, origin);
  searches.push(percentile(times, 95));
  await saveTenants(deployment);
  for (let round = 1; round <= rounds; round += 1) {
    compilations.push(measureCompilation());
    loads.push(await measureLoad(deployment));
    const { loadMs, bareMs } = loads.at(-1)!;
    print(
      `round ${round}: compiled in ${numberText(compilations.at(-1)!)} ms, loaded in ${numberText(loadMs)} ms, bare ${numberText(bareMs)} ms`,
    );
  }
  return [
    {
      bar: 'menu B5',
      what: `search over ${ITEMS} items, p95`,
      value: median(searches),
      unit: 'ms',
      atMost: 5,
      reference: `median ${numberText(median(times))} ms`,
    },
    {
      bar: 'menu B5',
      what: `compilation of ${COMPILED_ITEMS} items`,
      unit: 'ms',
      atMost: 50,
      value: median(compilations),
    },
    {
      bar: 'menu B5',
      what: `load of ${(TENANTS + 1) * ITEMS} items at start`,
      unit: 'ms',
      atMost: 1_000,
      value: median(loads.map(({ loadMs }) => loadMs)),
      reference: `bare rows ${numberText(median(loads.map(({ bareMs }) => bareMs)))} ms`,
    },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
