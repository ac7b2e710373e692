// Measures session B5: pages, totals and filters of a tenant with a million open sessions, beside a plain count of them.
import { HOUR_MS } from '@keelson/time-zone/units';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { fillSessions, SESSIONS } from '../bars/million-sessions.ts';
import { median, percentile } from '../bars/statistics.ts';

/** At most so many rows stand before the page. */
const OFFSET_MAX = 10_000;
const PAGE_SIZE = 20;
const WARM_UP_CALLS = 3;

const plainCount = sql(
  'bench_plain_count',
  `SELECT count(*)::int AS count FROM session_entry e JOIN session_activity a ON a.session_id = e.id
   WHERE e.tenant_identifier = 'default' AND NOT e.system AND e.closed_date IS NULL AND a.ends > now()`,
);

interface Case {
  readonly name: string;
  readonly filter: object;
  readonly pageMaxMs: number;
  readonly countMaxMs: number;
}

function casesAt(nowMs: number): readonly Case[] {
  const ago = (hours: number): string => new Date(nowMs - hours * HOUR_MS).toISOString();
  const indexed = { pageMaxMs: 250, countMaxMs: 150 };
  const other = { pageMaxMs: 2_000, countMaxMs: 2_000 };
  return [
    { name: 'no filter', filter: {}, pageMaxMs: 30, countMaxMs: 150 },
    { name: 'username', filter: { username: 'zeynep.smith172046' }, ...indexed },
    { name: 'usernameLike, few', filter: { usernameLike: 'kaya123' }, ...indexed },
    { name: 'usernameLike, 100,000', filter: { usernameLike: 'ayse' }, ...indexed },
    { name: 'ipAddress, one', filter: { ipAddress: '10.18.14.19' }, ...indexed },
    { name: 'ipAddress, 62,500', filter: { ipAddress: '10.0.0.0/14' }, ...indexed },
    { name: 'createdDate, 100,000', filter: { createdDateFrom: ago(4), createdDateTo: ago(3.2) }, ...indexed },
    {
      name: 'lastAccessDate, <= 100,000',
      filter: { lastAccessDateFrom: ago(5 / 60), lastAccessDateTo: ago(4 / 60) },
      ...indexed,
    },
    { name: 'userAgentLike', filter: { userAgentLike: 'chrome/11' }, ...other },
    { name: 'assuranceLevel', filter: { assuranceLevel: 'AAL1' }, ...other },
    { name: 'attributeMap', filter: { attributeMap: { client: 'x' } }, ...other },
  ];
}

async function timesOf(calls: number, work: (index: number) => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = -WARM_UP_CALLS; index < calls; index++) {
    const startMs = performance.now();
    await work(Math.max(0, index));
    if (index >= 0) times.push(performance.now() - startMs);
  }
  return times;
}

async function referenceMs(database: Database, calls: number): Promise<number> {
  return median(await timesOf(calls, () => database.rows(plainCount)));
}

/** Draws offsets over the whole range, each once. */
function pageOf(index: number, calls: number): object {
  const pages = Math.floor(OFFSET_MAX / PAGE_SIZE);
  return { pageNumber: Math.round((index * pages) / Math.max(1, calls - 1)), pageSize: PAGE_SIZE };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { print, rounds: calls } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { database, adminPassword } = deployment;
  const { origin } = await deployment.startProcess({ env: { KEELSON_MODULES: 'authentication,session' } });
  await fillSessions(database, SESSIONS, print);
  const token = await signIn(origin, 'admin', adminPassword);
  const figures: Figure[] = [];
  const bar = 'session B5';
  for (const { name, filter, pageMaxMs, countMaxMs } of casesAt(Date.now())) {
    const plainMs = await referenceMs(database, Math.min(calls, WARM_UP_CALLS));
    const total = await call<number>(origin, '/session/count', { token, body: filter });
    const counts = await timesOf(calls, () => call(origin, '/session/count', { token, body: filter }));
    const pages = await timesOf(calls, (index) =>
      call(origin, '/page', { token, body: { ...filter, pageable: pageOf(index, calls) } }),
    );
    const reference = `${total} match; plain count of all p50 ${numberText(plainMs)} ms`;
    const unit = 'ms';
    figures.push(
      { bar, what: `count, ${name}, p95`, value: percentile(counts, 95), unit, atMost: countMaxMs, reference },
      { bar, what: `page, ${name}, p95`, value: percentile(pages, 95), unit, atMost: pageMaxMs, reference },
    );
    print(
      `${name}: ${total} match; count p50 ${numberText(median(counts))}, p95 ${numberText(percentile(counts, 95))}; ` +
        `page p50 ${numberText(median(pages))}, p95 ${numberText(percentile(pages, 95))}; plain ${numberText(plainMs)} ms`,
    );
  }
  return figures;
}

await runBar({ rounds: 200, seconds: 1 }, measure);
