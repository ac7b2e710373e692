// Puts the reading of events together.
import type { Kernel } from '../../../kernel/module.ts';
import { createEventQueryStore } from './event-query.store.ts';
import { createReadingHandlers } from './reading.routes.ts';
import { createReadingService } from './reading.service.ts';

export function createReadingFeature({ clock, database }: Pick<Kernel, 'clock' | 'database'>) {
  const service = createReadingService({ clock, database, store: createEventQueryStore(database) });
  return { handlers: createReadingHandlers(service) };
}
