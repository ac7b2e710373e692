// Explains the visibility of an item: every rule of `shown-items.ts` that it fails, by its own code.
import type { SvcMenuVisibilityModel } from '@keelson/contract';
import { type Grants, isSatisfied, missingPairs } from '../records/condition.ts';
import type { GrantPair } from '../records/menu-record.types.ts';
import type { MenuApp, MenuNode, MenuView } from '../view/menu-view.ts';

type Reason = SvcMenuVisibilityModel['reasonList'][number];

interface Named {
  readonly uuid: string;
  readonly name: string;
}

const reason = (code: Reason['code'], { uuid, name }: Named, missing: readonly GrantPair[] = []): Reason => {
  return { code, uuid, name, missing: missing.map(({ role, authority }) => ({ role, authority })) };
};

function reasonsOfApp({ app }: MenuApp, grants: Grants): Reason[] {
  const missing = missingPairs(app, grants);
  return [
    ...(app.enabled ? [] : [reason('APP_DISABLED', app)]),
    ...(missing.length === 0 ? [] : [reason('APP_AUTHORITY', app, missing)]),
  ];
}

function reasonsOfItem({ item }: MenuNode, grants: Grants): Reason[] {
  const missing = missingPairs(item, grants);
  return [
    ...(item.enabled ? [] : [reason('ITEM_DISABLED', item)]),
    ...(item.visible ? [] : [reason('ITEM_HIDDEN', item)]),
    ...(missing.length === 0 ? [] : [reason('ITEM_AUTHORITY', item, missing)]),
  ];
}

/** Lists the items above from the top down. */
function ancestorsOf({ nodes }: MenuApp, index: number): MenuNode[] {
  const above: MenuNode[] = [];
  for (let at = nodes[index]!.parent; at >= 0; at = nodes[at]!.parent) above.unshift(nodes[at]!);
  return above;
}

/** Says whether a descendant would be shown if the item itself were; a hidden one hides its descendants. */
function leadsSomewhere({ nodes }: MenuApp, index: number, passes: (node: MenuNode) => boolean): boolean {
  for (let at = index + 1; at < nodes[index]!.end; ) {
    const node = nodes[at]!;
    const passed = passes(node);
    if (passed && (node.item.path !== null || node.item.externalUrl !== null)) return true;
    at = passed ? at + 1 : node.end;
  }
  return false;
}

/** Explains an item; null where the view has none. */
export function explainVisibility(view: MenuView, uuid: string, grants: Grants): SvcMenuVisibilityModel | null {
  const place = view.findItem(uuid);
  if (place === undefined) return null;
  const { app, index, node } = place;
  const held = view.pairs.heldBy(grants);
  const passes = ({ item, condition }: MenuNode) => item.enabled && item.visible && isSatisfied(condition, held);
  const isPage = node.item.path !== null || node.item.externalUrl !== null;
  const reasonList = [
    ...reasonsOfApp(app, grants),
    ...ancestorsOf(app, index)
      .filter((above) => !passes(above))
      .map(({ item }) => reason('ANCESTOR', item, missingPairs(item, grants))),
    ...reasonsOfItem(node, grants),
    ...(isPage || leadsSomewhere(app, index, passes) ? [] : [reason('EMPTY_GROUP', node.item)]),
  ];
  return { visible: reasonList.length === 0, reasonList };
}
