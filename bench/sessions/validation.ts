// Measures session B1: validated requests per second, beside a bare Fastify route with the same bytes in the same process.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { grantAuthorities, saveUsers } from '../bars/people.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { findFreePort } from '../processes.ts';
import { drive } from '../wrk.ts';

const CONNECTIONS = 16;
const AUTHORITIES = 10;
const WARM_UP_SECONDS = 2;
const RATIO_PERCENT = 60;

/** Keelson is asked for these paths, and the bare route has the same bytes. */
const routes = [
  { what: 'GET /session with 10 authorities', path: '/session', bare: 'session' },
  { what: 'trivial route (GET /session/expiry)', path: '/session/expiry', bare: 'expiry' },
] as const;

async function giveBytes(origin: string, bareOrigin: string, token: string): Promise<void> {
  for (const { path, bare } of routes) {
    const answer = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`${path} was answered ${answer.status}: ${text}`);
    await fetch(`${bareOrigin}/text/${bare}`, { method: 'PUT', headers: { 'content-type': 'text/plain' }, body: text });
  }
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, teardown } = run;
  const deployment = await createDeployment(run.postgres, run);
  const barePort = await findFreePort();
  const keelson = await deployment.startProcess({
    main: new URL('./validation-server.ts', import.meta.url),
    env: { BENCH_BARE_PORT: String(barePort) },
  });
  const bareOrigin = `http://127.0.0.1:${barePort}`;
  await saveUsers(deployment.database, 1);
  await grantAuthorities(deployment.database, 'ROLE_BENCH', AUTHORITIES);
  const [token = ''] = await openSessions(deployment.database, 1);
  await giveBytes(keelson.origin, bareOrigin, token);

  const header = `Authorization: Bearer ${token}`;
  const rate = async (origin: string, path: string, length: number): Promise<number> => {
    const load = { connections: CONNECTIONS, seconds: length };
    const result = await drive({ origin, script: 'get', args: [path, header] }, load, teardown);
    if (result.failed + result.socketErrors > 0)
      throw new Error(`${path}: ${result.failed} failed ${result.firstFailure}`);
    return result.completed / result.seconds;
  };
  const rates = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round++) {
    for (const { path, bare } of routes) {
      const length = round === 0 ? WARM_UP_SECONDS : seconds;
      const reference = await rate(bareOrigin, `/${bare}`, length);
      const validated = await rate(keelson.origin, path, length);
      if (round === 0) continue;
      rates.set(path, [...(rates.get(path) ?? []), validated]);
      rates.set(bare, [...(rates.get(bare) ?? []), reference]);
      print(`round ${round}: ${path} ${numberText(validated)}/s, bare ${numberText(reference)}/s`);
    }
  }
  return routes.map(({ what, path, bare }) => {
    const [own = [], reference = []] = [rates.get(path), rates.get(bare)];
    const text = `${numberText(median(own))}/s, bare ${numberText(median(reference))}/s`;
    return {
      bar: 'session B1',
      what: `${what}, of a bare route`,
      unit: '%',
      atLeast: RATIO_PERCENT,
      value: 100 * medianRatio(own, reference),
      reference: text,
    };
  });
}

await runBar({ rounds: 6, seconds: 3 }, measure);
