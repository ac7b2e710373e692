// Wires conditions of items: single ones, and the matrix of a screen.
import type { MenuGround } from '../change/menu-ground.ts';
import { createAuthorityHandlers } from './authority.routes.ts';
import { createAuthorityService } from './authority.service.ts';
import { createAuthorityMatrix } from './matrix.service.ts';

export function createAuthorityFeature({ ids, snapshot, changes, grants }: MenuGround) {
  return {
    handlers: createAuthorityHandlers({
      authorities: createAuthorityService({ ids, snapshot, changes, grants }),
      matrix: createAuthorityMatrix({ ids, snapshot, changes, grants }),
    }),
  };
}
