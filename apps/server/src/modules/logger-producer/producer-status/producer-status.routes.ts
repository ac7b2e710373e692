// Answers the operations of waiting events in this process.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createProducerStatusService } from './producer-status.service.ts';

export function createProducerStatusHandlers(
  service: ReturnType<typeof createProducerStatusService>,
): Pick<ModuleHandlers<typeof loggerProducerModule>, 'producerStatus' | 'flushProducer'> {
  return {
    producerStatus: ({ act }) => service.status(act),
    flushProducer: ({ act, body }) => service.flush(act, body?.timeoutMillis),
  };
}
