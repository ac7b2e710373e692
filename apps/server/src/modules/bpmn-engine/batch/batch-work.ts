// Works batches off: some items of a part, then the part is given back, so that whoever waits has a turn and any process goes on.
import type { Kernel } from '../../../kernel/module.ts';
import type { BatchStore } from './batch.store.ts';
import type { BatchItem, BatchPart, BatchRow } from './batch.types.ts';
import { ITEMS_AT_ONCE } from './batch-items.store.ts';
import type { TryItems } from './batch-items.ts';
import { type BatchPartStore, PART_COLUMNS, PART_READY, type Tried } from './batch-part.store.ts';
import type { BatchRows } from './batch-rows.ts';

/** Parts of one tenant at work in one process at once, each with some commands under way. */
const SLOTS = 2;

export function createBatchWork(
  { clock, database, leases }: Pick<Kernel, 'clock' | 'database' | 'leases'>,
  {
    store,
    parts,
    rows,
    tryItems,
  }: {
    readonly store: BatchStore;
    readonly parts: BatchPartStore;
    readonly rows: BatchRows;
    readonly tryItems: TryItems;
  },
) {
  /** Notes the outcome of the items, and gives the part back or ends it; nothing of that where another process has it now. */
  async function finish(
    part: BatchPart & { readonly leaseToken: string },
    items: readonly BatchItem[],
    tried: Tried | { readonly batch: BatchRow },
  ): Promise<void> {
    const at = new Date(clock.now());
    const reached = items.at(-1)?.number ?? part.last;
    await database.transaction(async (tx) => {
      const goesOn = (await parts.lockRunning(tx, part.batch_id)) && items.length === ITEMS_AT_ONCE;
      const isOurs = goesOn ? await parts.goOn(tx, part, reached, at) : await parts.end(tx, part);
      if (!isOurs) return;
      const noted = 'batch' in tried ? await rows.tryIn(tx, tried.batch, part.run_by, items) : tried;
      await parts.note(tx, part.batch_id, noted);
      if (!goesOn) await parts.complete(tx, part.batch_id, at);
    });
  }

  async function work(row: BatchPart, leaseToken: string): Promise<void> {
    const part = { ...row, leaseToken };
    const batch = await store.find(row.batch_id);
    const isRunning = batch?.state === 'RUNNING';
    const items = isRunning ? await parts.open(row) : [];
    if (!isRunning || items.length === 0) await finish(part, items, { done: [], failures: [] });
    else if (rows.isRows(batch)) {
      await rows.prepare(batch);
      await finish(part, items, { batch });
    } else await finish(part, items, await tryItems(batch, row.run_by, items));
    // This process has its places taken by the parts of the tenant, and notifies the others of what it gave back.
    leased.wakeAt(clock.now(), row.tenant_identifier);
  }

  const leased = leases.define<BatchPart>({
    name: 'bpm_batch_part',
    key: ['batch_id', 'number'],
    columns: PART_COLUMNS,
    ready: PART_READY,
    priority: '-j.attempts',
    slots: SLOTS,
    work: (row, { leaseToken }) => work(row, leaseToken),
  });
  return leased;
}
