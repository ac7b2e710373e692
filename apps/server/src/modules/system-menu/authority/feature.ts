// Conditions of items: one by one, and as the matrix of a screen.
import type { Kernel } from '../../../kernel/module.ts';
import type { GrantCheck } from '../change/grant-check.ts';
import type { MenuChanges } from '../change/menu-changes.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { createAuthorityHandlers } from './authority.routes.ts';
import { createAuthorityService } from './authority.service.ts';
import { createAuthorityMatrix } from './matrix.service.ts';

export function createAuthorityFeature({
  ids,
  snapshot,
  changes,
  grants,
}: Pick<Kernel, 'ids'> & {
  readonly snapshot: MenuSnapshot;
  readonly changes: MenuChanges;
  readonly grants: GrantCheck;
}) {
  return {
    handlers: createAuthorityHandlers({
      authorities: createAuthorityService({ ids, snapshot, changes, grants }),
      matrix: createAuthorityMatrix({ ids, snapshot, changes, grants }),
    }),
  };
}
