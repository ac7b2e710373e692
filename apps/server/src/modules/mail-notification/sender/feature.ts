// Wires senders: in whose name a tenant may send.
import type { Kernel } from '../../../kernel/module.ts';
import { createSenderHandlers } from './sender.routes.ts';
import { createSenderService, readMailDomain } from './sender.service.ts';
import { hasSenderDomain, isAllowedSender, isForeignDomain } from './sender.store.ts';

export function createSenderFeature(kernel: Pick<Kernel, 'database' | 'clock' | 'ids'>) {
  return {
    handlers: createSenderHandlers(createSenderService(kernel)),
    api: {
      isAllowed: isAllowedSender,
      hasDomain: hasSenderDomain,
      isForeignDomain,
      readMailDomain,
    },
  };
}

export type Senders = ReturnType<typeof createSenderFeature>['api'];
