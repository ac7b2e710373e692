// Shows the condition of an item, with all conditions above it.
import type { SvcMenuItemAuthorityModel } from '@keelson/contract';
import type { MenuApp, MenuNode } from '../view/menu-view.ts';

/** Lists the application and the items from the top down to this one. */
function wayTo({ app, nodes }: MenuApp, index: number) {
  const items: MenuNode['item'][] = [];
  for (let at = index; at >= 0; at = nodes[at]!.parent) items.unshift(nodes[at]!.item);
  return [{ level: 'APP' as const, record: app }, ...items.map((record) => ({ level: 'ITEM' as const, record }))];
}

/**
 * Makes the model. Version and identity are those of the level of the caller, which is written; the list is the one in
 * force.
 */
export function toAuthorityModel(app: MenuApp, index: number, tenant: string | null): SvcMenuItemAuthorityModel {
  const { item } = app.nodes[index]!;
  const way = wayTo(app, index);
  const nearest = way.findLast(({ record }) => record.authorityList.length > 0);
  const { authority } = item;
  const own = authority !== null && authority.tenantIdentifier === tenant ? authority : null;
  return {
    id: own?.id ?? null,
    uuid: own?.uuid ?? null,
    version: own?.version ?? 0,
    menuItemUuid: item.uuid,
    menuItemName: item.name,
    inherited: authority === null,
    everybody: authority !== null && authority.authorityList.length === 0,
    authorityList: authority?.authorityList ?? [],
    matchType: authority?.matchType ?? 'ANY',
    effectiveAuthorityList: nearest?.record.authorityList ?? [],
    chain: way
      .filter(({ record }) => record.authorityList.length > 0)
      .map(({ level, record: { uuid, name, authorityList, matchType } }) => ({
        level,
        uuid,
        name,
        authorityList,
        matchType,
      })),
    shared: authority !== null && authority.tenantIdentifier === null,
  };
}
