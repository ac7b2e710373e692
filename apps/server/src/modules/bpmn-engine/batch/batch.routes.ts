// Answers the operations on batches.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { BatchService } from './batch.service.ts';
import type { BatchPagesService } from './batch-pages.service.ts';

type BatchHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  'createBatch' | 'queryBatches' | 'getBatch' | 'queryBatchFailures' | 'cancelBatch' | 'retryBatch'
>;

export function createBatchHandlers(batches: BatchService, pages: BatchPagesService): BatchHandlers {
  return {
    createBatch: ({ body, act }) => batches.create(act, body),
    queryBatches: ({ body, act }) => pages.page(act, body),
    getBatch: ({ params, act }) => pages.get(act, params.id),
    queryBatchFailures: ({ params, body, act }) => pages.failures(act, params.id, body),
    cancelBatch: ({ params, act }) => batches.cancel(act, params.id),
    retryBatch: ({ params, act }) => batches.retry(act, params.id),
  };
}
