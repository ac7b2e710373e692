// Wires applications: listed, changed, ordered for the organisation and for a person.
import type { Kernel } from '../../../kernel/module.ts';
import type { GrantCheck } from '../change/grant-check.ts';
import type { MenuChanges } from '../change/menu-changes.ts';
import type { ReadUserState } from '../records/person.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { createApplicationHandlers } from './application.routes.ts';
import { createApplicationService } from './application.service.ts';
import { createApplicationList } from './list.service.ts';
import { createApplicationOrder } from './order.service.ts';

export function createApplicationFeature({
  database,
  ids,
  snapshot,
  changes,
  grants,
  readUserState,
}: Pick<Kernel, 'database' | 'ids'> & {
  readonly snapshot: MenuSnapshot;
  readonly changes: MenuChanges;
  readonly grants: GrantCheck;
  readonly readUserState: ReadUserState;
}) {
  return {
    handlers: createApplicationHandlers({
      applications: createApplicationService({ ids, snapshot, changes, grants }),
      lists: createApplicationList({ database, snapshot, readUserState }),
      orders: createApplicationOrder({ database, ids, snapshot, changes }),
    }),
  };
}
