// Measures the logger's B8: pages, rare words and histograms among ten million events of ten days.
import { DAY_MS } from '@keelson/time-zone/units';
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { ensurePartitions } from '../../apps/server/src/kernel/schema/partitions.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { call, signIn } from '../bars/calls.ts';
import { createDeployment } from '../bars/keelson.ts';
import { medianRatio, percentile } from '../bars/statistics.ts';

const DAYS = 10;
const EVENTS_A_DAY = 1_000_000;
const PEOPLE = 1_000;
const RARE_WORDS = 50;
const HOUR_SECONDS = 3_600;
const TABLE = { table: 'log_event_standard', keyType: 'timestamptz', unit: 'day' } as const;

const findIndexes = sql(
  'bench_event_indexes',
  `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
   WHERE indrelid = 'log_event'::regclass AND NOT indisunique`,
);
const fillDay = sql(
  'bench_fill_day',
  `INSERT INTO log_event (uuid, tenant_identifier, event_time, observed_time, retention_class, severity_number, level, event_name, key,
     event_type, message, service, username, username_folded, entity_uuid, attribute_map, truncated, content_hash, search_vector)
   SELECT gen_random_uuid(), 'default', t.at, t.at, 'STANDARD', 9, CASE n % 10 WHEN 0 THEN 'WARN' ELSE 'INFO' END, 'bench.paid', 'bench.paid',
     'APPLICATION', 'The order was paid and the parcel is on its way to the customer.', 'bench', u.name, u.name, 'order-' || n % 100000,
     jsonb_build_object('no', n), false, '\\x00',
     array_to_tsvector(ARRAY['bench', 'customer', 'order', 'paid', 'parcel', 'no=' || n] ||
       CASE WHEN n % 100000 < ${RARE_WORDS} THEN ARRAY['rare' || n % 100000] ELSE '{}' END)
   FROM generate_series(1, ${EVENTS_A_DAY}) n, LATERAL (SELECT 'user-' || n % ${PEOPLE} AS name) u,
     LATERAL (SELECT $1::timestamptz - n * interval '86.4 ms' AS at) t`,
);
/** Is what somebody would write by hand, over the same time and index. */
const histogramByHand = sql(
  'bench_histogram',
  `SELECT date_bin('1 hour', event_time, 'epoch') AS bucket, level, count(*)::int AS count FROM log_event
   WHERE tenant_identifier = 'default' AND event_time >= $1 AND event_time < $2 AND event_type = ANY ($3) GROUP BY 1, 2`,
);

/** Indexes are made when all rows are there, which takes a tenth of the time. */
async function fill(database: Database, now: number, print: (line: string) => void): Promise<void> {
  const indexes = await database.rows<{ name: string; definition: string }>(findIndexes);
  for (const [place, { name }] of indexes.entries())
    await database.execute(sql(`bench_drop_${place}`, `DROP INDEX ${name}`));
  for (let day = 0; day < DAYS; day += 1) {
    const until = now - day * DAY_MS;
    await ensurePartitions(database, TABLE, until - DAY_MS, until);
    await database.execute(fillDay, [new Date(until)]);
    print(`${numberText((day + 1) * EVENTS_A_DAY)} events`);
  }
  for (const [place, { name, definition }] of indexes.entries()) {
    await database.execute(sql(`bench_create_${place}`, definition.replace(' ON ONLY ', ' ON ')));
    print(`index ${name}`);
  }
  await database.execute(sql('bench_analyze', 'ANALYZE log_event'));
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  const { rounds, print } = run;
  const deployment = await createDeployment(run.postgres, run);
  const { origin } = await deployment.startProcess();
  const token = await signIn(origin, 'admin', deployment.adminPassword);
  const now = Date.now();
  await fill(deployment.database, now, print);
  // Looks at the audit would be recorded, which is another bar.
  const recent = { eventTypeList: ['APPLICATION'], eventTimeFrom: new Date(now - DAY_MS).toISOString() };
  const page = (query: object) =>
    call<{ totalElements: number }>(origin, '/event/page', { token, body: { ...recent, ...query } });
  const [pages, words, histograms, byHand]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let round = -1; round < rounds; round += 1) {
    const filtered = await timed(async () => {
      const { totalElements } = await page({ username: `user-${Math.abs(round * 37) % PEOPLE}` });
      if (Math.abs(totalElements - EVENTS_A_DAY / PEOPLE) > 1) throw new Error(`${totalElements} events of a user`);
    });
    const eventTimeFrom = new Date(now - DAYS * DAY_MS + DAY_MS).toISOString();
    const rare = await timed(() => page({ searchText: `rare${Math.abs(round) % RARE_WORDS}`, eventTimeFrom }));
    const body = { query: { ...recent, eventTimeTo: new Date(now).toISOString() }, intervalSeconds: HOUR_SECONDS };
    const histogram = await timed(() => call(origin, '/event/histogram', { token, body }));
    const values = [new Date(now - DAY_MS), new Date(now), recent.eventTypeList];
    const hand = await timed(() => deployment.database.rows(histogramByHand, values));
    if (round < 0) continue;
    pages.push(filtered);
    words.push(rare);
    histograms.push(histogram);
    byHand.push(hand);
    print(
      `page ${numberText(filtered)}, word ${numberText(rare)}, histogram ${numberText(histogram)} of ${numberText(hand)} ms`,
    );
  }
  return [
    {
      bar: 'logger B8',
      what: 'first page of a user in 24 h with its total, p95',
      atMost: 300,
      value: percentile(pages, 95),
      unit: 'ms',
    },
    {
      bar: 'logger B8',
      what: 'page of a rare word among nine days, p95',
      atMost: 100,
      value: percentile(words, 95),
      unit: 'ms',
    },
    {
      bar: 'logger B8',
      what: 'histogram of 24 h, of the same by hand',
      atMost: 1.5,
      value: medianRatio(histograms, byHand),
      unit: 'times',
      reference: `${numberText(percentile(histograms, 50))} ms of ${numberText(percentile(byHand, 50))} ms`,
    },
  ];
}

await runBar({ rounds: 20, seconds: 1 }, measure);
