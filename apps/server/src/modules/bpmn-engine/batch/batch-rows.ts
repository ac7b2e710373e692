// Does items of a batch that are rows alone, in the transaction that notes them as done.
import type { Transaction } from '../../../kernel/database/database.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { ManagementApi } from '../management/feature.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import type { BatchItem, BatchRow, ItemFailure } from './batch.types.ts';
import { argumentsOf } from './batch-items.ts';
import type { Tried } from './batch-part.store.ts';

export interface BatchRowsGround {
  readonly engine: Pick<EngineRuntime, 'runtime' | 'wakeJobs'>;
  readonly history: HistoryApi;
  readonly jobs: Pick<ManagementApi, 'setRetries' | 'hasJob'>;
}

export function createBatchRows({ engine, history, jobs }: BatchRowsGround) {
  async function setRetries(tx: Transaction, batch: BatchRow, items: readonly BatchItem[]): Promise<ItemFailure[]> {
    const { retries } = argumentsOf(batch);
    const failures: ItemFailure[] = [];
    for (const { number, ref_id: id, ref_number: job } of items) {
      const place = { id, number: job, tenantIdentifier: batch.tenant_identifier };
      if (await jobs.setRetries(tx, place, retries ?? 1)) continue;
      const code = (await jobs.hasJob(tx, place)) ? 'JOB_LOCKED' : 'JOB_NOT_FOUND';
      failures.push({ number, code, message: null });
    }
    tx.afterCommit(() => {
      for (const { ref_id: id } of items) engine.runtime.forget(id);
      engine.wakeJobs();
    });
    return failures;
  }

  async function deleteHistory(tx: Transaction, batch: BatchRow, runBy: string, items: readonly BatchItem[]) {
    const actor = { username: runBy, tenantIdentifier: batch.tenant_identifier, ipAddress: null, requestId: null };
    const refused = await history.removeAll(
      tx,
      actor,
      items.map(({ ref_id: id }) => id),
    );
    return items.flatMap(({ number, ref_id: id }): ItemFailure[] => {
      const code = refused.get(id);
      return code === undefined ? [] : [{ number, code, message: null }];
    });
  }

  return {
    isRows: ({ type }: BatchRow): boolean => type === 'SET_RETRIES' || type === 'DELETE_HISTORY',
    /** Prepares the items of a type, before the transaction that does them. */
    async prepare({ type }: BatchRow): Promise<void> {
      // What is deleted before the projector has seen it would be delivered to nobody.
      if (type === 'DELETE_HISTORY' && (await history.catchUp()) !== null) {
        throw new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      }
    },
    async tryIn(tx: Transaction, batch: BatchRow, runBy: string, items: readonly BatchItem[]): Promise<Tried> {
      const failures =
        batch.type === 'SET_RETRIES'
          ? await setRetries(tx, batch, items)
          : await deleteHistory(tx, batch, runBy, items);
      const failed = new Set(failures.map(({ number }) => number));
      return { done: items.map(({ number }) => number).filter((number) => !failed.has(number)), failures };
    },
  };
}

export type BatchRows = ReturnType<typeof createBatchRows>;
