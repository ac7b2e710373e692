// Answers the operation of the stream of the producer cache.
import type { loggerProducerModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createCacheStreamService } from './cache-stream.service.ts';

export function createCacheStreamHandlers({
  stream,
}: ReturnType<typeof createCacheStreamService>): Pick<
  ModuleHandlers<typeof loggerProducerModule>,
  'streamCacheChanges'
> {
  return { streamCacheChanges: async ({ act }) => stream(act) };
}
