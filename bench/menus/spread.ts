// Measures system menu B3: from a structural change in one process to a second one's first new tree, also with its listener killed.
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openConnection, rawRequest } from '../bars/raw-connection.ts';
import { createWatcher } from '../bars/revocation.ts';
import { percentile } from '../bars/statistics.ts';
import { makeMenu, saveMenu } from './menu-rows.ts';
import { treeRequest } from './requests.ts';

/** A process compiles these again after each change, beside the application that is watched. */
const ITEMS = 2_000;
const CHANGES_PER_ROUND = 170;
const KILLS_PER_ROUND = 5;
const WATCHED = 'watched';

const killListeners = sql(
  'bench_menu_listeners_kill',
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = $1 AND application_name LIKE 'keelson %'`,
);

interface Written {
  readonly uuid: string;
  readonly version: number;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print, postgres } = run;
  const deployment = await createDeployment(postgres, run);
  const first = await deployment.startProcess();
  const second = await deployment.startProcess();
  await saveMenu(deployment.database, makeMenu('bench', ITEMS).rows);
  const token = await signIn(first.origin, 'admin', deployment.adminPassword);
  const app = await call<Written>(first.origin, '/app-names', {
    token,
    body: { name: WATCHED, displayName: WATCHED, shared: true },
  });
  const body = { appNameUuid: app.uuid, name: 'page', displayName: 'page 0', path: '/watched', shared: true };
  const item = await call<Written>(first.origin, '/menu-items', { token, body });
  const writer = await openConnection(first.origin);
  const watcher = await createWatcher(second.origin);
  const headers = { authorization: `Bearer ${token}` };
  let { version } = item;
  let number = 0;
  const change = async (before: () => Promise<unknown> = async () => undefined): Promise<number> => {
    number += 1;
    const displayName = `page ${number} `;
    return watcher.time({
      request: treeRequest(second.origin, token, { appName: WATCHED }),
      shows: (answer) => answer.body.includes(displayName),
      apply: async () => {
        await before();
        const model = { uuid: item.uuid, version, displayName };
        const path = '/menu-items?scope=SHARED';
        const answer = await writer.send(rawRequest(first.origin, { method: 'PUT', path, headers, body: model }));
        if (answer.status !== 200) throw new Error(`a change was answered ${answer.status}: ${answer.body}`);
        ({ version } = (JSON.parse(answer.body) as { readonly body: Written }).body);
      },
    });
  };
  const kill = () => postgres.superuser.rows(killListeners, [deployment.databaseName]);
  const [calm, cut]: [number[], number[]] = [[], []];
  // The second process waits for what it has not seen yet as for a change.
  await change();
  for (let round = 1; round <= rounds; round += 1) {
    const own: number[] = [];
    for (let count = 0; count < CHANGES_PER_ROUND; count += 1) own.push(await change());
    calm.push(...own);
    for (let count = 0; count < KILLS_PER_ROUND; count += 1) cut.push(await change(kill));
    print(
      `round ${round}: median ${numberText(percentile(own, 50))} ms, p99 ${numberText(percentile(own, 99))} ms, with kills at most ${numberText(Math.max(...cut))} ms`,
    );
  }
  writer.close();
  watcher.close();
  const what = `${calm.length} changes in a second process's tree, p99`;
  const cutWhat = `${cut.length} changes with both listening connections killed, at most`;
  const reference = `median ${numberText(percentile(calm, 50))} ms`;
  return [
    { bar: 'menu B3', what, value: percentile(calm, 99), unit: 'ms', atMost: 250, reference },
    { bar: 'menu B3', what: cutWhat, value: Math.max(...cut), unit: 'ms', atMost: 5_500 },
  ];
}

await runBar({ rounds: 3, seconds: 1 }, measure);
