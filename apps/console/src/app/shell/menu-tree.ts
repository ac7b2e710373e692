// Reads the menu of the person, without what this console has no page for.
import { queryOptions } from '@tanstack/react-query';
import { pathOfMenu } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';

export interface MenuNode {
  readonly uuid: string;
  readonly name: string;
  readonly displayName: string;
  readonly icon?: string;
  readonly path?: string;
  readonly externalUrl?: string;
  readonly target?: string;
  readonly children?: readonly MenuNode[];
}

export interface MenuEntry {
  readonly uuid: string;
  readonly label: string;
  readonly icon: string | null;
  /** Is a path of the router. */
  readonly path: string | null;
  readonly externalUrl: string | null;
  readonly children: readonly MenuEntry[];
}

/** An item that leads nowhere and has nothing below it is no item. */
function entriesOf(nodes: readonly MenuNode[], isOurs: (path: string) => boolean): readonly MenuEntry[] {
  return nodes.flatMap((node) => {
    const path = node.path === undefined ? null : pathOfMenu(node.path);
    const children = entriesOf(node.children ?? [], isOurs);
    const entry: MenuEntry = {
      uuid: node.uuid,
      label: node.displayName,
      icon: node.icon ?? null,
      path: path !== null && isOurs(path) ? path : null,
      externalUrl: node.externalUrl ?? null,
      children,
    };
    return entry.path === null && entry.externalUrl === null && children.length === 0 ? [] : [entry];
  });
}

/** `isOurs` says whether a path has a page. The names come in the language of the pages. */
export function menuQuery(isOurs: (path: string) => boolean) {
  return queryOptions({
    queryKey: ['menu', 'own'],
    staleTime: 60_000,
    async queryFn(): Promise<readonly MenuEntry[]> {
      const { appList } = (await api.systemMenu.getTree()).body;
      return appList.flatMap(({ itemList }) => entriesOf(itemList as readonly MenuNode[], isOurs));
    },
  });
}
