// Declares the basis of all changes of the menu's records.
import type { Kernel } from '../../../kernel/module.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { GrantCheck } from './grant-check.ts';
import type { MenuChanges } from './menu-changes.ts';

export interface MenuGround extends Pick<Kernel, 'ids'> {
  readonly snapshot: MenuSnapshot;
  readonly changes: MenuChanges;
  readonly grants: GrantCheck;
}
