// Wires changes of shared records at a level: listing and undoing them.
import type { MenuChanges } from '../change/menu-changes.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { createOverlayHandlers } from './overlay.routes.ts';
import { createOverlayService } from './overlay.service.ts';

export function createOverlayFeature(menu: { readonly snapshot: MenuSnapshot; readonly changes: MenuChanges }) {
  return { handlers: createOverlayHandlers(createOverlayService(menu)) };
}
