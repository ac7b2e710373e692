// Answers the operations of previews (`/menu-items/tree/preview`, `/menu-items/visibility`), by calls of their service.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createPreviewService } from './preview.service.ts';

export function createPreviewHandlers(previews: ReturnType<typeof createPreviewService>) {
  return {
    previewTree: async ({ act, body }) => previews.preview(act, body),
    explainVisibility: async ({ act, params, query }) => previews.explain(act, { ...params, ...query }),
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
