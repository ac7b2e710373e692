// Reads from an engine's own history when instances ended whose timers were due at the date in their business key.
import { createDatabase, sql } from '../../apps/server/src/kernel/database/database.ts';
import type { Teardown } from '../teardown.ts';
import type { Hands } from './subject.ts';

interface HistoryTable {
  readonly table: string;
  readonly definition: string;
  readonly businessKey: string;
  /** Is an expression of the type timestamptz. */
  readonly ended: string;
}

/** The peers write the time of their machine's zone. */
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export const keelsonHistory: HistoryTable = {
  table: 'bpm_hi_instance',
  definition: 'definition_id',
  businessKey: 'business_key',
  ended: 'ended_at',
};
export const peerHistory: HistoryTable = {
  table: 'act_hi_procinst',
  definition: 'proc_def_id_',
  businessKey: 'business_key_',
  ended: `end_time_ AT TIME ZONE '${ZONE}'`,
};

export function createEndsReader(
  url: string,
  { table, definition, businessKey, ended }: HistoryTable,
  teardown: Teardown,
): Hands['endsOf'] {
  const database = createDatabase({ settings: { url }, connectionsMax: 1 });
  teardown.add(() => database.close());
  const read = sql(
    'bench_ends',
    `SELECT (extract(epoch FROM ${businessKey}::timestamptz) * 1000)::float8 AS due,
       (extract(epoch FROM ${ended}) * 1000)::float8 AS ended
     FROM ${table} WHERE ${definition} LIKE $1 AND ${businessKey} >= $2 AND ${ended} IS NOT NULL`,
  );
  return (workload, from) => database.rows<{ due: number; ended: number }>(read, [`${workload}:%`, from]);
}
