// Shows login events: to everybody their own, to auditors those of the tenant.
import type { Kernel } from '../../../../kernel/module.ts';
import { createLoginEventHandlers } from './login-event.routes.ts';
import { createLoginEventService } from './login-event.service.ts';

export function createLoginEventsFeature({ database, eventReader }: Pick<Kernel, 'database' | 'eventReader'>) {
  return { handlers: createLoginEventHandlers(createLoginEventService({ database, eventReader })) };
}
