// Declares what other modules may ask of the menu.
import type { SvcMenuTreeModel } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';

export interface SystemMenuApi {
  /**
   * Answers the tree as this process knows it, in the caller's language, without favorites; null where no such application
   * is seen.
   */
  treeFor(caller: Caller, appName?: string): SvcMenuTreeModel | null;
  /** The listener is told in each process after a change holds there, with the tenants that it concerns; null for all of them. */
  onMenuChanged(listener: (concerned: ReadonlySet<string> | null) => void): void;
}
