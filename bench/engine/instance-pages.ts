// Measures pages of instances and tasks of a tenant with a million ended instances and a tenth of it running, beside a plain count.
import { readFileSync } from 'node:fs';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median, percentile } from '../bars/statistics.ts';
import { ENDED, fillInstances } from './million-instances.ts';

const DEFINITIONS = 10;
const WARM_UP_CALLS = 3;
const REFERENCE_CALLS = 3;
/** Is the bar of what totals are kept of, and of what an index answers. */
const KEPT_MS = 30;
const INDEXED_MS = 250;
/** Everything is read: there is no index for it. */
const OTHER_MS = 2_000;

const plainCount = sql(
  'bench_plain_count',
  "SELECT count(*)::int AS count FROM bpm_hi_instance WHERE tenant_identifier = 'default' AND ended_at IS NOT NULL",
);
const OF_ENDED = { states: ['ENDED'] };

interface Case {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  readonly atMost: number;
}

function casesOf(definitions: readonly string[]): readonly Case[] {
  const page = (name: string, body: object, atMost: number): Case => ({
    name,
    path: '/process-instance/page',
    body,
    atMost,
  });
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const [often, rare] = [definitions[0]!, definitions.at(-1)!];
  return [
    page('ended', OF_ENDED, KEPT_MS),
    page('ended, page 500', { ...OF_ENDED, pageable: { pageNumber: 500 } }, KEPT_MS),
    page('ended, of a version', { ...OF_ENDED, processDefinitionId: often }, KEPT_MS),
    page('ended, of a rare version', { ...OF_ENDED, processDefinitionId: rare }, KEPT_MS),
    page('ended, of a rare process', { ...OF_ENDED, processDefinitionKeys: [rare.split(':')[0]] }, INDEXED_MS),
    page('ended as ERROR', { ...OF_ENDED, endStates: ['ERROR'] }, KEPT_MS),
    page('ended, by a starter', { ...OF_ENDED, startUserId: 'user7' }, INDEXED_MS),
    page('ended, of a business key', { ...OF_ENDED, businessKey: 'order-4711' }, KEPT_MS),
    page('ended, begun within a day', { ...OF_ENDED, startTimeFrom: ago(49), startTimeTo: ago(25) }, INDEXED_MS),
    page(
      'ended, by the end',
      { ...OF_ENDED, pageable: { sort: { properties: ['endTime'], direction: 'DESC' } } },
      OTHER_MS,
    ),
    page('ended, by name', { ...OF_ENDED, name: 'order 77' }, OTHER_MS),
    page('running', {}, INDEXED_MS),
    page('all', { states: ['ACTIVE', 'SUSPENDED', 'ENDED'] }, INDEXED_MS),
    { name: 'tasks', path: '/task/page', body: {}, atMost: INDEXED_MS },
    {
      name: 'definitions with counts',
      path: '/repository/definitions/page',
      body: { withCounts: true },
      atMost: INDEXED_MS,
    },
  ];
}

async function timesOf(calls: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = -WARM_UP_CALLS; index < calls; index++) {
    const startMs = performance.now();
    await work();
    if (index >= 0) times.push(performance.now() - startMs);
  }
  return times;
}

async function deploy(origin: string, token: string): Promise<void> {
  const form = new FormData();
  const model = readFileSync(new URL('../models/w4.bpmn', import.meta.url), 'utf8');
  for (let number = 0; number < DEFINITIONS; number++) {
    form.append('xmlFileList', new Blob([model.replace('id="w4"', `id="w4-${number}"`)]), `w4-${number}.bpmn`);
  }
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/repository/deployXmls`, { method: 'POST', headers, body: form });
  if (!answer.ok) throw new Error(`the models were not deployed: ${await answer.text()}`);
}

async function referenceMs(database: Database): Promise<number> {
  return median(await timesOf(REFERENCE_CALLS, () => database.rows(plainCount)));
}

async function measure({ postgres, rounds: calls, print, ...run }: BarRun): Promise<readonly Figure[]> {
  const deployment = await createDeployment(postgres, run);
  const { database, adminPassword } = deployment;
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', adminPassword);
  await deploy(origin, token);
  const start = '/runtime/start/by-process-definition-key/w4-1';
  const { id: seed } = await call<{ readonly id: string }>(origin, start, { token, body: {} });
  await fillInstances(database, seed, print);
  const { data } = await call<{ readonly data: readonly { readonly id: string }[] }>(
    origin,
    '/repository/definitions/page',
    {
      token,
      body: { pageable: { sort: { properties: ['key'], direction: 'ASC' } } },
    },
  );
  const plainMs = await referenceMs(database);
  const figures: Figure[] = [];
  for (const { name, path, body, atMost } of casesOf(data.map(({ id }) => id))) {
    const { totalElements } = await call<{ readonly totalElements: number }>(origin, path, { token, body });
    const times = await timesOf(calls, () => call(origin, path, { token, body }));
    const reference = `${totalElements} match; plain count of ${ENDED} p50 ${numberText(plainMs)} ms`;
    figures.push({
      bar: 'engine pages',
      what: `${name}, p95`,
      unit: 'ms',
      atMost,
      value: percentile(times, 95),
      reference,
    });
    print(
      `${name}: ${totalElements} match; p50 ${numberText(median(times))}, p95 ${numberText(percentile(times, 95))} ms`,
    );
  }
  return figures;
}

await runBar({ rounds: 30, seconds: 1 }, measure);
