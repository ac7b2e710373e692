// Declares what other modules may ask of the menu.
import type { SvcMenuTreeModel } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';

export interface SystemMenuApi {
  /**
   * Answers the tree as this process knows it, in the caller's language, without favorites; null where the caller sees
   * no such application.
   */
  treeFor(caller: Caller, appName?: string): SvcMenuTreeModel | null;
  /** Calls in each process after a change is in place there, with the tenants that it concerns; null for all. */
  onMenuChanged(listener: (concerned: ReadonlySet<string> | null) => void): void;
}
