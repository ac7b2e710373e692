// Trees: the one that each caller sees, and the whole one of the tenant.
import type { MenuScope, SvcMenuTreeAllModel, SvcMenuTreeModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { viewTenantOf } from '../change/menu-changes.ts';
import { languagesAmong, languagesOf, preferredLanguages } from '../records/name-for.ts';
import { toAppModel } from '../view/application.wire.ts';
import { toItemModel } from '../view/item.wire.ts';
import type { MenuApp } from '../view/menu-view.ts';
import { createPrunings, writeTree } from '../view/write-tree.ts';
import { createOwnTrees, type OwnTree, type OwnTreeDependencies } from './own-tree.ts';

export interface TreeService {
  /** Fails with APP_NAME_NOT_FOUND for an application that is unknown or not seen. */
  own(caller: Caller, context: Context, appName: string | undefined): Promise<OwnTree>;
  /** Of the revision in memory, in the language of the caller, without favorites. Null: `appName` is unknown or not seen. */
  forCaller(caller: Caller, appName?: string): SvcMenuTreeModel | null;
  whole(caller: Caller, context: Context, asked: WholeTree): Promise<SvcMenuTreeAllModel>;
  /** Lets a client that wrote at another process read what it wrote. */
  catchUp(context: Context): Promise<void>;
}

export interface WholeTree {
  readonly appName?: string;
  readonly scope?: MenuScope;
}

/** How long a read waits for the revision that its client has seen elsewhere. */
const CATCH_UP_MS = 500;
const REVISION_HEADER = 'x-svc-menu-revision';

/** Every item with its children, whoever may see it. */
function wholeItems({ nodes }: MenuApp, languages: readonly string[]): object[] {
  type Whole = ReturnType<typeof toItemModel> & { children: object[] };
  const models: Whole[] = nodes.map((node) => ({ ...toItemModel(node, languages), children: [] }));
  for (const [index, { parent }] of nodes.entries()) models[parent]?.children.push(models[index]!);
  return models.filter((_, index) => nodes[index]!.parent < 0);
}

export function createTreeService(deps: Omit<OwnTreeDependencies, 'prunings'>): TreeService {
  const { snapshot } = deps;
  const prunings = createPrunings();
  // A restored database counts its revisions again.
  snapshot.onChange((_, reloaded) => (reloaded ? prunings.clear() : undefined));
  const ownTree = createOwnTrees({ ...deps, prunings });
  const catchUp: TreeService['catchUp'] = async (context) => {
    const wanted = Number(context.header(REVISION_HEADER) ?? 0);
    if (wanted > snapshot.follower.revision) await snapshot.follower.waitForRevision(wanted, CATCH_UP_MS);
  };

  return {
    catchUp,
    async own(caller, context, appName) {
      await catchUp(context);
      return ownTree(caller, context, appName);
    },
    forCaller(caller, appName) {
      const menu = snapshot.menuOf(caller.tenantIdentifier);
      const languages = languagesAmong(menu.view.languages, preferredLanguages(caller.localeTag));
      const pruning = prunings.of(menu, menu.holdingOf(caller));
      const json = writeTree(menu, pruning, { appName, languages, favorites: new Set() });
      return json === null ? null : (JSON.parse(json) as SvcMenuTreeModel);
    },
    async whole(caller, context, { appName, scope }) {
      await catchUp(context);
      const { view } = snapshot.menuOf(viewTenantOf(caller, scope));
      const languages = languagesOf(caller, context);
      const apps = view.apps.filter(({ app }) => appName === undefined || app.name === appName);
      if (appName !== undefined && apps.length === 0) fail('APP_NAME_NOT_FOUND');
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
