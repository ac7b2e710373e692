// Measures system menu B1: trees of 300 callers who hold different things, none of them finished before.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { rawRequest } from '../bars/raw-connection.ts';
import { median, percentile } from '../bars/statistics.ts';
import { makeMenu, saveGrants, saveMenu } from './menu-rows.ts';
import { timeRequests, treeRequest } from './requests.ts';

const CALLERS = 300;
const ITEMS = 2_000;
/** Its own first tree compiles the view, which is not what is measured. */
const WARM_UP_CALLERS = 20;

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { database } = deployment;
  const { origin } = await deployment.startProcess();
  await saveUsers(database, CALLERS + WARM_UP_CALLERS);
  await saveGrants(database);
  const menu = makeMenu('bench', ITEMS);
  const tokens = await openSessions(database, CALLERS + WARM_UP_CALLERS);
  const callers = tokens.slice(WARM_UP_CALLERS);
  const session = (token: string): string =>
    rawRequest(origin, { method: 'GET', path: '/session/expiry', headers: { authorization: `Bearer ${token}` } });
  // The session of each caller is asked for first, so that only trees are cold.
  await timeRequests(origin, tokens.map(session));
  const kinds = [
    { what: 'as it is', headers: {} },
    { what: 'compressed', headers: { 'accept-encoding': 'gzip' } },
  ] as const;
  const medians: number[][] = kinds.map(() => []);
  const percentiles: number[][] = kinds.map(() => []);
  let bytes = 0;
  for (let round = 1; round <= rounds; round += 1) {
    for (const [index, { what, headers }] of kinds.entries()) {
      const revision = await saveMenu(database, menu.rows);
      const warm = { ...headers, 'x-svc-menu-revision': String(revision) };
      await timeRequests(
        origin,
        tokens.slice(0, WARM_UP_CALLERS).map((token) => treeRequest(origin, token, { headers: warm })),
      );
      const timed = await timeRequests(
        origin,
        callers.map((token) => treeRequest(origin, token, { headers })),
      );
      const times = timed.map(({ elapsedMs }) => elapsedMs);
      medians[index]!.push(median(times));
      percentiles[index]!.push(percentile(times, 95));
      if (index === 0) bytes = median(timed.map(({ answer }) => answer.body.length));
      print(
        `round ${round}: ${what}: median ${numberText(median(times))} ms, p95 ${numberText(percentile(times, 95))} ms`,
      );
    }
  }
  const reference = `trees of ${numberText(bytes / 1_000)} KB`;
  return kinds.flatMap(({ what }, index) => [
    {
      bar: 'menu B1',
      what: `cold trees, ${what}, median`,
      value: median(medians[index]!),
      unit: 'ms',
      atMost: 4,
      reference,
    },
    {
      bar: 'menu B1',
      what: `cold trees, ${what}, p95`,
      value: median(percentiles[index]!),
      unit: 'ms',
      atMost: 10,
      reference,
    },
  ]);
}

await runBar({ rounds: 3, seconds: 1 }, measure);
