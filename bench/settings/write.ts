// Measures system setting B5: durable writes over HTTP, beside bare transactions of one row on one connection to the same database.
import { SECOND_MS } from '@keelson/time-zone/units';
import { moduleMigrations } from '../../apps/server/src/app-modules.ts';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { migrate } from '../../apps/server/src/kernel/schema/migrate.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { openConnection, rawRequest } from '../bars/raw-connection.ts';
import { fillSettings, settingCode } from '../bars/setting-rows.ts';
import { median, medianRatio, percentile } from '../bars/statistics.ts';

/** Most values belong to tenants, and a few settings have one of nearly every tenant. */
const DEFINITIONS = 10;
const TENANTS = 10_000;
const WARM_UP_SECONDS = 2;

const createRow = sql('bench_bare_row_create', 'CREATE TABLE bench_bare_row (id int PRIMARY KEY, value bigint)');
const insertRow = sql('bench_bare_row_insert', 'INSERT INTO bench_bare_row VALUES (1, 0)');
const updateRow = sql('bench_bare_row_update', 'UPDATE bench_bare_row SET value = value + 1 WHERE id = 1');

/** Measures the milliseconds of each, one after the other. */
async function timeEach(seconds: number, work: () => Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  const endMs = performance.now() + seconds * SECOND_MS;
  for (let startMs = performance.now(); startMs < endMs; startMs = performance.now()) {
    await work();
    times.push(performance.now() - startMs);
  }
  return times;
}

async function createBareWrite(database: Database): Promise<() => Promise<unknown>> {
  await database.execute(createRow);
  await database.execute(insertRow);
  return () => database.transaction((tx) => tx.execute(updateRow));
}

/** Each write changes the value, with the version of the one before. */
async function createSettingWrite(origin: string, token: string): Promise<() => Promise<unknown>> {
  const code = settingCode(1);
  const connection = await openConnection(origin);
  const headers = { authorization: `Bearer ${token}` };
  let version = 0;
  return async () => {
    const body = { code, scope: 'GLOBAL', value: version + 1, version };
    const { status, body: text } = await connection.send(
      rawRequest(origin, { method: 'PUT', path: '/settings/value', headers, body }),
    );
    if (status !== 200) throw new Error(`a write was answered ${status}: ${text}`);
    version += 1;
  };
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  await migrate(deployment.database, moduleMigrations);
  await fillSettings(deployment.database, { definitions: DEFINITIONS, tenants: TENANTS });
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const write = await createSettingWrite(origin, token);
  const bare = await createBareWrite(deployment.database);
  await timeEach(WARM_UP_SECONDS, write);
  await timeEach(WARM_UP_SECONDS, bare);
  const [rates, bareRates, p95s]: [number[], number[], number[]] = [[], [], []];
  for (let round = 1; round <= rounds; round += 1) {
    bareRates.push((await timeEach(seconds, bare)).length / seconds);
    const times = await timeEach(seconds, write);
    rates.push(times.length / seconds);
    p95s.push(percentile(times, 95));
    print(`round ${round}: ${numberText(rates.at(-1)!)} writes/s, bare ${numberText(bareRates.at(-1)!)}/s`);
  }
  const reference = `${numberText(median(rates))}/s, bare ${numberText(median(bareRates))}/s`;
  const share = 100 * medianRatio(rates, bareRates);
  return [
    {
      bar: 'setting B5',
      what: `durable writes beside ${DEFINITIONS * TENANTS} values, p95`,
      value: median(p95s),
      unit: 'ms',
      atMost: 50,
    },
    { bar: 'setting B5', what: 'writes, of bare transactions', value: share, unit: '%', atLeast: 25, reference },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
