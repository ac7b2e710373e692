// Answers trees: that of the caller, and the whole one of the tenant.
import type { MenuScope, SvcMenuTreeAllModel, SvcMenuTreeModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { languagesOf, preferredLanguages } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { languagesAmong } from '../records/name-for.ts';
import type { ReadUserState } from '../records/person.store.ts';
import { toAppModel } from '../view/application.wire.ts';
import { toItemModel } from '../view/item.wire.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuApp } from '../view/menu-view.ts';
import { createPrunings, writeTree } from '../view/write-tree.ts';
import { createOwnTrees, type ListBoundItems } from './own-trees.ts';

/** Writes every item with its children, regardless of visibility. */
function wholeItems({ nodes }: MenuApp, languages: readonly string[]): object[] {
  type Whole = ReturnType<typeof toItemModel> & { children: object[] };
  const models: Whole[] = nodes.map((node) => ({ ...toItemModel(node, languages), children: [] }));
  for (const [index, { parent }] of nodes.entries()) models[parent]?.children.push(models[index]!);
  return models.filter((_, index) => nodes[index]!.parent < 0);
}

export function createTreeService({
  metrics,
  snapshot,
  readUserState,
  listBoundItems,
  cacheMebibytes,
}: Pick<Kernel, 'metrics'> & {
  readonly snapshot: MenuSnapshot;
  readonly readUserState: ReadUserState;
  readonly listBoundItems: ListBoundItems;
  readonly cacheMebibytes: () => number;
}) {
  const prunings = createPrunings();
  // A restored database counts its revisions again.
  snapshot.onChange((_, reloaded) => (reloaded ? prunings.clear() : undefined));
  const ownTree = createOwnTrees({ metrics, snapshot, prunings, readUserState, listBoundItems, cacheMebibytes });

  return {
    /** Fails with APP_NAME_NOT_FOUND for an application that is unknown or not seen. */
    async own(act: Act, appName: string | undefined) {
      await snapshot.revisioned.catchUp(act);
      return ownTree(act, appName);
    },
    /** Makes a tree of the revision in memory, in the caller's language, without favorites; null where `appName` is not seen. */
    forCaller(caller: Caller, appName?: string): SvcMenuTreeModel | null {
      const menu = snapshot.menuOf(caller.tenantIdentifier);
      const languages = languagesAmong(menu.view.languages, preferredLanguages(caller.localeTag));
      const pruning = prunings.of(menu, menu.holdingOf(caller));
      const json = writeTree(menu, pruning, { appName, languages, favorites: new Set() });
      return json === null ? null : (JSON.parse(json) as SvcMenuTreeModel);
    },
    async whole(
      act: Act,
      { appName, scope }: { readonly appName?: string | undefined; readonly scope?: MenuScope | undefined },
    ): Promise<SvcMenuTreeAllModel> {
      const { view } = await snapshot.menuFor(act, scope);
      const languages = languagesOf(act.caller, act.context);
      const apps = view.apps.filter(({ app }) => appName === undefined || app.name === appName);
      if (appName !== undefined && apps.length === 0) failNotFound('APP_NAME_NOT_FOUND', { name: appName });
      return {
        revision: view.revision,
        appList: apps.map((app) => ({
          app: toAppModel(app, app.nodes.length, languages),
          itemList: wholeItems(app, languages),
        })),
      };
    },
  };
}
