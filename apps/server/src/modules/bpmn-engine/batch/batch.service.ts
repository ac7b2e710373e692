// Orders batches for people, stops them, and tries again what failed.
import { batchItemsMax, type SvcBpmnBatchModel, type SvcBpmnCreateBatchModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../bpmn-engine.events.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { FindMigration } from '../instance/feature.ts';
import { isUuid } from '../interface/part-id.ts';
import type { BatchStore } from './batch.store.ts';
import type { BatchRow, BatchType } from './batch.types.ts';
import type { BatchItemsStore } from './batch-items.store.ts';
import type { BatchPagesService } from './batch-pages.service.ts';
import { type Finding, itemsOf, requireAuthority } from './items-meant.ts';
import type { BatchItems, OrderBatch } from './order-batch.ts';

interface BatchGround extends Pick<Kernel, 'clock' | 'database'> {
  readonly store: BatchStore;
  readonly items: BatchItemsStore;
  readonly pages: Pick<BatchPagesService, 'get'>;
  readonly order: OrderBatch;
  readonly finding: Finding;
  readonly findMigration: FindMigration;
  readonly history: Pick<HistoryApi, 'catchUp'>;
  readonly wake: (tenantIdentifier: string) => void;
}

export function createBatchService(ground: BatchGround) {
  const { clock, database, store, pages, order, finding, findMigration, history } = ground;

  async function tried({ caller }: Act, type: BatchType, meant: BatchItems): Promise<SvcBpmnBatchModel> {
    const total = 'refs' in meant ? meant.refs.length : await ground.items.count(meant.selected, batchItemsMax + 1);
    if (total > batchItemsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: batchItemsMax } });
    const createTime = new Date(clock.now()).toISOString();
    const nothing = { id: null, state: null, done: 0, failed: 0, endTime: null };
    return { ...nothing, type, total, createdBy: caller.username, createTime };
  }

  return {
    async create(act: Act, body: SvcBpmnCreateBatchModel): Promise<SvcBpmnBatchModel> {
      const { caller } = act;
      const { type } = body;
      requireAuthority(caller, type);
      const items = await itemsOf(finding, caller, body);
      const given = body.arguments ?? {};
      if (type === 'MIGRATE') {
        await findMigration(caller, { ...given, targetDefinitionId: given.targetDefinitionId ?? '' });
      }
      return act.once(async (claim) => {
        // What has just ended is found by its row, which the projector makes.
        if (type === 'DELETE_HISTORY' && 'selected' in items) await history.catchUp();
        if (body.dryRun === true) {
          const answer = await tried(act, type, items);
          if (claim.needed) await claim.saveAlone(answer);
          return answer;
        }
        return database.transaction(async (tx) => {
          const id = await order(tx, act.actor, { type, arguments: given, items });
          const answer = await pages.get(act, id, tx);
          await claim.save(tx, answer);
          return answer;
        });
      });
    },

    cancel: (act: Act, id: string): Promise<SvcBpmnBatchModel> =>
      database.transaction(async (tx) => {
        const { state } = await lock(store, tx, act, id);
        if (state !== 'RUNNING') return fail('BATCH_ENDED');
        await store.setState(tx, id, 'CANCELLED', new Date(clock.now()));
        await ground.items.removeFreeParts(tx, id);
        await act.record(tx, bpmnEngineEvents.batchCancelled, id);
        return pages.get(act, id, tx);
      }),

    retry: (act: Act, id: string): Promise<SvcBpmnBatchModel> =>
      act.once((claim) =>
        database.transaction(async (tx) => {
          const { type, state } = await lock(store, tx, act, id);
          requireAuthority(act.caller, type);
          if (state !== 'COMPLETED') return fail('BATCH_NOT_COMPLETED', { parameters: { state } });
          await reopen(ground, tx, act, { id, type });
          const answer = await pages.get(act, id, tx);
          await claim.save(tx, answer);
          return answer;
        }),
      ),
  };
}

export type BatchService = ReturnType<typeof createBatchService>;

async function lock(store: BatchStore, tx: Transaction, { caller }: Act, id: string): Promise<BatchRow> {
  const found = isUuid(id) ? await store.lock(tx, id, caller.tenantIdentifier) : null;
  return found ?? failNotFound('BATCH_NOT_FOUND', { batchId: id });
}

/** Tries the failed items of a batch again; nothing happens without such. */
async function reopen(
  { clock, store, items, wake }: BatchGround,
  tx: Transaction,
  act: Act,
  { id, type }: Pick<BatchRow, 'id' | 'type'>,
): Promise<void> {
  const { tenantIdentifier, username: runBy } = act.caller;
  const { count, span } = await items.reopen(tx, id);
  if (count === 0) return;
  await store.setState(tx, id, 'RUNNING', null);
  await items.saveParts(tx, { id, tenantIdentifier, runBy, at: new Date(clock.now()) }, span, count);
  await act.record(tx, bpmnEngineEvents.batchRetried, id, { type, total: count });
  tx.afterCommit(() => wake(tenantIdentifier));
}
