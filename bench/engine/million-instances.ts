// Fills one tenant with ended instances by the million and running ones with their tasks, copied in SQL from one that was started.
import { type Database, sql } from '../../apps/server/src/kernel/database/database.ts';

/** There are a million, unless BENCH_INSTANCES says fewer, for a look on a slow machine; its figures prove nothing about a bar. */
export const ENDED = Number(process.env.BENCH_INSTANCES ?? 1_000_000);
export const RUNNING = ENDED / 10;
/** One statement writes this many; a million at once would keep all of its index changes in one transaction. */
const CHUNK_ROWS = 100_000;
/** One ended instance in so many has failed. */
const FAILED_OF = 5_000;
/** One instance in so many is of the last of the definitions. */
const RARE_OF = 10_000;

/** Answers the SQL of the id that an instance has which began then; `at` and `i` are SQL, and `i` differs from row to row. */
export const instanceIdSql = (
  at: string,
  i: string,
) => `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' ||
  substr(md5((${i})::text), 1, 3) || '8' || substr(md5((${i})::text), 4, 15))::uuid`;

/** They began over the last thirty days, and lasted for up to an hour. */
function endedSql(from: number, to: number): string {
  return `
    INSERT INTO bpm_hi_instance (id, started_at, ended_at, revision, end_state, end_element_ids, tenant_identifier, definition_id,
      start_user_id, start_element_id, business_key, name)
    SELECT ${instanceIdSql('at', 'i')}, at, at + interval '1 hour' * ((i * 7919) % 1000) / 1000.0, 2,
      CASE WHEN i % ${FAILED_OF} = 0 THEN 'ERROR' ELSE 'COMPLETED' END, '["end"]', 'default',
      CASE WHEN i % ${RARE_OF} = 0 THEN ids[cardinality(ids)] ELSE ids[1 + i % (cardinality(ids) - 1)] END,
      'user' || i % 1000, 'start', 'order-' || i, 'Order ' || i % 5000
    FROM (SELECT i, now() - interval '30 days' + i * (interval '30 days' / ${ENDED}) AS at FROM generate_series(${from}::bigint, ${to}) i) s,
      (SELECT array_agg(id ORDER BY key) AS ids FROM bpm_definition) d`;
}

function runningSql(seed: string): string {
  return `
    CREATE TEMPORARY TABLE made AS SELECT i, ${instanceIdSql('at', 'i + 900000000')} AS id, at
    FROM (SELECT i, now() - interval '2 days' + i * (interval '2 days' / ${RUNNING}) AS at FROM generate_series(1::bigint, ${RUNNING}) i) s;
    INSERT INTO bpm_instance (id, revision, started_at, tenant_identifier, definition_id, start_user_id, business_key, name, state)
    SELECT m.id, 1, m.at, s.tenant_identifier, s.definition_id, 'user' || m.i % 1000, 'open-' || m.i, s.name, s.state
    FROM bpm_instance s, made m WHERE s.id = '${seed}';
    INSERT INTO bpm_hi_instance (id, started_at, revision, tenant_identifier, definition_id, start_user_id, business_key)
    SELECT id, started_at, 1, tenant_identifier, definition_id, start_user_id, business_key FROM bpm_instance WHERE id <> '${seed}';
    INSERT INTO bpm_task (instance_id, number, token, version, priority, created_at, linked, tenant_identifier, definition_id, element_id)
    SELECT m.id, t.number, t.token, 1, m.i % 100, m.at, false, t.tenant_identifier, t.definition_id, t.element_id
    FROM bpm_task t, made m WHERE t.instance_id = '${seed}';
    DROP TABLE made`;
}

const deployed = sql('bench_definitions', 'SELECT count(*)::int AS count FROM bpm_definition');

/** The instance runs and stands at a user task; all definitions of the database are used, two at least. */
export async function fillInstances(database: Database, seed: string, print: (line: string) => void): Promise<void> {
  const [row] = await database.rows<{ count: number }>(deployed);
  if ((row?.count ?? 0) < 2) throw new Error('deploy two definitions at least');
  await database.withConnection(async ({ script }) => {
    for (let from = 1; from <= ENDED; from += CHUNK_ROWS) {
      await script(endedSql(from, Math.min(ENDED, from + CHUNK_ROWS - 1)));
    }
    await script(runningSql(seed));
    print(`${ENDED} instances have ended and ${RUNNING} run`);
    for (const table of ['bpm_hi_instance', 'bpm_instance', 'bpm_task', 'bpm_hi_total'])
      await script(`VACUUM ANALYZE ${table}`);
  });
}
