// Answers the condition shown for an item: its own pairs, else those of the nearest item above, else of the
// application.
import type { GrantPair } from '../records/menu-record.types.ts';
import type { MenuApp } from './menu-view.ts';

/** Answers the pairs by index of node; one pass suffices, since parents come before their children. */
export function effectiveLists({ app, nodes }: MenuApp): readonly (readonly GrantPair[])[] {
  const lists: (readonly GrantPair[])[] = [];
  for (const { item, parent } of nodes) {
    lists.push(item.authorityList.length > 0 ? item.authorityList : (lists[parent] ?? app.authorityList));
  }
  return lists;
}

export interface AskedGrant {
  readonly role?: string | null | undefined;
  readonly authority?: string | null | undefined;
}

/** Says whether one pair names every half that is asked for. */
export function namesGrant(pairs: readonly GrantPair[], { role = null, authority = null }: AskedGrant): boolean {
  if (role === null && authority === null) return true;
  return pairs.some(
    (pair) => (role === null || pair.role === role) && (authority === null || pair.authority === authority),
  );
}
