// Wires recently opened pages of each person.
import { createRecentHandlers } from './recent.routes.ts';
import { createRecentService } from './recent.service.ts';

export function createRecentFeature(menu: Parameters<typeof createRecentService>[0]) {
  return { handlers: createRecentHandlers(createRecentService(menu)) };
}
