// Measures the logger's B10: how fast a tenant's chain is verified, and how far the sealing lies behind events that come in batches.
import { SECOND_MS } from '@keelson/time-zone/units';
import { sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median, percentile } from '../bars/statistics.ts';
import { type Drive, drive } from '../wrk.ts';

const EVENTS = 200_000;
const BATCH = 500;
const AUDIT_SHARE = 0.1;
const CONNECTIONS = 4;
const SAMPLE_MS = 50;
const EVENT = {
  eventName: 'bench.paid',
  message: 'The order was paid and the parcel is on its way to the customer.',
  service: 'bench',
  attributeMap: { order: { no: 7 } },
};

const fill = sql(
  'bench_audit_events',
  `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
     event_type, message, service, username, username_folded, attribute_map, truncated, content_hash, search_vector)
   SELECT gen_random_uuid(), 'default', now(), now(), 'AUDIT', 9, 'INFO', 'bench.paid', 'bench.paid', 'AUDIT', 'The order was paid ' || n, 'bench',
     'admin', 'admin', '{"order": {"no": 7}}', false, '', array_to_tsvector('{paid,order,bench}') FROM generate_series(1, $1::int) n`,
);
const countUnsealed = sql('bench_unsealed', 'SELECT $1 - count(*)::int AS left FROM log_audit_seal');
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, teardown } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const unlimited = { code: 'logger.rate.events', scope: 'GLOBAL', value: 0 };
  await call(origin, '/settings/value', { token, method: 'PUT', body: unlimited });
  const { database } = deployment;
  await database.execute(fill, [EVENTS]);
  const began = performance.now();
  for (let left = EVENTS; left > 0; await sleep(SAMPLE_MS))
    left = (await database.rows<{ left: number }>(countUnsealed, [EVENTS]))[0]?.left ?? 0;
  print(`sealed ${numberText(EVENTS / ((performance.now() - began) / SECOND_MS))} events a second`);

  const verified: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const from = performance.now();
    const answer = (await call(origin, '/event/audit/verify', { token, method: 'POST', body: {} })) as {
      valid: boolean;
      complete: boolean;
      checkedCount: number;
    };
    if (!answer.valid || !answer.complete) throw new Error(JSON.stringify(answer));
    const rate = answer.checkedCount / ((performance.now() - from) / SECOND_MS);
    if (round > 0) verified.push(rate);
    print(`verified ${numberText(rate)} events a second`);
  }

  const body = Array.from({ length: BATCH }, (_, number) =>
    number < BATCH * AUDIT_SHARE ? { ...EVENT, eventType: 'AUDIT' } : EVENT,
  );
  const args = ['/event/batch/sync', JSON.stringify(body), `Authorization: Bearer ${token}`] as const;
  const load: Drive = { origin, script: 'post', args };
  const lags: number[] = [];
  const driving = { isOver: false };
  const sampling = (async () => {
    while (!driving.isOver) {
      const status = (await call(origin, '/event/producer/status', { token, method: 'GET' })) as {
        sealLagMillis: number;
      };
      lags.push(status.sealLagMillis);
      await sleep(SAMPLE_MS);
    }
  })();
  const result = await drive(load, { connections: CONNECTIONS, seconds: seconds * rounds }, teardown);
  driving.isOver = true;
  await sampling;
  print(`${numberText((BATCH * result.completed) / result.seconds)} events a second, ${lags.length} looks at the lag`);
  return [
    { bar: 'logger B10', what: 'events verified a second', atLeast: 50_000, value: median(verified), unit: '/s' },
    { bar: 'logger B10', what: 'lag of the sealing, p99', atMost: 3_000, value: percentile(lags, 99), unit: ' ms' },
  ];
}

await runBar({ rounds: 3, seconds: 5 }, measure);
