// Wires menu items: found, made, changed, moved, ordered and deleted.
import type { Kernel } from '../../../kernel/module.ts';
import type { MenuChanges } from '../change/menu-changes.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { createItemHandlers } from './item.routes.ts';
import { createItemService } from './item.service.ts';
import { createItemOrder } from './order.service.ts';
import { createItemQuery } from './query.service.ts';

export function createItemFeature({
  ids,
  snapshot,
  changes,
}: Pick<Kernel, 'ids'> & { readonly snapshot: MenuSnapshot; readonly changes: MenuChanges }) {
  return {
    handlers: createItemHandlers({
      items: createItemService({ ids, snapshot, changes }),
      orders: createItemOrder({ ids, snapshot, changes }),
      queries: createItemQuery({ snapshot }),
    }),
  };
}
