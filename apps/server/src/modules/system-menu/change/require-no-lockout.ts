// Keeps administrators from losing the administration of the menu by their own change.
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { compileView, type MenuView } from '../view/menu-view.ts';
import { shownItems } from '../view/shown-items.ts';

/** Names the application and item that an administrator must not take from themselves. */
export const PROTECTED_APP = 'platform';
export const PROTECTED_ITEM = 'menu-administration';

function seesAdministration(view: MenuView, caller: Caller): boolean {
  const app = view.findAppByName(PROTECTED_APP);
  if (app === undefined) return false;
  const shown = shownItems(app, view.pairs.heldBy(caller));
  return app.nodes.some(({ item }, index) => item.name === PROTECTED_ITEM && item.system && shown[index] === 1);
}

/**
 * Fails with 409 MENU_SELF_LOCKOUT for a caller who sees it before the change and not after; other callers are not
 * concerned.
 */
export function requireNoLockout(
  { follower, menuOf }: Pick<MenuSnapshot, 'follower' | 'menuOf'>,
  caller: Caller,
  before: MenuData,
  after: MenuData,
): void {
  const { tenantIdentifier: tenant } = caller;
  const view = before.revision === follower.revision ? menuOf(tenant).view : compileView(before, tenant);
  if (!seesAdministration(view, caller)) return;
  if (!seesAdministration(compileView(after, tenant), caller)) fail('MENU_SELF_LOCKOUT');
}
