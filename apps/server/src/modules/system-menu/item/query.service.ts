// Applications, items and overlays as administrators look for them: filters, order and pages over memory.
import {
  listRowsMax,
  type MenuScope,
  menuOverlaySortStandard,
  menuSortStandard,
  type Pageable,
  resolvePageable,
  type SvcAppNameModel,
  type SvcAppNameQueryModel,
  type SvcMenuItemModel,
  type SvcMenuItemQueryModel,
  type SvcMenuOverlayModel,
  type SvcMenuOverlayQueryModel,
} from '@keelson/contract';
import { pageBody } from '../../../kernel/records/page.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { viewTenantOf } from '../change/menu-changes.ts';
import type { EffectiveApp } from '../records/effective-item.ts';
import type { OverlayRecord } from '../records/menu-record.types.ts';
import { languagesOf, nameFor } from '../records/name-for.ts';
import { requirePath } from '../records/require-path.ts';
import { foldText } from '../search/search.service.ts';
import type { TreeService } from '../tree/tree.service.ts';
import { toAppModel } from '../view/application.wire.ts';
import { effectiveLists, namesGrant } from '../view/effective-lists.ts';
import { toItemModel } from '../view/item.wire.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import type { MenuNode, MenuView } from '../view/menu-view.ts';

type Scope = MenuScope | undefined;
type Page<T> = ReturnType<typeof pageBody<T, string>>;

export interface MenuQuery {
  pageApps(caller: Caller, context: Context, scope: Scope, model: SvcAppNameQueryModel): Promise<Page<SvcAppNameModel>>;
  pageItems(
    caller: Caller,
    context: Context,
    scope: Scope,
    model: SvcMenuItemQueryModel,
  ): Promise<Page<SvcMenuItemModel>>;
  /** More than 1,000 are 422 RESULT_TOO_LARGE. */
  listItems(caller: Caller, context: Context, scope: Scope, model: SvcMenuItemQueryModel): Promise<SvcMenuItemModel[]>;
  pageOverlays(
    caller: Caller,
    context: Context,
    scope: Scope,
    model: SvcMenuOverlayQueryModel,
  ): Promise<Page<SvcMenuOverlayModel>>;
}

interface Sortable {
  readonly id: number;
}
type SortKeys<R> = Readonly<Record<string, (record: R) => string | number>>;

/** The number of the record is the last tie-break. */
function sorted<R extends Sortable>(records: readonly R[], { sort }: Pageable, keys: SortKeys<R>): readonly R[] {
  const sign = sort.direction === 'ASC' ? 1 : -1;
  const keysOf = sort.properties.map((property) => keys[property]!);
  return [...records].sort((left, right) => {
    for (const keyOf of keysOf) {
      const [ours, theirs] = [keyOf(left), keyOf(right)];
      if (ours !== theirs) return ours < theirs ? -sign : sign;
    }
    return (left.id - right.id) * sign;
  });
}

function pageOf<R, M>(records: readonly R[], request: Pageable, toModel: (record: R) => M): Page<M> {
  const first = request.pageNumber * request.pageSize;
  const rows = records.slice(first, first + request.pageSize);
  return pageBody(rows.map(toModel), records.length, request);
}

const isOr = <T>(wanted: T | null | undefined, value: T): boolean => wanted == null || wanted === value;

/** Any of the texts, in any language that the record has. */
function hasText(record: EffectiveApp, wanted: string | null, more: readonly (string | null)[]): boolean {
  if (wanted === null) return true;
  const { name, displayName, displayNameMap, description, path } = record;
  const texts = [name, displayName, ...Object.values(displayNameMap), description, path, ...more];
  return texts.some((text) => text !== null && foldText(text).includes(wanted));
}

function appKeys(languages: readonly string[]): SortKeys<EffectiveApp> {
  return {
    orderNumber: ({ orderNumber }) => orderNumber,
    name: ({ name }) => name,
    displayName: (record) => foldText(nameFor(record, languages)),
    path: ({ path }) => path ?? '',
    dateCreated: ({ dateCreated }) => Date.parse(dateCreated),
    dateUpdated: ({ dateUpdated }) => Date.parse(dateUpdated),
  };
}

/** Nodes by the number of their item, in the order of the tree. */
function findNodes(view: MenuView, model: SvcMenuItemQueryModel): readonly MenuNode[] {
  const { appNameUuid, parentUuid, enabled, visible, system, overlaid } = model;
  const path = model.path == null ? null : requirePath('path', model.path);
  const text = model.searchText == null ? null : foldText(model.searchText);
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
          hasText(item, text, [item.externalUrl, ...item.keywordList]),
      );
    });
}

function toOverlayModel({ targetType, targetUuid, tenantIdentifier, fields, version }: OverlayRecord) {
  return { targetType, targetUuid, tenantIdentifier, ...fields, version };
}

const overlayKeys: SortKeys<OverlayRecord> = {
  targetType: ({ targetType }) => targetType,
  dateUpdated: ({ dateUpdated }) => Date.parse(dateUpdated),
};

export function createMenuQuery(deps: {
  readonly snapshot: MenuSnapshot;
  readonly trees: Pick<TreeService, 'catchUp'>;
}): MenuQuery {
  const { snapshot, trees } = deps;
  const viewOf = async (caller: Caller, context: Context, scope: Scope): Promise<MenuView> => {
    const tenant = viewTenantOf(caller, scope);
    await trees.catchUp(context);
    return snapshot.menuOf(tenant).view;
  };
  const findItems = async (caller: Caller, context: Context, scope: Scope, model: SvcMenuItemQueryModel) => {
    const request = resolvePageable(model.pageable, menuSortStandard);
    const languages = languagesOf(caller, context);
    const nodes = findNodes(await viewOf(caller, context, scope), model);
    const byId = new Map(nodes.map((node) => [node.item.id, node]));
    const items = sorted(
      nodes.map(({ item }) => item),
      request,
      appKeys(languages),
    );
    const toModel = ({ id }: Sortable) => toItemModel(byId.get(id)!, languages);
    return { request, items, toModel };
  };

  return {
    async pageApps(caller, context, scope, model) {
      const request = resolvePageable(model.pageable, menuSortStandard);
      const languages = languagesOf(caller, context);
      const view = await viewOf(caller, context, scope);
      const text = model.searchText == null ? null : foldText(model.searchText);
      const found = view.apps
        .map(({ app }) => app)
        .filter(
          (app) =>
            isOr(model.enabled, app.enabled) &&
            isOr(model.shared, app.tenantIdentifier === null) &&
            isOr(model.system, app.system) &&
            hasText(app, text, []),
        );
      return pageOf(sorted(found, request, appKeys(languages)), request, ({ uuid }) => {
        const app = view.findApp(uuid)!;
        return toAppModel(app, app.nodes.length, languages);
      });
    },
    async pageItems(caller, context, scope, model) {
      const { request, items, toModel } = await findItems(caller, context, scope, model);
      return pageOf(items, request, toModel);
    },
    async listItems(caller, context, scope, model) {
      const { items, toModel } = await findItems(caller, context, scope, model);
      if (items.length > listRowsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: listRowsMax } });
      return items.map(toModel);
    },
    async pageOverlays(caller, context, scope, model) {
      const request = resolvePageable(model.pageable, menuOverlaySortStandard);
      const view = await viewOf(caller, context, scope);
      const found = [...snapshot.data().overlays.values()].filter(
        ({ tenantIdentifier, targetType, targetUuid, fields }) =>
          tenantIdentifier === view.tenant &&
          Object.keys(fields).length > 0 &&
          isOr(model.targetType, targetType) &&
          isOr(model.targetUuid, targetUuid) &&
          // Of what is gone from the code the overlay is kept, and nothing is shown.
          (targetType === 'APP' ? view.findApp(targetUuid) : view.findItem(targetUuid)) !== undefined,
      );
      return pageOf(sorted(found, request, overlayKeys), request, toOverlayModel);
    },
  };
}
