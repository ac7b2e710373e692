// Puts the feature together that shows and restores versions.
import { createVersionHandlers } from './version.routes.ts';
import { createVersionService } from './version.service.ts';

export function createVersionFeature(ground: Parameters<typeof createVersionService>[0]) {
  return { handlers: createVersionHandlers(createVersionService(ground)) };
}
