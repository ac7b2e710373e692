// Brings what lies in a spool to the store, in its order; what can never be stored goes to the dead letters.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Bury } from '../dead-letters/feature.ts';
import type { LogEvent, StoreOutcome } from '../record/event.types.ts';
import { isPassing } from '../record/passing-error.ts';
import { fromRecord } from '../record/spool-record.ts';
import type { AdoptedSpool } from '../spool/spool.ts';
import type { SpoolRecord } from '../spool/spool.types.ts';

const BATCH = { maxRecords: 500, maxBytes: 2 * 1024 * 1024 };
/** While the database is away it is asked again after this. */
const AWAY_MS = 500;
export interface DrainParts {
  readonly store: (event: LogEvent, bytes: number) => Promise<StoreOutcome>;
  readonly bury: Bury;
  /** Hears how many records of a source are stored or buried and left it. */
  readonly onReleased: (source: object, records: number) => void;
  readonly isStopping: () => boolean;
}

/** Ends when nothing is left, or when it is stopped: what is left then is found by the next start. */
export async function drainSpool(source: Pick<AdoptedSpool, 'read' | 'release'>, parts: DrainParts): Promise<void> {
  while (!parts.isStopping()) {
    const records = await source.read(BATCH);
    const last = records.at(-1);
    if (last === undefined) return;
    if (!(await storeAll(records, parts))) return;
    await source.release(last.position);
    parts.onReleased(source, records.length);
  }
}

/** Stores them again and again until each is stored or buried; false where it was stopped before. */
async function storeAll(records: readonly SpoolRecord[], parts: DrainParts): Promise<boolean> {
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
  try {
    event = fromRecord(bytes);
    const outcome = await store(event, bytes.length);
    if (outcome === 'conflict') await bury(bytes, 'LOG_EVENT_UUID_CONFLICT', event);
    return 'done';
  } catch (error) {
    if (isPassing(error)) return 'later';
    const reason = error instanceof Error ? error.message : String(error);
    return bury(bytes, reason, event).then(
      () => 'done',
      () => 'later',
    );
  }
}
