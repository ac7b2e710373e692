// Answers the operation by which mail servers hand over what came back.
import type { mailNotificationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { InboundService } from './inbound.service.ts';

export function createInboundHandlers(service: InboundService) {
  return {
    inbound: ({ act, body }) => service.take(act, body.bytes),
  } satisfies Partial<ModuleHandlers<typeof mailNotificationModule>>;
}
