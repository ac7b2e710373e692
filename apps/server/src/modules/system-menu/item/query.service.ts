// Finds items for administrators: filters, order and pages in memory.

import {
  type MenuScope,
  menuSortStandard,
  resolvePageable,
  type SvcMenuItemModel,
  type SvcMenuItemQueryModel,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { listInMemory, pageInMemory } from '../../../kernel/records/page-in-memory.ts';
import { languagesOf } from '../../../kernel/request/languages.ts';
import { requirePath } from '../records/require-path.ts';
import { effectiveLists, namesGrant } from '../view/effective-lists.ts';
import { toItemModel } from '../view/item.wire.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuNode, MenuView } from '../view/menu-view.ts';
import { createTextFilter, isOr, orderOf } from '../view/text-filter.ts';

interface AskedItems {
  readonly scope: MenuScope | undefined;
  readonly model: SvcMenuItemQueryModel;
}

/** Finds items in the order of the tree. */
function findNodes(view: MenuView, model: SvcMenuItemQueryModel): readonly MenuNode[] {
  const { appNameUuid, parentUuid, enabled, visible, system, overlaid } = model;
  const path = model.path == null ? null : requirePath('path', model.path);
  const matches = createTextFilter(model.searchText);
  return view.apps
    .filter(({ app }) => isOr(appNameUuid, app.uuid))
    .flatMap((app) => {
      const lists = effectiveLists(app);
      return app.nodes.filter(
        ({ item }, index) =>
          isOr(parentUuid, item.parentUuid) &&
          isOr(path, item.path) &&
          isOr(enabled, item.enabled) &&
          isOr(visible, item.visible) &&
          isOr(system, item.system) &&
          isOr(overlaid, item.overlaid) &&
          namesGrant(lists[index]!, model) &&
          matches(item, [item.externalUrl, ...item.keywordList]),
      );
    });
}

export function createItemQuery({ snapshot }: { readonly snapshot: MenuSnapshot }) {
  const find = async (act: Act, { scope, model }: AskedItems) => {
    const request = resolvePageable(model.pageable, menuSortStandard);
    const languages = languagesOf(act.caller, act.context);
    const { view } = await snapshot.menuFor(act, scope);
    return {
      nodes: findNodes(view, model),
      request,
      order: orderOf(languages, ({ item }: MenuNode) => item),
      toModel: (node: MenuNode) => toItemModel(node, languages),
    };
  };
  return {
    async page(act: Act, asked: AskedItems) {
      const { nodes, request, order, toModel } = await find(act, asked);
      return pageInMemory(nodes, request, order, toModel);
    },
    /** Lists items; more than 1,000 are 422 RESULT_TOO_LARGE. */
    async list(act: Act, asked: AskedItems): Promise<SvcMenuItemModel[]> {
      const { nodes, request, order, toModel } = await find(act, asked);
      return listInMemory(nodes, request, order, toModel);
    },
  };
}
