// What other modules may ask of the menu.
import type { SvcMenuTreeModel } from '@keelson/contract';
import type { MenuDefinition } from '../../kernel/menu-definition.ts';
import type { Caller } from '../../kernel/request/caller.ts';

export interface SystemMenuApi {
  /** Before the start: the entries are registered with all others when this module starts. */
  register(definition: MenuDefinition): void;
  /** As this process knows the menu, in the language of the caller, without favorites; null: no such application is seen. */
  treeFor(caller: Caller, appName?: string): SvcMenuTreeModel | null;
  /** Told in each process after a change holds there, with the tenants that it concerns; null: all of them. */
  onMenuChanged(listener: (concerned: ReadonlySet<string> | null) => void): void;
}
