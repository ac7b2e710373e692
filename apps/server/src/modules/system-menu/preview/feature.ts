// The tree of somebody else, and why an item is seen or not.
import { createPreviewHandlers } from './preview.routes.ts';
import { createPreviewService } from './preview.service.ts';

export function createPreviewFeature(menu: Parameters<typeof createPreviewService>[0]) {
  return { handlers: createPreviewHandlers(createPreviewService(menu)) };
}
