// Wires previews: the tree of another user, and why an item is visible or not.
import { createPreviewHandlers } from './preview.routes.ts';
import { createPreviewService } from './preview.service.ts';

export function createPreviewFeature(menu: Parameters<typeof createPreviewService>[0]) {
  return { handlers: createPreviewHandlers(createPreviewService(menu)) };
}
