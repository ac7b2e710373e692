// Finds people and roles for whoever chooses among them.
import type { Kernel } from '../../../../kernel/module.ts';
import { createLookupHandlers } from './lookup.routes.ts';
import { createLookupService } from './lookup.service.ts';

export function createLookupsFeature({ database, clock }: Pick<Kernel, 'database' | 'clock'>) {
  return { handlers: createLookupHandlers(createLookupService({ database, clock })) };
}
