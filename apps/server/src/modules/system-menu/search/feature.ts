// Wires search: pages of the menu found by typed text.
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { createSearchHandlers } from './search.routes.ts';
import { createSearchService } from './search.service.ts';

export function createSearchFeature(menu: { readonly snapshot: MenuSnapshot }) {
  return { handlers: createSearchHandlers(createSearchService(menu)) };
}
