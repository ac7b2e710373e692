// Measures W4 beside a million live instances and ten million rows of history, and beside a tenth of that: rates of an empty database in the same run.
import { createDatabase, type Database, sql } from '../../apps/server/src/kernel/database/database.ts';
import { type BarRun, type Figure, numberText, runBar } from '../bars/bar.ts';
import { type CopiedTable, type Copies, copyRows } from '../bars/copied-rows.ts';
import { median, medianRatio } from '../bars/statistics.ts';
import { startKeelson } from '../subjects/keelson.ts';
import type { Subject } from '../subjects/subject.ts';
import { drive, requireWrk } from '../wrk.ts';

/** BENCH_INSTANCES says fewer, for a look on a slow machine; its figures prove nothing about a bar. */
const MOST = Number(process.env.BENCH_INSTANCES ?? 1_000_000);
const SIZES = [0, MOST / 10, MOST];
/** A live instance has two rows of history, an ended one four: together ten for each live one. */
const ENDED_OF_LIVE = 2;
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 8;
const FILL_TIMEOUT_MS = 600_000;
const LIVE_KEY = 'bench-live';

const idsOf = sql(
  'bench_originals',
  `SELECT (SELECT id FROM bpm_instance WHERE business_key = '${LIVE_KEY}') AS live,
     (SELECT id FROM bpm_hi_instance WHERE definition_id LIKE 'w4:%' AND ended_at IS NOT NULL LIMIT 1) AS ended,
     (SELECT count(*)::int FROM bpm_hi_instance WHERE business_key = '${LIVE_KEY}') AS projected`,
);

/** Each copy has an id of its own moment, a millisecond before that of the copy before it. */
function copiesOf(id: string, kind: string, count: number): Copies {
  return {
    count,
    of: (from, to) => `SELECT n, id AS original, n * interval '1 millisecond' AS earlier,
        (lpad(to_hex((extract(epoch FROM started_at) * 1000)::bigint - n), 12, '0') || '7' || substr(md5('${kind}' || n), 1, 3)
          || '8' || substr(md5('${kind}' || n), 4, 15))::uuid AS id
      FROM bpm_hi_instance, generate_series(${from}, ${to}) n WHERE id = '${id}'`,
  };
}

const byId = (name: string, own: CopiedTable['own']): CopiedTable => ({ name, by: 'id', own: { id: 'c.id', ...own } });
const byInstance = (name: string, own: CopiedTable['own']): CopiedTable => ({
  name,
  by: 'instance_id',
  own: { instance_id: 'c.id', ...own },
});
const started = { started_at: 'o.started_at - c.earlier' };
// It keeps the transaction of the original, so that the projector has nothing to do with it.
const EVENTS = byInstance('bpm_history_event', { at: 'o.at - c.earlier', ended_at: 'o.ended_at - c.earlier' });
const LIVE = [
  byId('bpm_instance', { ...started, business_key: "'live-' || c.n" }),
  byInstance('bpm_task', { created_at: 'o.created_at - c.earlier', business_key: "'live-' || c.n" }),
  byId('bpm_hi_instance', { ...started, business_key: "'live-' || c.n" }),
  EVENTS,
];
const ENDED = [
  byId('bpm_hi_instance', { ...started, ended_at: 'o.ended_at - c.earlier' }),
  byInstance('bpm_hi_task', { created_at: 'o.created_at - c.earlier', ended_at: 'o.ended_at - c.earlier' }),
  EVENTS,
];

async function originals(
  database: Database,
  subject: Subject,
): Promise<{ readonly live: string; readonly ended: string }> {
  await subject.hands?.start('w4', { businessKey: LIVE_KEY });
  for (;;) {
    // It waits for the history, by which the copies' originals are whole.
    await subject.countCompleted('w4');
    const [row] = await database.rows<{ live: string; ended: string; projected: number }>(idsOf);
    if (row !== undefined && row.projected > 0) return row;
  }
}

async function startFilled(live: number, run: BarRun): Promise<Subject> {
  const { postgres, teardown, print } = run;
  const own = await postgres.createSubjectDatabase(`keelson_${live}`);
  const subject = await startKeelson({ ...run, postgres: { ...postgres, createSubjectDatabase: async () => own } });
  await rateOf(subject, { ...run, seconds: WARM_UP_SECONDS });
  if (live === 0) return subject;
  const database = createDatabase({
    settings: { url: own.url },
    connectionsMax: 1,
    statementTimeoutMs: FILL_TIMEOUT_MS,
  });
  teardown.add(() => database.close());
  const ids = await originals(database, subject);
  for (const table of LIVE) await copyRows(database, table, copiesOf(ids.live, 'live', live));
  for (const table of ENDED) await copyRows(database, table, copiesOf(ids.ended, 'ended', ENDED_OF_LIVE * live));
  print(`${live} instances live, ${ENDED_OF_LIVE * live} have ended`);
  return subject;
}

async function rateOf(subject: Subject, { seconds, teardown }: BarRun): Promise<number> {
  const way = subject.drive('w4');
  if (way === null) throw new Error('w4 is not driven.');
  const { completed, failed, firstFailure, ...took } = await drive(
    way,
    { connections: CONNECTIONS, seconds },
    teardown,
  );
  if (failed > 0) throw new Error(`${failed} answers failed: ${firstFailure}`);
  // What is still to be written of the history is no part of the next one's turn.
  await subject.countCompleted('w4');
  return completed / took.seconds;
}

async function measure(run: BarRun): Promise<readonly Figure[]> {
  await requireWrk();
  const subjects: Subject[] = [];
  for (const live of SIZES) subjects.push(await startFilled(live, run));
  const rates: number[][] = SIZES.map(() => []);
  for (let round = 0; round < run.rounds; round += 1) {
    for (let turn = 0; turn < subjects.length; turn += 1) {
      const at = (round + turn) % subjects.length;
      rates[at]!.push(await rateOf(subjects[at]!, run));
    }
    run.print(`round ${round + 1}: ${rates.map((each) => numberText(each.at(-1)!)).join(', ')} instances/s`);
  }
  const [empty = [], ...filled] = rates;
  return filled.map((each, at) => {
    const live = SIZES[at + 1]!;
    return {
      bar: 'engine W14',
      what: `W4 beside ${live} live instances and ${live * (2 + 4 * ENDED_OF_LIVE)} rows of history, of the empty database`,
      unit: '%',
      atLeast: 80,
      value: 100 * medianRatio(each, empty),
      reference: `${numberText(median(each))} and ${numberText(median(empty))} instances/s at ${CONNECTIONS}`,
    };
  });
}

await runBar({ rounds: 8, seconds: 3 }, measure);
