// Moves the records of a spool to the store, in order; those that can never be stored become dead letters.
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Bury } from '../dead-letters/feature.ts';
import type { LogEvent, StoreOutcome } from '../record/event.types.ts';
import { isPassing } from '../record/passing-error.ts';
import { fromRecord, toNamedRecord } from '../record/spool-record.ts';
import type { AdoptedSpool } from '../spool/spool.ts';
import type { SpoolRecord } from '../spool/spool.types.ts';

/** Records that are read at once, and released once all of them are stored. */
const WINDOW = { maxRecords: 4_000, maxBytes: 4 * 1024 * 1024 };
const GROUP_RECORDS = 500;
/** Connections that store events: while one group is on its way, the next one is prepared. */
const GROUPS_AT_ONCE = 2;
/** Pause before the database is tried again while it is away. */
const AWAY_MS = 500;
export interface DrainParts {
  readonly store: (event: LogEvent, bytes: number) => Promise<StoreOutcome>;
  readonly bury: Bury;
  /** Called with the number of released records of a source. */
  readonly onReleased: (source: object, records: number) => void;
  readonly isStopping: () => boolean;
}

/** Drains a spool until nothing is left, or it is stopped: the next start finds the rest. */
export async function drainSpool(source: Pick<AdoptedSpool, 'read' | 'release'>, parts: DrainParts): Promise<void> {
  while (!parts.isStopping()) {
    const records = await source.read(WINDOW);
    const last = records.at(-1);
    if (last === undefined) return;
    if (!(await storeAll(records, parts))) return;
    await source.release(last.position);
    parts.onReleased(source, records.length);
  }
}

/** Stores records; false where it was stopped before all of them were stored or dead letters. */
async function storeAll(records: readonly SpoolRecord[], parts: DrainParts): Promise<boolean> {
  let next = 0;
  const work = async (): Promise<boolean> => {
    while (next < records.length) {
      const group = records.slice(next, next + GROUP_RECORDS);
      next += group.length;
      if (!(await storeGroup(group, parts))) return false;
    }
    return true;
  };
  const first = work();
  // In the same turn it would join the first group.
  await nextTurn();
  const others = Array.from({ length: GROUPS_AT_ONCE - 1 }, work);
  return (await Promise.all([first, ...others])).every(Boolean);
}

/** Repeats a group until each record is stored or a dead letter; false where it was stopped before. */
async function storeGroup(records: readonly SpoolRecord[], parts: DrainParts): Promise<boolean> {
  let open = records;
  while (open.length > 0) {
    const results = await Promise.all(open.map((record) => storeOne(record, parts)));
    open = open.filter((_record, index) => results[index] === 'later');
    if (open.length === 0) return true;
    if (parts.isStopping()) return false;
    await sleep(AWAY_MS);
  }
  return true;
}

async function storeOne({ bytes }: SpoolRecord, { store, bury }: DrainParts): Promise<'done' | 'later'> {
  let event: LogEvent | null = null;
  const giveUp = (reason: string): Promise<void> =>
    bury(event === null ? bytes : Buffer.from(toNamedRecord(event)), reason, event);
  try {
    event = fromRecord(bytes);
    const outcome = await store(event, bytes.length);
    if (outcome === 'conflict') await giveUp('LOG_EVENT_UUID_CONFLICT');
    return 'done';
  } catch (error) {
    if (isPassing(error)) return 'later';
    const reason = error instanceof Error ? error.message : String(error);
    return giveUp(reason).then(
      () => 'done',
      () => 'later',
    );
  }
}
