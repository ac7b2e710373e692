// Measures the logger's B1, B4 and B9: batches of events, and events that modules record, beside bare inserts of the same rows.
import { createDatabase, type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { createIds } from '../../apps/server/src/kernel/database/ids.ts';
import { defineEvents } from '../../apps/server/src/kernel/records/event-definition.ts';
import { createEventRecorder } from '../../apps/server/src/kernel/records/events.ts';
import { createMasking } from '../../apps/server/src/modules/logger-producer/masking/feature.ts';
import { createRecordedEvents } from '../../apps/server/src/modules/logger-producer/recorded/feature.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { type Drive, drive } from '../wrk.ts';

const BATCH = 500;
const SMALL_BATCH = 100;
const BATCH_CONNECTIONS = 4;
const INSERT_CONNECTIONS = 2;
const TRANSACTIONS = 32;
const MESSAGE = 'The order was paid and the parcel is on its way to the customer.';
const EVENT = { eventName: 'bench.paid', message: MESSAGE, service: 'bench', attributeMap: { order: { no: 7 } } };
const TOKENS = 'bench customer is its of on order order.no=7 paid parcel the to was way'.replaceAll(' ', '\u001f');

const bareInsert = sql(
  'bench_bare_events',
  `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
     event_type, message, service, username, username_folded, attribute_map, truncated, content_hash, search_vector)
   SELECT gen_random_uuid(), 'default', now(), now(), 'STANDARD', 9, 'INFO', 'bench.paid', 'bench.paid', 'APPLICATION', m, 'bench', 'admin',
     'admin', '{"order": {"no": 7}}', false, decode(md5(m), 'hex'), array_to_tsvector(string_to_array($2, U&'\\001F'))
   FROM unnest($1::text[]) m`,
);
const plainRow = sql(
  'bench_plain_row',
  'INSERT INTO bench_record (id, at, actor, subject, detail) VALUES (gen_random_uuid(), now(), $1, $2, $3)',
);
const kind = defineEvents({
  happened: { name: 'bench.happened', type: 'AUDIT', description: { en: 'It happened.', tr: 'Oldu.' } },
}).happened;
const actor = { username: 'admin', tenantIdentifier: 'default', ipAddress: '127.0.0.1', requestId: 'bench' };

/** Answers how often the work was done a second by so many who do it one after the other. */
async function rateOf(workers: number, seconds: number, work: () => Promise<unknown>): Promise<number> {
  const endsAt = performance.now() + seconds * 1_000;
  let count = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      await work();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: workers }, worker));
  return count / seconds;
}

function recorderOf(database: Database) {
  const clock = { now: () => Date.now() };
  const recorder = createEventRecorder({
    clock,
    ids: createIds(clock),
    groupCommit: { defineWriter: (definition) => ({ definition, index: 0 }) },
    log: { write() {} },
    count() {},
  });
  // The server of the run has made the partitions of today.
  const mask = createMasking({ metrics: { counter: () => ({ inc() {} }) } as never }, () => '');
  recorder.attach(createRecordedEvents(database, { makeRoom: () => null, mask, fullText: () => 'ALL' }));
  return recorder;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, seconds, print, teardown } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  const admin = await signIn(origin, 'admin', deployment.adminPassword);
  const unlimited = { code: 'logger.rate.events', scope: 'GLOBAL', value: 0 };
  await call(origin, '/settings/value', { token: admin, method: 'PUT', body: unlimited });
  const database = createDatabase({ settings: { url: deployment.databaseUrl }, connectionsMax: TRANSACTIONS });
  teardown.add(() => database.close());
  await database.withConnection((connection) =>
    connection.script(
      'CREATE TABLE bench_record (id uuid PRIMARY KEY, at timestamptz, actor text, subject text, detail jsonb)',
    ),
  );
  const recorder = recorderOf(database);
  const header = `Authorization: Bearer ${admin}`;
  const post = (path: string, body: unknown): Drive => ({
    origin,
    script: 'post',
    args: [path, JSON.stringify(body), header],
  });
  const sync = post('/event/batch/sync', Array(BATCH).fill(EVENT));
  const queued = post('/event/batch/async', Array(SMALL_BATCH).fill(EVENT));
  const none = post('/cache/value/list', { keyList: Array(600).fill(`bench.${'x'.repeat(18)}`) });
  const driven = async (which: Drive, connections: number): Promise<number> => {
    const result = await drive(which, { connections, seconds }, teardown);
    if (result.failed + result.socketErrors > 0) throw new Error(`${result.failed} failed ${result.firstFailure}`);
    return result.completed / result.seconds;
  };
  const messages = Array(BATCH).fill(MESSAGE);
  const detail = { amount: 7, reason: 'bench' };
  const works = {
    batches: async () => BATCH * (await driven(sync, BATCH_CONNECTIONS)),
    inserts: async () =>
      BATCH * (await rateOf(INSERT_CONNECTIONS, seconds, () => database.execute(bareInsert, [messages, TOKENS]))),
    queued: () => driven(queued, BATCH_CONNECTIONS),
    none: () => driven(none, BATCH_CONNECTIONS),
    records: () =>
      rateOf(TRANSACTIONS, seconds, () =>
        database.transaction((tx) => recorder.record(tx, kind, actor, 'bench subject', detail)),
      ),
    rows: () =>
      rateOf(TRANSACTIONS, seconds, () =>
        database.transaction(async (tx) => {
          await tx.execute(plainRow, ['admin', 'bench subject', JSON.stringify({ requestId: 'bench', ...detail })]);
        }),
      ),
  };
  const names = Object.keys(works) as (keyof typeof works)[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<keyof typeof works, number[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const rate = await works[name]();
      // The first pass warms up.
      if (round > 0) rates[name].push(rate);
    }
    print(`round ${round}: ${names.map((name) => `${name} ${numberText(rates[name].at(-1) ?? 0)}/s`).join(', ')}`);
  }
  const of = (which: keyof typeof works, reference: keyof typeof works) => ({
    value: 100 * medianRatio(rates[which], rates[reference]),
    unit: '%',
    reference: `${numberText(median(rates[which]))}/s of ${numberText(median(rates[reference]))}/s`,
  });
  return [
    { bar: 'logger B1', what: 'events in batches of 500, of bare inserts', atLeast: 60, ...of('batches', 'inserts') },
    {
      bar: 'logger B4',
      what: 'batches of 100 queued, of requests that store nothing',
      atLeast: 40,
      ...of('queued', 'none'),
    },
    {
      bar: 'logger B9',
      what: 'transactions with an event, of those with a row',
      atLeast: 80,
      ...of('records', 'rows'),
    },
  ];
}

await runBar({ rounds: 3, seconds: 4 }, measure);
