// Answers the operation of the stream of changes (`/menu-items/changes`), by a call of its service.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createStreamService } from './stream.service.ts';

export function createStreamHandlers({ stream }: ReturnType<typeof createStreamService>) {
  return { streamChanges: async ({ act }) => stream(act) } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
