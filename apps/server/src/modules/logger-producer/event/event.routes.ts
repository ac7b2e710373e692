// Answers the operations that take events in.
import type { loggerProducerModule, SvcEventLogBatchResultModel } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import type { createBatchService } from './batch.service.ts';
import type { createProduceService, Produced } from './produce.service.ts';

export function createEventHandlers(
  service: ReturnType<typeof createProduceService>,
  batches: ReturnType<typeof createBatchService>,
  countRefused: (code: string) => void,
): Pick<
  ModuleHandlers<typeof loggerProducerModule>,
  'produceSync' | 'produceAsync' | 'produceBatchSync' | 'produceBatchAsync'
> {
  const answer = ({ uuid, disposition }: Produced) => ({
    body: undefined,
    headers: { 'x-svc-event-uuid': uuid, 'x-svc-event-disposition': disposition },
  });
  /** Counts refusals of single events. */
  async function counted<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (error instanceof ServiceError) countRefused(error.code);
      throw error;
    }
  }
  async function countedBatch(work: Promise<SvcEventLogBatchResultModel>): Promise<SvcEventLogBatchResultModel> {
    const result = await counted(work);
    for (const { errorCode } of result.rejectedList) countRefused(errorCode);
    return result;
  }
  return {
    produceSync: async ({ act, body }) => answer(await counted(service.produceSync(act, body))),
    produceAsync: async ({ act, body }) => answer(await counted(service.produceAsync(act, body))),
    produceBatchSync: ({ act, body }) => countedBatch(batches.produceBatchSync(act, body)),
    produceBatchAsync: ({ act, body }) => countedBatch(batches.produceBatchAsync(act, body)),
  };
}
