// Answers the operations that answer what is new, by calls of their services.
import type { notificationPollingModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createChangesService } from './changes.service.ts';
import type { createStreamService } from './stream.service.ts';

export function createLiveHandlers({
  asking,
  streams,
}: {
  readonly asking: ReturnType<typeof createChangesService>;
  readonly streams: ReturnType<typeof createStreamService>;
}) {
  return {
    getChanges: async ({ act, query }) => asking.changes(act, query.after),
    streamChanges: async ({ act, query }) => streams.stream(act, query.after),
  } satisfies Partial<ModuleHandlers<typeof notificationPollingModule>>;
}
