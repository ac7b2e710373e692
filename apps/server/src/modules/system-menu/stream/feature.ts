// Wires the stream by which open pages learn that the menu of their tenant changed.
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { createStreamHandlers } from './stream.routes.ts';
import { createStreamService } from './stream.service.ts';

export function createStreamFeature(menu: { readonly snapshot: MenuSnapshot }) {
  return { handlers: createStreamHandlers(createStreamService(menu)) };
}
