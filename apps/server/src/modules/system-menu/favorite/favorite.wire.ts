// Shows favorites by the menu that their owner sees now: bound ones follow their item, lost ones are hidden.
import type { SvcMenuFavoriteModel } from '@keelson/contract';
import type { HeldPairs } from '../records/condition.ts';
import { nameFor } from '../records/name-for.ts';
import type { MenuNode, MenuView } from '../view/menu-view.ts';
import { mayOpen } from '../view/shown-items.ts';
import type { Favorite } from './favorite.store.ts';

/** The menu as one caller sees it. */
export interface CallerMenu {
  readonly view: MenuView;
  readonly held: HeldPairs;
  readonly languages: readonly string[];
}

function itemOf({ view }: CallerMenu, uuid: string | null): MenuNode['item'] | null {
  return uuid === null ? null : (view.findItem(uuid)?.node.item ?? null);
}

/** Answers the path; of a bound favorite that of its item, which may have changed since. */
export function currentPath(menu: CallerMenu, favorite: Favorite): string {
  return itemOf(menu, favorite.menuItemUuid)?.path ?? favorite.path;
}

/** Says whether the path names this favorite; the present path of an item is ignored where the caller cannot see it. */
export function isOfPath(menu: CallerMenu, favorite: Favorite, path: string): boolean {
  return favorite.path === path || (!isHidden(menu, favorite) && currentPath(menu, favorite) === path);
}

export function isHidden({ view, held }: CallerMenu, { menuItemUuid }: Favorite): boolean {
  return menuItemUuid !== null && !mayOpen(view, menuItemUuid, held);
}

/** Finds the first item of that path that the caller may open; paths are stored in one form. */
export function findItemByPath({ view, held }: CallerMenu, path: string): MenuNode['item'] | null {
  return view.itemsAt(path).find(({ uuid }) => mayOpen(view, uuid, held)) ?? null;
}

export function toFavoriteModel(menu: CallerMenu, favorite: Favorite): SvcMenuFavoriteModel {
  const { id, uuid, version, username, menuItemUuid, groupName, orderNumber, dateCreated, dateUpdated } = favorite;
  const hidden = isHidden(menu, favorite);
  // Of an item that the caller cannot see only the caller's own fields are shown.
  const item = hidden ? null : itemOf(menu, menuItemUuid);
  const path = item?.path ?? favorite.path;
  return {
    id,
    uuid,
    version,
    createdBy: username,
    updatedBy: username,
    deleted: false,
    deletedDate: null,
    dateCreated: dateCreated.toISOString(),
    dateUpdated: dateUpdated.toISOString(),
    path,
    menuItemUuid,
    groupName,
    orderNumber,
    username,
    hidden,
    displayName: favorite.displayName ?? (item === null ? path : nameFor(item, menu.languages)),
    icon: favorite.icon ?? item?.icon ?? null,
  };
}
