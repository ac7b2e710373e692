// Compiles the menu of one tenant: applications in order, items depth-first in flat arrays, conditions as numbers.

import { type Condition, createPairTable, type PairTable } from '../records/condition.ts';
import {
  type EffectiveApp,
  type EffectiveItem,
  effectiveApp,
  effectiveItem,
  isOfView,
} from '../records/effective-item.ts';
import type { MenuData } from '../records/menu-data.ts';
import type { ViewTenant } from '../records/menu-record.types.ts';

export interface MenuNode {
  readonly item: EffectiveItem;
  /** Index of the item above; -1 at the top level. */
  readonly parent: number;
  /** Index behind its last descendant. */
  end: number;
  /** Levels count from 1. */
  readonly depth: number;
  readonly condition: Condition;
  childCount: number;
}

export interface MenuApp {
  readonly app: EffectiveApp;
  readonly condition: Condition;
  /** Nodes, depth-first, siblings in their order. */
  readonly nodes: readonly MenuNode[];
}

export interface MenuView {
  /** The newest revision that changed something of this view. */
  readonly revision: number;
  readonly tenant: ViewTenant;
  /** Applications in the order of the organisation, with disabled ones. */
  readonly apps: readonly MenuApp[];
  readonly pairs: PairTable;
  /** Languages of all names, in lower case. */
  readonly languages: ReadonlySet<string>;
  findApp(uuid: string): MenuApp | undefined;
  findAppByName(name: string): MenuApp | undefined;
  findItem(uuid: string): { readonly app: MenuApp; readonly index: number; readonly node: MenuNode } | undefined;
  /** Finds items of that path, in the order of the tree. */
  itemsAt(path: string): readonly EffectiveItem[];
  /** Items without a way to an application: on a cycle, or below a deleted record. */
  readonly cutOff: readonly string[];
}

/** Compares by order, then by the name without a locale, which is the same in all languages. */
export function byPlace(
  left: { readonly orderNumber: number; readonly name: string },
  right: { readonly orderNumber: number; readonly name: string },
): number {
  if (left.orderNumber !== right.orderNumber) return left.orderNumber - right.orderNumber;
  return left.name < right.name ? -1 : Number(left.name > right.name);
}

/** Makes the key of the list of siblings: below an item, or at the top level of an application. */
function levelOf({ parentUuid, appNameUuid }: EffectiveItem): string {
  return parentUuid ?? `app ${appNameUuid}`;
}

function arrange(appUuid: string, levels: ReadonlyMap<string, EffectiveItem[]>, pairs: PairTable): MenuNode[] {
  const nodes: MenuNode[] = [];
  type Waiting = { readonly item: EffectiveItem; readonly parent: number; readonly depth: number };
  const waiting: Waiting[] = [];
  const push = (level: string, parent: number, depth: number): void => {
    const siblings = levels.get(level) ?? [];
    for (let at = siblings.length - 1; at >= 0; at -= 1) waiting.push({ item: siblings[at]!, parent, depth });
  };
  push(`app ${appUuid}`, -1, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { item, parent, depth } = next;
    const index = nodes.push({ item, parent, depth, end: 0, condition: pairs.conditionOf(item), childCount: 0 }) - 1;
    const above = nodes[parent];
    if (above !== undefined) above.childCount += 1;
    push(item.uuid, index, depth + 1);
  }
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]!;
    node.end = Math.max(node.end, index + 1);
    const above = nodes[node.parent];
    if (above !== undefined) above.end = Math.max(above.end, node.end);
  }
  return nodes;
}

function levelsOf(data: MenuData, tenant: ViewTenant): Map<string, EffectiveItem[]> {
  const levels = new Map<string, EffectiveItem[]>();
  for (const record of data.items.values()) {
    if (record.retired || !isOfView(record.tenantIdentifier, tenant)) continue;
    const item = effectiveItem(data, record, tenant);
    const siblings = levels.get(levelOf(item));
    if (siblings === undefined) levels.set(levelOf(item), [item]);
    else siblings.push(item);
  }
  for (const siblings of levels.values()) siblings.sort(byPlace);
  return levels;
}

function languagesOfNames(apps: readonly MenuApp[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { app, nodes } of apps) {
    for (const language of Object.keys(app.displayNameMap)) found.add(language.toLowerCase());
    for (const { item } of nodes)
      for (const language of Object.keys(item.displayNameMap)) found.add(language.toLowerCase());
  }
  return found;
}

function itemsByPath(apps: readonly MenuApp[]): ReadonlyMap<string, readonly EffectiveItem[]> {
  const found = new Map<string, EffectiveItem[]>();
  for (const { nodes } of apps) {
    for (const { item } of nodes) {
      if (item.path === null) continue;
      const others = found.get(item.path);
      if (others === undefined) found.set(item.path, [item]);
      else others.push(item);
    }
  }
  return found;
}

/** Compiles the view from the applications down, so that a cycle in the tables is cut off. */
export function compileView(data: MenuData, tenant: ViewTenant, revision = data.revision): MenuView {
  const pairs = createPairTable();
  const levels = levelsOf(data, tenant);
  // Applications are sorted before pairs are numbered, so that all processes have equal numbers and tags.
  const apps = [...data.apps.values()]
    .filter(({ retired, tenantIdentifier }) => !retired && isOfView(tenantIdentifier, tenant))
    .map((record) => effectiveApp(data, record, tenant))
    .sort(byPlace)
    .map((app): MenuApp => ({ app, condition: pairs.conditionOf(app), nodes: arrange(app.uuid, levels, pairs) }));
  const byUuid = new Map(apps.map((one) => [one.app.uuid, one]));
  const byName = new Map(apps.map((one) => [one.app.name, one]));
  const places = new Map<string, { readonly app: MenuApp; readonly index: number }>();
  for (const app of apps) for (const [index, { item }] of app.nodes.entries()) places.set(item.uuid, { app, index });
  let byPath: ReadonlyMap<string, readonly EffectiveItem[]> | null = null;
  const cutOff: string[] = [];
  for (const siblings of levels.values()) for (const { uuid } of siblings) if (!places.has(uuid)) cutOff.push(uuid);
  return {
    revision,
    tenant,
    apps,
    pairs,
    cutOff,
    languages: languagesOfNames(apps),
    findApp: (uuid) => byUuid.get(uuid),
    findAppByName: (name) => byName.get(name),
    itemsAt(path) {
      // Made at first use, as most views are read for trees alone.
      byPath ??= itemsByPath(apps);
      return byPath.get(path) ?? [];
    },
    findItem(uuid) {
      const place = places.get(uuid);
      return place === undefined ? undefined : { ...place, node: place.app.nodes[place.index]! };
    },
  };
}
