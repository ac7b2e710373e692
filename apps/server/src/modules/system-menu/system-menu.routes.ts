// Contract operations of the module, as calls of its services.
import type { Handlers, MenuScope, systemMenuModule } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';
import type { ApplicationService } from './application/application.service.ts';
import type { ApplicationList } from './application/list.service.ts';
import type { ApplicationOrder } from './application/order.service.ts';
import type { AuthorityService } from './authority/authority.service.ts';
import type { AuthorityMatrix } from './authority/matrix.service.ts';
import { viewTenantOf } from './change/menu-changes.ts';
import type { FavoriteService } from './favorite/favorite.service.ts';
import type { ItemService } from './item/item.service.ts';
import type { ItemOrder } from './item/order.service.ts';
import type { MenuQuery } from './item/query.service.ts';
import type { OverlayService } from './overlay/overlay.service.ts';
import type { PreviewService } from './preview/preview.service.ts';
import type { RecentService } from './recent/recent.service.ts';
import type { MenuSearch } from './search/search.service.ts';
import type { MenuStreams } from './stream/stream.service.ts';
import type { MenuTransfer } from './transfer/transfer.service.ts';
import type { TreeService } from './tree/tree.service.ts';
import { withKeptIdentifiers } from './with-kept-identifiers.ts';

export interface MenuServices {
  readonly applications: ApplicationService;
  readonly applicationList: ApplicationList;
  readonly applicationOrder: ApplicationOrder;
  readonly items: ItemService;
  readonly itemOrder: ItemOrder;
  readonly trees: TreeService;
  readonly search: MenuSearch;
  readonly authorities: AuthorityService;
  readonly authorityMatrix: AuthorityMatrix;
  readonly overlays: OverlayService;
  readonly queries: MenuQuery;
  readonly transfer: MenuTransfer;
  readonly favorites: FavoriteService;
  readonly recents: RecentService;
  readonly previews: PreviewService;
  readonly streams: MenuStreams;
}

type AllHandlers = Handlers<typeof systemMenuModule, Caller, Context>;

const readHeaders = {
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Cookie, Accept-Language',
} as const;

const treeHeaders = { ...readHeaders, vary: `${readHeaders.vary}, Accept-Encoding` } as const;

const revisionHeader = (revision: number) => ({ 'x-svc-menu-revision': String(revision) });
const done = (revision: number) => ({ body: undefined, headers: revisionHeader(revision) });

interface Switch {
  readonly params: { readonly uuid: string };
  readonly query: { readonly scope?: MenuScope };
}

const switching = ({ params, query }: Switch, enabled: boolean) => ({
  uuid: params.uuid,
  enabled,
  scope: query.scope,
});

function applicationHandlers({ applications, applicationList, applicationOrder }: MenuServices) {
  /** A shared one is answered as its tenant sees it, unless the shared record itself was written. */
  const shown = (caller: Caller, context: Context, scope: MenuScope | undefined, uuid: string) =>
    applicationList.written(caller, context, viewTenantOf(caller, scope), uuid);
  return {
    async getAppNameDataList({ caller, context, query }) {
      const { models, etag } = await applicationList.list(caller, context, query);
      return { body: models, headers: { etag, ...readHeaders } };
    },
    async appName_update({ caller, context, query: { scope }, body }) {
      const { uuid, revision } = await applications.update(caller, context, scope, body);
      return { body: shown(caller, context, scope, uuid), headers: revisionHeader(revision) };
    },
    appName_updateAll: async ({ caller, context, query: { scope }, body }) =>
      done(await applicationOrder.forOrganisation(caller, context, scope, body)),
    async updateAllByUser({ caller, context, body }) {
      await applicationOrder.forPerson(caller, context, body);
      return undefined;
    },
    async resetUserOrder({ caller }) {
      await applicationOrder.resetPerson(caller);
      return undefined;
    },
    async appName_save({ caller, context, body }) {
      const { model, revision } = await applications.save(caller, context, body);
      return { body: model, headers: revisionHeader(revision) };
    },
    appName_getByUuid: async ({ caller, context, params }) => applicationList.get(caller, context, params),
    getByName: async ({ caller, context, params }) => applicationList.get(caller, context, params),
    appName_delete: async ({ caller, context, params, query }) =>
      done(await applications.remove(caller, context, params.uuid, query)),
    appName_activate: async (request) =>
      done(await applications.setEnabled(request.caller, request.context, switching(request, true))),
    appName_deactivate: async (request) =>
      done(await applications.setEnabled(request.caller, request.context, switching(request, false))),
  } satisfies Partial<AllHandlers>;
}

function itemHandlers({ items, itemOrder, trees, search }: MenuServices) {
  const shown = (caller: Caller, context: Context, scope: MenuScope | undefined, uuid: string) =>
    items.shown(caller, context, viewTenantOf(caller, scope), uuid);
  return {
    async getTree({ caller, context, query }) {
      const { body, etag } = await trees.own(caller, context, query.appName);
      return { body, headers: { etag, ...treeHeaders } };
    },
    getTreeAll: async ({ caller, context, query }) => trees.whole(caller, context, query),
    search: async ({ caller, context, body }) => search.search(caller, context, body),
    menuItem_getByUuid: async ({ caller, context, params }) => items.get(caller, context, params.uuid),
    async menuItem_save({ caller, context, body }) {
      const { model, revision } = await items.save(caller, context, body);
      return { body: model, headers: revisionHeader(revision) };
    },
    async menuItem_update({ caller, context, query: { scope }, body }) {
      const { uuid, revision } = await items.update(caller, context, scope, body);
      return { body: shown(caller, context, scope, uuid), headers: revisionHeader(revision) };
    },
    async move({ caller, context, query: { scope }, body }) {
      const { uuid, revision } = await itemOrder.move(caller, context, scope, body);
      return { body: shown(caller, context, scope, uuid), headers: revisionHeader(revision) };
    },
    menuItem_updateAll: async ({ caller, context, query: { scope }, body }) =>
      done(await itemOrder.order(caller, context, scope, body)),
    menuItem_delete: async ({ caller, context, params, query }) =>
      done(await items.remove(caller, context, params.uuid, query)),
    menuItem_activate: async (request) =>
      done(await items.setEnabled(request.caller, request.context, switching(request, true))),
    menuItem_deactivate: async (request) =>
      done(await items.setEnabled(request.caller, request.context, switching(request, false))),
  } satisfies Partial<AllHandlers>;
}

function levelHandlers({ authorities, authorityMatrix, overlays }: MenuServices) {
  return {
    resetOverlay: async ({ caller, context, params, query }) =>
      done(await overlays.reset(caller, context, query.scope, params.uuid)),
    getByMenuItemUuid: async ({ caller, context, params, query }) =>
      authorities.get(caller, context, query.scope, params.uuid),
    menuAuthority_update: async ({ caller, context, query, body }) =>
      done(await authorities.save(caller, context, query.scope, body)),
    menuAuthority_updateAll: async ({ caller, context, query, body }) =>
      done(await authorityMatrix.save(caller, context, query.scope, body)),
    menuAuthority_queryDataList: async ({ caller, context, query, body }) =>
      authorityMatrix.list(caller, context, query.scope, body),
    menuAuthority_delete: async ({ caller, context, params, query }) =>
      done(await authorities.remove(caller, context, params.uuid, query)),
  } satisfies Partial<AllHandlers>;
}

function queryHandlers({ queries, transfer }: MenuServices) {
  return {
    appName_queryDataPage: async ({ caller, context, query, body }) =>
      queries.pageApps(caller, context, query.scope, body),
    menuItem_queryDataPage: async ({ caller, context, query, body }) =>
      queries.pageItems(caller, context, query.scope, body),
    menuItem_queryDataList: async ({ caller, context, query, body }) =>
      queries.listItems(caller, context, query.scope, body),
    menuOverlay_queryDataPage: async ({ caller, context, query, body }) =>
      queries.pageOverlays(caller, context, query.scope, body),
    exportAll: async ({ caller, context, query }) => transfer.exportAll(caller, context, query.scope),
    async importAll({ caller, context, query, body }) {
      const { result, revision } = await transfer.importAll(caller, context, body, query);
      return { body: result, headers: revisionHeader(revision) };
    },
  } satisfies Partial<AllHandlers>;
}

function favoriteHandlers({ favorites }: MenuServices) {
  return {
    async deleteByPath({ caller, context, body, query }) {
      await favorites.removeByPath(caller, context, body, query.path);
      return undefined;
    },
    favorite_getDataList: async ({ caller, context, query }) =>
      favorites.list(caller, context, query.includeHidden ?? false),
    favorite_save: async ({ caller, context, body }) => favorites.save(caller, context, body),
    favorite_update: async ({ caller, context, body }) => favorites.update(caller, context, body),
    exist: async ({ caller, context, body }) => favorites.exists(caller, context, body),
    async favorite_updateAll({ caller, context, body }) {
      await favorites.order(caller, context, body);
      return undefined;
    },
    async favorite_deleteByUuid({ caller, params }) {
      await favorites.removeByUuid(caller, params.uuid);
      return undefined;
    },
    async favorite_deleteAll({ caller }) {
      await favorites.removeAll(caller);
      return undefined;
    },
  } satisfies Partial<AllHandlers>;
}

function recentHandlers({ recents }: MenuServices) {
  return {
    getRecentList: async ({ caller, context }) => recents.list(caller, context),
    async addRecent({ caller, body }) {
      await recents.add(caller, body.path);
      return undefined;
    },
    async clearRecents({ caller }) {
      await recents.clear(caller);
      return undefined;
    },
  } satisfies Partial<AllHandlers>;
}

function viewHandlers({ previews, streams }: MenuServices) {
  return {
    previewTree: async ({ caller, context, body }) => previews.preview(caller, context, body),
    explainVisibility: async ({ caller, context, params, query }) =>
      previews.explain(caller, context, params.uuid, query.username),
    streamChanges: async ({ caller, context }) => streams.stream(caller, context.lastEventId),
  } satisfies Partial<AllHandlers>;
}

export function createHandlers(services: MenuServices): AllHandlers {
  return withKeptIdentifiers({
    ...applicationHandlers(services),
    ...itemHandlers(services),
    ...levelHandlers(services),
    ...queryHandlers(services),
    ...favoriteHandlers(services),
    ...recentHandlers(services),
    ...viewHandlers(services),
  });
}
