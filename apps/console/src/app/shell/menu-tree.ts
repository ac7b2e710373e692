// Reads the menu of the person, without what this console has no page for.
import { queryOptions } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { pathOfMenu } from '../../lib/address.ts';
import { api } from '../../lib/api.ts';
import { isServed, type OperationName } from '../../lib/session.ts';

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
  /** Path of the router. */
  readonly path: string | null;
  readonly externalUrl: string | null;
  readonly children: readonly MenuEntry[];
}

/** Entries of the menu; an item that leads nowhere and has nothing below it is left out. */
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

/** `isOurs` says whether a path has a page here. The names come in the language of the pages. */
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

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Operation that loads the page; null: nothing but a session is needed. */
    operation?: OperationName | null;
  }
}

/** Makes the question whether a path has a page of this console whose module the server has. */
export function useIsOurs(): (path: string) => boolean {
  const { routesByPath } = useRouter();
  const routes: Readonly<Record<string, { options: { staticData?: { operation?: OperationName | null } } }>> =
    routesByPath;
  return (path) => {
    if (!Object.hasOwn(routes, path)) return false;
    const operation = routes[path]?.options.staticData?.operation ?? null;
    return operation === null || isServed(operation);
  };
}
