// Measures report B9: the tree and the first page of 10,000 groups, ten deep, with lists of rights on 500 of them.
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openSessions } from '../bars/open-sessions.ts';
import { saveUsers } from '../bars/people.ts';
import { openConnection, rawRequest } from '../bars/raw-connection.ts';
import { median, percentile } from '../bars/statistics.ts';
import { GROUPS, LISTS, REPORTS, ROLES, saveGroups } from './group-rows.ts';

const CALLERS = 20;
const REQUESTS = 100;

const KINDS = [
  { what: 'first page', request: { method: 'POST', path: '/report-groups/data/page', body: {} }, atMost: 50 },
  {
    what: 'first page of the top',
    request: { method: 'POST', path: '/report-groups/data/page', body: { rootOnly: true } },
    atMost: 50,
  },
  { what: 'tree', request: { method: 'GET', path: '/report-groups/tree' }, atMost: 150 },
  { what: 'session expiry', request: { method: 'GET', path: '/session/expiry' }, atMost: null },
] as const;

/** Sends them one after the other; answers how long each took, and the median length of what came. */
async function timeRequests(origin: string, requests: readonly string[]) {
  const connection = await openConnection(origin);
  const elapsedMs: number[] = [];
  const lengths: number[] = [];
  for (const request of requests) {
    const startMs = performance.now();
    const { status, body } = await connection.send(request);
    elapsedMs.push(performance.now() - startMs);
    lengths.push(body.length);
    if (status !== 200) throw new Error(`answered ${status}: ${body.slice(0, 500)}`);
  }
  connection.close();
  return { p95: percentile(elapsedMs, 95), length: median(lengths) };
}

async function measure({ postgres, rounds, print, ...run }: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(postgres, { ...run });
  const { database } = deployment;
  const { origin } = await deployment.startProcess();
  await saveUsers(database, CALLERS);
  await saveGroups(database);
  const tokens = await openSessions(database, CALLERS);
  const times = KINDS.map((): number[] => []);
  const seen = new Map<string, string>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, { what, request }] of KINDS.entries()) {
      const requests = Array.from({ length: REQUESTS }, (_, place) =>
        rawRequest(origin, { ...request, headers: { authorization: `Bearer ${tokens[place % CALLERS]}` } }),
      );
      const { p95, length } = await timeRequests(origin, requests);
      seen.set(what, `${numberText(length / 1_000)} KB`);
      // The first round prepares statements.
      if (round > 0) times[index]!.push(p95);
      print(`round ${round}: ${what}: p95 ${numberText(p95)} ms`);
    }
  }
  const expiry = median(times.at(-1)!);
  return KINDS.flatMap(({ what, atMost }, index): Figure[] =>
    atMost === null
      ? []
      : [
          {
            bar: 'report B9',
            what: `${what}, p95, ${GROUPS} groups, ${LISTS} lists, ${REPORTS} reports, one of ${ROLES} roles, ${seen.get(what)}`,
            value: median(times[index]!),
            unit: 'ms',
            atMost,
            reference: `session expiry p95 ${numberText(expiry)} ms`,
          },
        ],
  );
}

await runBar({ rounds: 5, seconds: 1 }, measure);
