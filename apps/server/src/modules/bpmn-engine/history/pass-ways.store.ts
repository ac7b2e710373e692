// Has what a pass of the projector asks found by key alone, and lets others ask in their own way.
import { sql, type Transaction } from '../../../kernel/database/database.ts';

// Tables grow faster than the planner's statistics of them: rows are found by key and read in the order of the index, however
// many wait.
const WAYS = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin', 'enable_sort'] as const;

const READ = sql('bpm_pass_ways', `SELECT ${WAYS.map((way) => `current_setting('${way}') AS ${way}`).join(', ')}`);
const NARROW = sql('bpm_pass_narrow', `SELECT ${WAYS.map((way) => `set_config('${way}', 'off', true)`).join(', ')}`);
const WIDEN = sql(
  'bpm_pass_widen',
  `SELECT ${WAYS.map((way, index) => `set_config('${way}', $${index + 1}, true)`).join(', ')}`,
);

/** Settings of the planner until the end of the transaction; each is a statement only where it changes anything. */
export interface PassWays {
  /** Sets the planner for the projector's own statements. */
  narrow(): Promise<void>;
  /** Sets the planner for the statements of the delivery of events. */
  widen(): Promise<void>;
}

export async function createPassWays(tx: Transaction): Promise<PassWays> {
  const [found] = await tx.rows<Record<string, string>>(READ);
  const before = WAYS.map((way) => found?.[way]);
  let isNarrow = false;
  return {
    async narrow() {
      if (!isNarrow) await tx.execute(NARROW);
      isNarrow = true;
    },
    async widen() {
      if (isNarrow) await tx.execute(WIDEN, before);
      isNarrow = false;
    },
  };
}
