// Wires trees of the menu: the own one of each caller, kept as bytes, and the whole one of a tenant.
import { createTreeHandlers } from './tree.routes.ts';
import { createTreeService } from './tree.service.ts';

export function createTreeFeature(menu: Parameters<typeof createTreeService>[0]) {
  const trees = createTreeService(menu);
  return { handlers: createTreeHandlers(trees), api: { forCaller: trees.forCaller } };
}
