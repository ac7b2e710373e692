// Applications as callers find them: those they see, in the order of the person or of the organisation.
import type { MenuScope, SvcAppNameModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { viewTenantOf } from '../change/menu-changes.ts';
import type { HeldPairs } from '../records/condition.ts';
import { languagesOf } from '../records/name-for.ts';
import { findUserOrder, type ReadUserState } from '../records/person.store.ts';
import type { TreeService } from '../tree/tree.service.ts';
import { toAppModel } from '../view/application.wire.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuApp, MenuView } from '../view/menu-view.ts';
import { isAppShown, shownItems } from '../view/shown-items.ts';
import { personOf, tagOf } from '../view/tag-of.ts';

export interface AskedApplications {
  readonly all?: boolean;
  readonly order?: 'ORGANISATION';
  readonly scope?: MenuScope;
}

export interface ApplicationList {
  list(caller: Caller, context: Context, asked: AskedApplications): Promise<ListedApplications>;
  get(
    caller: Caller,
    context: Context,
    by: { readonly uuid: string } | { readonly name: string },
  ): Promise<SvcAppNameModel>;
  /** As its writer sees it. */
  written(caller: Caller, context: Context, tenant: string | null, uuid: string): SvcAppNameModel;
}

export interface ListedApplications {
  readonly models: readonly SvcAppNameModel[];
  readonly etag: string;
}

interface SeenApp {
  readonly app: MenuApp;
  readonly itemCount: number;
}

/** In the order of the organisation. */
export function seenApps(view: MenuView, held: HeldPairs): readonly SeenApp[] {
  return view.apps.flatMap((app) => {
    const shown = shownItems(app, held);
    if (!isAppShown(app, held, shown)) return [];
    return [{ app, itemCount: shown.reduce((sum, one) => sum + one, 0) }];
  });
}

/** Ordered ones first, the others after them in the order that they had. */
function inOwnOrder(apps: readonly SeenApp[], order: readonly string[] | null): readonly SeenApp[] {
  if (order === null) return apps;
  const places = new Map(order.map((uuid, place) => [uuid, place]));
  const placeOf = ({ app }: SeenApp): number => places.get(app.app.uuid) ?? places.size;
  return [...apps].sort((left, right) => placeOf(left) - placeOf(right));
}

export function createApplicationList(deps: {
  readonly database: Database;
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
  readonly readUserState: ReadUserState;
}): ApplicationList {
  const { database, snapshot, trees, readUserState } = deps;
  return {
    async list(caller, context, { all = false, order, scope }) {
      if (all && !caller.holds('MENU_APP_MANAGE')) fail('ACCESS_DENIED');
      const tenant = viewTenantOf(caller, scope);
      await trees.catchUp(context);
      const person = personOf(caller);
      const { orderVersion } = await readUserState(person);
      const own = order === undefined && orderVersion > 0 ? await findUserOrder(database, person) : null;
      const { view, holdingOf } = snapshot.menuOf(tenant);
      const { pairs: held, key } = holdingOf(caller);
      const languages = languagesOf(caller, context);
      const apps = all ? view.apps.map((app) => ({ app, itemCount: app.nodes.length })) : seenApps(view, held);
      const owner = orderVersion === 0 ? '' : person.usernameFolded;
      return {
        models: inOwnOrder(apps, own).map(({ app, itemCount }) => toAppModel(app, itemCount, languages)),
        etag: tagOf([view.revision, tenant, all, order ?? '', key, languages, owner, orderVersion]),
      };
    },
    written(caller, context, tenant, uuid) {
      const app = snapshot.menuOf(tenant).view.findApp(uuid);
      if (app === undefined) fail('APP_NAME_NOT_FOUND', { errorArguments: [{ uuid }] });
      return toAppModel(app, app.nodes.length, languagesOf(caller, context));
    },
    async get(caller, context, by) {
      await trees.catchUp(context);
      const { view } = snapshot.menuOf(caller.tenantIdentifier);
      const app = 'uuid' in by ? view.findApp(by.uuid) : view.findAppByName(by.name);
      if (app === undefined) fail('APP_NAME_NOT_FOUND');
      const held = view.pairs.heldBy(caller);
      const shown = shownItems(app, held);
      const everything = caller.holds('MENU_VIEW_ALL');
      if (!everything && !isAppShown(app, held, shown)) fail('APP_NAME_NOT_FOUND');
      const itemCount = everything ? app.nodes.length : shown.reduce((sum, one) => sum + one, 0);
      return toAppModel(app, itemCount, languagesOf(caller, context));
    },
  };
}
