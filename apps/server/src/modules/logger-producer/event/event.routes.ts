// Answers the operations that take events in.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createBatchService } from './batch.service.ts';
import type { createProduceService, Produced } from './produce.service.ts';

export function createEventHandlers(
  service: ReturnType<typeof createProduceService>,
  batches: ReturnType<typeof createBatchService>,
): Pick<
  ModuleHandlers<typeof loggerProducerModule>,
  'produceSync' | 'produceAsync' | 'produceBatchSync' | 'produceBatchAsync'
> {
  const answer = ({ uuid, disposition }: Produced) => ({
    body: undefined,
    headers: { 'x-svc-event-uuid': uuid, 'x-svc-event-disposition': disposition },
  });
  return {
    produceSync: async ({ act, body }) => answer(await service.produceSync(act, body)),
    produceAsync: async ({ act, body }) => answer(await service.produceAsync(act, body)),
    produceBatchSync: ({ act, body }) => batches.produceBatchSync(act, body),
    produceBatchAsync: ({ act, body }) => batches.produceBatchAsync(act, body),
  };
}
