// Computes the items that a caller sees: one pass down for permissions, one up for empty branches.
import { type HeldPairs, isSatisfied } from '../records/condition.ts';
import type { MenuApp, MenuView } from './menu-view.ts';

// 1. Applications and items have to be enabled and their conditions to hold; otherwise everything below them is hidden,
// too. 2. An item that is not drawn (`visible` is false) is hidden likewise, but can be opened: search and favorites
// include it. 3. An item without a target is hidden when nothing is left below it, from the leaves upwards. 4. An
// application is hidden when it has neither a page of its own nor an item that is left.

/** Flags by index of node: 1 for a shown one. */
export type Shown = Uint8Array;

/** Applies rule 1 to the application itself. */
function isAppAllowed({ app, condition }: MenuApp, held: HeldPairs): boolean {
  return app.enabled && isSatisfied(condition, held);
}

/** Applies rule 1 to items, and rule 2 where only `drawn` ones count. */
function allowedItems({ nodes }: MenuApp, held: HeldPairs, drawn: boolean): Shown {
  const allowed = new Uint8Array(nodes.length);
  for (let index = 0; index < nodes.length; ) {
    const { item, condition, end } = nodes[index]!;
    const passes = item.enabled && (item.visible || !drawn) && isSatisfied(condition, held);
    if (passes) allowed[index] = 1;
    index = passes ? index + 1 : end;
  }
  return allowed;
}

/** Applies rules 1 to 3; an application that is not allowed shows nothing. */
export function shownItems(app: MenuApp, held: HeldPairs): Shown {
  const { nodes } = app;
  if (!isAppAllowed(app, held)) return new Uint8Array(nodes.length);
  const shown = allowedItems(app, held, true);
  const withChild = new Uint8Array(nodes.length);
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    if (shown[index] === 0) continue;
    const { item, parent } = nodes[index]!;
    if (item.path === null && item.externalUrl === null && withChild[index] === 0) shown[index] = 0;
    else if (parent >= 0) withChild[parent] = 1;
  }
  return shown;
}

/** Applies rule 4 beside the others. */
export function isAppShown(app: MenuApp, held: HeldPairs, shown: Shown): boolean {
  return isAppAllowed(app, held) && (app.app.path !== null || shown.includes(1));
}

/** Finds the items that a caller may open, drawn or not: those with a target. */
export function openableItems(app: MenuApp, held: HeldPairs): Shown {
  if (!isAppAllowed(app, held)) return new Uint8Array(app.nodes.length);
  const allowed = allowedItems(app, held, false);
  for (const [index, { item }] of app.nodes.entries()) {
    if (item.path === null && item.externalUrl === null) allowed[index] = 0;
  }
  return allowed;
}

/** Says whether a caller may open an item, drawn or not. */
export function mayOpen(view: MenuView, uuid: string, held: HeldPairs): boolean {
  const place = view.findItem(uuid);
  if (place === undefined || !isAppAllowed(place.app, held)) return false;
  for (let index = place.index; index >= 0; ) {
    const { item, condition, parent } = place.app.nodes[index]!;
    if (!item.enabled || !isSatisfied(condition, held)) return false;
    index = parent;
  }
  return true;
}

export interface SeenApp {
  readonly app: MenuApp;
  readonly itemCount: number;
}

/** Lists applications that are shown, in the order of the organisation. */
export function seenApps(view: MenuView, held: HeldPairs): readonly SeenApp[] {
  return view.apps.flatMap((app) => {
    const shown = shownItems(app, held);
    if (!isAppShown(app, held, shown)) return [];
    return [{ app, itemCount: shown.reduce((sum, one) => sum + one, 0) }];
  });
}
