// Lists applications: visible ones in the order of the person or of the organisation, and pages of all.
import {
  type MenuScope,
  menuSortStandard,
  resolvePageable,
  type SvcAppNameModel,
  type SvcAppNameQueryModel,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageInMemory } from '../../../kernel/records/page-in-memory.ts';
import { failAuthority } from '../../../kernel/request/errors.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { findUserOrder, personOf, type ReadUserState } from '../records/person.store.ts';
import { toAppModel } from '../view/application.wire.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuApp } from '../view/menu-view.ts';
import { isAppShown, type SeenApp, seenApps, shownItems } from '../view/shown-items.ts';
import { tagOf } from '../view/tag-of.ts';
import { createTextFilter, isOr, orderOf } from '../view/text-filter.ts';

export interface AskedApplications {
  readonly all?: boolean | undefined;
  readonly order?: 'ORGANISATION' | undefined;
  readonly scope?: MenuScope | undefined;
}

/** Puts ordered ones first, the others after them in their previous order. */
function inOwnOrder(apps: readonly SeenApp[], order: readonly string[] | null): readonly SeenApp[] {
  if (order === null) return apps;
  const places = new Map(order.map((uuid, place) => [uuid, place]));
  const placeOf = ({ app }: SeenApp): number => places.get(app.app.uuid) ?? places.size;
  return [...apps].sort((left, right) => placeOf(left) - placeOf(right));
}

export function createApplicationList({
  database,
  snapshot,
  readUserState,
}: Pick<Kernel, 'database'> & { readonly snapshot: MenuSnapshot; readonly readUserState: ReadUserState }) {
  return {
    async list(act: Act, { all = false, order, scope }: AskedApplications) {
      const { caller } = act;
      if (all && !caller.holds('MENU_APP_MANAGE')) failAuthority('MENU_APP_MANAGE');
      const { view, holdingOf } = await snapshot.menuFor(act, scope);
      const person = personOf(caller);
      const { orderVersion } = await readUserState(person);
      const own = order === undefined && orderVersion > 0 ? await findUserOrder(database, person) : null;
      const { pairs: held, key } = holdingOf(caller);
      const languages = languagesOf(caller, act.context);
      const apps = all ? view.apps.map((app) => ({ app, itemCount: app.nodes.length })) : seenApps(view, held);
      const owner = orderVersion === 0 ? '' : person.usernameFolded;
      return {
        models: inOwnOrder(apps, own).map(({ app, itemCount }) => toAppModel(app, itemCount, languages)),
        etag: tagOf([view.revision, view.tenant, all, order ?? '', key, languages, owner, orderVersion]),
      };
    },
    async get(act: Act, by: { readonly uuid: string } | { readonly name: string }): Promise<SvcAppNameModel> {
      const { view } = await snapshot.menuFor(act);
      const app = 'uuid' in by ? view.findApp(by.uuid) : view.findAppByName(by.name);
      if (app === undefined) failNotFound('APP_NAME_NOT_FOUND', by);
      const held = view.pairs.heldBy(act.caller);
      const shown = shownItems(app, held);
      const everything = act.caller.holds('MENU_VIEW_ALL');
      if (!everything && !isAppShown(app, held, shown)) failNotFound('APP_NAME_NOT_FOUND', by);
      const itemCount = everything ? app.nodes.length : shown.reduce((sum, one) => sum + one, 0);
      return toAppModel(app, itemCount, languagesOf(act.caller, act.context));
    },
    async page(
      act: Act,
      { scope, model }: { readonly scope: MenuScope | undefined; readonly model: SvcAppNameQueryModel },
    ) {
      const request = resolvePageable(model.pageable, menuSortStandard);
      const { view } = await snapshot.menuFor(act, scope);
      const languages = languagesOf(act.caller, act.context);
      const matches = createTextFilter(model.searchText);
      const found = view.apps.filter(
        ({ app }) =>
          isOr(model.enabled, app.enabled) &&
          isOr(model.shared, app.tenantIdentifier === null) &&
          isOr(model.system, app.system) &&
          matches(app),
      );
      const order = orderOf(languages, (one: MenuApp) => one.app);
      return pageInMemory(found, request, order, (one) => toAppModel(one, one.nodes.length, languages));
    },
  };
}
