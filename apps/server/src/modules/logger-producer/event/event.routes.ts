// Answers the operations that take events in.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createProduceService } from './produce.service.ts';

export function createEventHandlers(
  service: ReturnType<typeof createProduceService>,
): Pick<ModuleHandlers<typeof loggerProducerModule>, 'produceSync'> {
  return {
    async produceSync({ act, body }) {
      const { uuid, disposition } = await service.produceSync(act, body);
      return { body: undefined, headers: { 'x-svc-event-uuid': uuid, 'x-svc-event-disposition': disposition } };
    },
  };
}
