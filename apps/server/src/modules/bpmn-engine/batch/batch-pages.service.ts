// Shows people the batches of their tenant: how far each has come, and what it could not do.
import {
  batchSortStandard,
  failureSortStandard,
  resolvePageable,
  type SvcBpmnBatchFailureQueryModel,
  type SvcBpmnBatchModel,
  type SvcBpmnBatchQueryModel,
} from '@keelson/contract';
import type { Database, Queryable } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { isUuid } from '../interface/part-id.ts';
import type { BatchStore } from './batch.store.ts';
import { batchToWire, failureToWire } from './batch.wire.ts';

export function createBatchPagesService({
  database,
  store,
}: {
  readonly database: Database;
  readonly store: BatchStore;
}) {
  async function get({ caller }: Act, id: string, queryable: Queryable = database): Promise<SvcBpmnBatchModel> {
    const found = isUuid(id) ? await store.show(queryable, id, caller.tenantIdentifier) : null;
    return batchToWire(found ?? failNotFound('BATCH_NOT_FOUND', { batchId: id }));
  }

  return {
    get,
    async page({ caller }: Act, query: SvcBpmnBatchQueryModel) {
      const request = resolvePageable(query.pageable, batchSortStandard);
      const { rows, total } = await store.page({ ...query, tenantIdentifier: caller.tenantIdentifier }, request);
      return pageBody(rows.map(batchToWire), total, request);
    },
    async failures(act: Act, id: string, query: SvcBpmnBatchFailureQueryModel) {
      const { type } = await get(act, id);
      const request = resolvePageable(query.pageable, failureSortStandard);
      const { rows, total } = await store.failures(id, query.code ?? null, request);
      return pageBody(
        rows.map((row) => failureToWire(type, row)),
        total,
        request,
      );
    },
  };
}

export type BatchPagesService = ReturnType<typeof createBatchPagesService>;
