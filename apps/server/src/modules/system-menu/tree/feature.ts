// Trees of the menu: the own one of each caller, kept as the bytes that are sent, and the whole one of a tenant.
import type { Kernel } from '../../../kernel/module.ts';
import type { ReadUserState } from '../records/person.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { ListBoundItems } from './own-trees.ts';
import { createTreeHandlers } from './tree.routes.ts';
import { createTreeService } from './tree.service.ts';

export function createTreeFeature({
  metrics,
  snapshot,
  readUserState,
  listBoundItems,
  cacheMebibytes,
}: Pick<Kernel, 'metrics'> & {
  readonly snapshot: MenuSnapshot;
  readonly readUserState: ReadUserState;
  readonly listBoundItems: ListBoundItems;
  readonly cacheMebibytes: () => number;
}) {
  const trees = createTreeService({ metrics, snapshot, readUserState, listBoundItems, cacheMebibytes });
  return { handlers: createTreeHandlers(trees), api: { forCaller: trees.forCaller } };
}
