// Puts the stream of the producer cache together.
import { createCacheStreamHandlers } from './cache-stream.routes.ts';
import { createCacheStreamService } from './cache-stream.service.ts';

export function createCacheStream(changes: Parameters<typeof createCacheStreamService>[0]) {
  return { handlers: createCacheStreamHandlers(createCacheStreamService(changes)) };
}
