// Writes one level of the menu as a document, in an order that depends on names alone.
import type { SvcMenuImportModel } from '@keelson/contract';
import { ownAuthority } from '../change/plan-authority.ts';
import { levelKey, type MenuData } from '../records/menu-data.ts';
import type { AppRecord, GrantPair, ItemRecord, OverlayRecord, ViewTenant } from '../records/menu-record.types.ts';
import { compileView, type MenuApp } from '../view/menu-view.ts';

export type AppEntry = SvcMenuImportModel['appList'][number];
export type ItemEntry = SvcMenuImportModel['itemList'][number];
export type AuthorityEntry = SvcMenuImportModel['authorityList'][number];
export type OverlayEntry = SvcMenuImportModel['overlayList'][number];

const FORMAT_VERSION = 1;

/** Says whether a record belongs to the level itself; registered ones belong to none. */
export function isOfLevel({ tenantIdentifier, system }: AppRecord, tenant: ViewTenant): boolean {
  return tenantIdentifier === tenant && !system;
}

const byText = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

function sortedMap(map: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(map).sort(([left], [right]) => byText(left, right)));
}

const pairsOf = (pairs: readonly GrantPair[]) => pairs.map(({ role, authority }) => ({ role, authority }));

function toAppEntry(record: AppRecord): AppEntry {
  const { name, displayName, displayNameMap, description, icon, orderNumber, enabled, path, matchType } = record;
  return {
    name,
    displayName,
    displayNameMap: sortedMap(displayNameMap),
    description,
    icon,
    orderNumber,
    enabled,
    path,
    authorityList: pairsOf(record.authorityList),
    matchType,
  };
}

function toItemEntry(record: ItemRecord, appName: string, parentName: string | null): ItemEntry {
  const { name, displayName, displayNameMap, description, icon, orderNumber, enabled, path } = record;
  const { externalUrl, target, visible, badgeCode, keywordList } = record;
  return {
    appName,
    name,
    parentName,
    displayName,
    displayNameMap: sortedMap(displayNameMap),
    description,
    icon,
    orderNumber,
    enabled,
    path,
    externalUrl,
    target,
    visible,
    badgeCode,
    keywordList,
  };
}

function toOverlayEntry({ targetType, fields }: OverlayRecord, appName: string, itemName: string | null): OverlayEntry {
  const { displayNameMap, authorityList, displayName, description, icon, orderNumber, enabled, visible } = fields;
  const given = {
    displayName,
    displayNameMap: displayNameMap && sortedMap(displayNameMap),
    description,
    icon,
    orderNumber,
    enabled,
    visible,
    authorityList: authorityList && pairsOf(authorityList),
    matchType: fields.matchType,
  };
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  return { targetType, appName, itemName, ...Object.fromEntries(changed) };
}

/** Sorts nodes by the names from the top down: parents stand before their children. */
function nodesByName({ nodes }: MenuApp) {
  const chains: string[] = [];
  // Names hold no space, which sorts before every letter.
  for (const { item, parent } of nodes) chains.push(parent < 0 ? item.name : `${chains[parent]} ${item.name}`);
  return nodes
    .map(({ item, parent }, index) => ({
      uuid: item.uuid,
      name: item.name,
      chain: chains[index]!,
      parentName: nodes[parent]?.item.name ?? null,
    }))
    .sort((left, right) => byText(left.chain, right.chain));
}

export function exportLevel(data: MenuData, tenant: ViewTenant): SvcMenuImportModel {
  const apps = [...compileView(data, tenant).apps].sort((left, right) => byText(left.app.name, right.app.name));
  const appList: AppEntry[] = [];
  const itemList: ItemEntry[] = [];
  const authorityList: AuthorityEntry[] = [];
  const overlayList: OverlayEntry[] = [];
  const addOverlay = (uuid: string, appName: string, itemName: string | null): void => {
    const found = data.overlays.get(levelKey(uuid, tenant));
    if (found === undefined || Object.keys(found.fields).length === 0) return;
    overlayList.push(toOverlayEntry(found, appName, itemName));
  };
  for (const app of apps) {
    const record = data.apps.get(app.app.uuid)!;
    const appName = record.name;
    if (isOfLevel(record, tenant)) appList.push(toAppEntry(record));
    addOverlay(record.uuid, appName, null);
    for (const { uuid, name: itemName, parentName } of nodesByName(app)) {
      const item = data.items.get(uuid)!;
      if (isOfLevel(item, tenant)) itemList.push(toItemEntry(item, appName, parentName));
      const own = ownAuthority(data, uuid, tenant);
      if (own !== null) {
        authorityList.push({ appName, itemName, authorityList: pairsOf(own.authorityList), matchType: own.matchType });
      }
      addOverlay(uuid, appName, itemName);
    }
  }
  return { formatVersion: FORMAT_VERSION, appList, itemList, authorityList, overlayList };
}
