// Answers the operations of overlays (`/menu-overlays`), by calls of their service.
import type { systemMenuModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { written } from '../change/written.ts';
import type { createOverlayService } from './overlay.service.ts';

export function createOverlayHandlers(overlays: ReturnType<typeof createOverlayService>) {
  return {
    menuOverlay_queryDataPage: async ({ act, query: { scope }, body }) => overlays.page(act, { scope, model: body }),
    resetOverlay: async ({ act, params: { uuid }, query: { scope } }) =>
      written(undefined, await overlays.reset(act, { scope, uuid })),
  } satisfies Partial<ModuleHandlers<typeof systemMenuModule>>;
}
