// Measures system menu B2: finished trees beside a bare route that sends the same bytes in the same process, and 304.
import { request } from 'node:http';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { compareRates } from '../bars/bare-route.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { median, percentile } from '../bars/statistics.ts';
import { findFreePort } from '../processes.ts';
import { makeMenu, saveGrants, saveMenu } from './menu-rows.ts';
import { headerOf, timeRequests, treeRequest } from './requests.ts';

const ITEMS = 2_000;
const UNCHANGED_REQUESTS = 1_000;

/** Fetches the tree as it travels. */
async function fetchBytes(origin: string, token: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
    const sent = request(`${origin}/menu-items/tree`, { headers, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts)));
    });
    sent.on('error', reject);
    sent.end();
  });
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(run.postgres, run);
  const port = await findFreePort();
  const main = new URL('./bare-server.ts', import.meta.url);
  const { origin } = await deployment.startProcess({ main, env: { BENCH_BARE_PORT: String(port) } });
  const bareOrigin = `http://127.0.0.1:${port}`;
  await saveUsers(deployment.database, 1);
  await saveGrants(deployment.database);
  const revision = await saveMenu(deployment.database, makeMenu('bench', ITEMS).rows);
  const [token = ''] = await openSessions(deployment.database, 1);
  const known = { headers: { 'x-svc-menu-revision': String(revision) } };
  await timeRequests(origin, [treeRequest(origin, token, known)]);

  const figures: Figure[] = [];
  for (const encoding of ['identity', 'gzip'] as const) {
    const bytes = await fetchBytes(origin, token, encoding);
    const headers = { 'content-type': 'application/octet-stream' };
    await fetch(`${bareOrigin}/bytes`, { method: 'PUT', headers, body: new Uint8Array(bytes) });
    const header = [`Authorization: Bearer ${token}`, `Accept-Encoding: ${encoding}`];
    const { own, bare, share } = await compareRates(run, {
      own: { origin, script: 'get', args: ['/menu-items/tree', ...header] },
      bare: { origin: bareOrigin, script: 'get', args: ['/bare', ...header] },
    });
    figures.push({
      bar: 'menu B2',
      what: `finished trees (${encoding}), of the bare route`,
      value: share,
      unit: '%',
      // The bar is of the whole tree; compressed it is so small that the read of the person's versions is most of it.
      ...(encoding === 'identity' ? { atLeast: 50 } : {}),
      reference: `${numberText(own)}/s, bare ${numberText(bare)}/s, ${numberText(bytes.length / 1_000)} KB`,
    });
  }
  const [first] = await timeRequests(origin, [treeRequest(origin, token)]);
  const tagged = { headers: { 'if-none-match': headerOf(first!.answer, 'etag') } };
  const percentiles: number[] = [];
  for (let round = 1; round <= run.rounds; round += 1) {
    const requests = Array.from({ length: UNCHANGED_REQUESTS }, () => treeRequest(origin, token, tagged));
    const times = (await timeRequests(origin, requests, 304)).map(({ elapsedMs }) => elapsedMs);
    percentiles.push(percentile(times, 95));
    run.print(
      `round ${round}: 304 median ${numberText(median(times))} ms, p95 ${numberText(percentile(times, 95))} ms`,
    );
  }
  return [...figures, { bar: 'menu B2', what: '304, p95', value: median(percentiles), unit: 'ms', atMost: 3 }];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
