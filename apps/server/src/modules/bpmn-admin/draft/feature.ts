// Puts the feature together that changes models without an editor, and several processes at once.
import { createDraftHandlers } from './draft.routes.ts';
import { createDraftService } from './draft.service.ts';
import { createManyService } from './many.service.ts';

export function createDraftFeature(ground: Parameters<typeof createDraftService>[0]) {
  return { handlers: createDraftHandlers(createDraftService(ground), createManyService(ground)) };
}
