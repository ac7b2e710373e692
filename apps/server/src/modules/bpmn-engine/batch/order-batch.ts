// Orders a batch in the transaction of whoever wants it: what is found then is in it, and it begins after the commit.
import { batchItemsMax } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { bpmnEngineEvents } from '../bpmn-engine.events.ts';
import type { BatchStore } from './batch.store.ts';
import type { BatchArguments, BatchType, ItemRef } from './batch.types.ts';
import type { BatchItemsStore, Selected } from './batch-items.store.ts';

/** Items of a batch: these, or what is found. */
export type BatchItems = { readonly refs: readonly ItemRef[] } | { readonly selected: Selected };

export interface BatchOrder {
  readonly type: BatchType;
  readonly arguments: BatchArguments;
  readonly items: BatchItems;
}

/** Types that end what an instance has called, too. */
const WITH_CALLED: readonly BatchType[] = ['DELETE', 'DELETE_HISTORY'];

export function createOrderBatch({
  clock,
  ids,
  events,
  store,
  items: itemStore,
  wake,
}: Pick<Kernel, 'clock' | 'ids' | 'events'> & {
  readonly store: BatchStore;
  readonly items: BatchItemsStore;
  /** Announces that the tenant has something to do. */
  readonly wake: (tenantIdentifier: string) => void;
}) {
  /**
   * Orders a batch and answers its id. The actor's right to do it is the caller's to check; what is done with each stands in the history
   * in the actor's name. Fails with 422 `RESULT_TOO_LARGE`.
   */
  return async function orderBatch(tx: Transaction, actor: Actor, order: BatchOrder): Promise<string> {
    const id = ids.uuidV7();
    const { type, items } = order;
    const { tenantIdentifier, username } = actor;
    const at = new Date(clock.now());
    const span =
      'refs' in items
        ? await itemStore.saveItems(tx, id, items.refs)
        : await itemStore.selectItems(tx, id, items.selected, batchItemsMax + 1);
    if (span > batchItemsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: batchItemsMax } });
    const total = WITH_CALLED.includes(type) ? span - (await itemStore.dropCalled(tx, id)) : span;
    const batch = { id, tenantIdentifier, type, arguments: order.arguments, createdBy: username, at };
    await store.save(tx, batch, total);
    if (total > 0) await itemStore.saveParts(tx, { id, tenantIdentifier, runBy: username, at }, span, total);
    await events.record(tx, bpmnEngineEvents.batchOrdered, actor, id, { type, total });
    tx.afterCommit(() => wake(tenantIdentifier));
    return id;
  };
}

export type OrderBatch = ReturnType<typeof createOrderBatch>;
