// Wires the system menu module.
import { systemMenuModule as contract } from '@keelson/contract';
import packageFile from '../../../package.json' with { type: 'json' };
import type { MenuDefinition } from '../../kernel/menu-definition.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import type { SystemMenuApi } from './api.ts';
import { createApplicationService } from './application/application.service.ts';
import { createApplicationList } from './application/list.service.ts';
import { createApplicationOrder } from './application/order.service.ts';
import { createAuthorityService } from './authority/authority.service.ts';
import { createAuthorityMatrix } from './authority/matrix.service.ts';
import { createGrantCheck } from './change/grant-check.ts';
import { createMenuWriter } from './change/menu-changes.ts';
import { createRecordSaver } from './change/record-saver.ts';
import { createDirectoryFollower } from './directory/follow-directory.ts';
import { createFavoriteService } from './favorite/favorite.service.ts';
import { createItemService } from './item/item.service.ts';
import { createItemOrder } from './item/order.service.ts';
import { createMenuQuery } from './item/query.service.ts';
import { createOverlayService } from './overlay/overlay.service.ts';
import { createPreviewService } from './preview/preview.service.ts';
import { createRecentService } from './recent/recent.service.ts';
import { createUserStateReader } from './records/person.store.ts';
import { registerMenus } from './registration/register-menus.ts';
import { createMenuSearch } from './search/search.service.ts';
import { createMenuStreams } from './stream/stream.service.ts';
import { createMenuJobs } from './system-menu.jobs.ts';
import { systemMenuMenu } from './system-menu.menu.ts';
import { createHandlers } from './system-menu.routes.ts';
import { systemMenuSettings } from './system-menu.settings.ts';
import { createMenuTransfer } from './transfer/transfer.service.ts';
import { createTreeService } from './tree/tree.service.ts';
import { createMenuSnapshot } from './view/menu-snapshot.ts';

export interface SystemMenuPeers {
  readonly authentication: Pick<AuthenticationApi, 'findUnknownGrants' | 'findUserGrants' | 'registerDirectoryHandler'>;
}

type Instance = ModuleInstance<typeof contract, SystemMenuApi, SystemMenuPeers>;

export const systemMenuModule: ServerModule<typeof contract, SystemMenuApi, SystemMenuPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: systemMenuMenu,
  create: createSystemMenu,
};

function createSystemMenu(kernel: Kernel): Instance {
  const { clock, database, events, idempotency, ids, log, metrics, notify } = kernel;
  const settings = kernel.settings.bind(systemMenuSettings);
  const definitions: MenuDefinition[] = [];
  let connected: SystemMenuPeers | null = null;
  const authentication = (): SystemMenuPeers['authentication'] => {
    if (connected === null) throw new Error('the system menu module is not connected');
    return connected.authentication;
  };
  const newUuid = (): string => ids.uuidV7();
  const snapshot = createMenuSnapshot({ database, notify, log, metrics });
  const writer = createMenuWriter({ database, clock, events, snapshot });
  const saver = createRecordSaver({ idempotency, snapshot, writer });
  const grants = createGrantCheck((tenant, pairs) => authentication().findUnknownGrants(tenant, pairs));
  const readUserState = createUserStateReader(database);
  const trees = createTreeService({
    database,
    snapshot,
    readUserState,
    metrics,
    cacheMebibytes: () => settings.treeCacheSize.get(null),
  });

  return {
    api: {
      register: (definition) => void definitions.push(definition),
      treeFor: trees.forCaller,
      onMenuChanged: (listener) => snapshot.onChange((concerned) => listener(concerned)),
    },
    handlers: createHandlers({
      trees,
      search: createMenuSearch({ snapshot, trees }),
      applications: createApplicationService({ writer, saver, grants, newUuid }),
      applicationList: createApplicationList({ database, snapshot, trees, readUserState }),
      applicationOrder: createApplicationOrder({ database, snapshot, writer, newUuid }),
      items: createItemService({ snapshot, trees, writer, saver, newUuid }),
      itemOrder: createItemOrder({ writer, newUuid }),
      authorities: createAuthorityService({ snapshot, trees, writer, grants, newUuid }),
      authorityMatrix: createAuthorityMatrix({ snapshot, trees, writer, grants, newUuid }),
      overlays: createOverlayService({ writer }),
      queries: createMenuQuery({ snapshot, trees }),
      transfer: createMenuTransfer({ snapshot, trees, writer, grants, newUuid }),
      favorites: createFavoriteService({
        database,
        clock,
        snapshot,
        trees,
        newUuid,
        maxPerUser: (tenant) => settings.favoritesMax.get(tenant),
        freePaths: (tenant) => settings.freePaths.get(tenant),
      }),
      previews: createPreviewService({
        snapshot,
        trees,
        findUserGrants: (tenant, username) => authentication().findUserGrants(tenant, username),
      }),
      streams: createMenuStreams({ snapshot }),
      recents: createRecentService({
        database,
        clock,
        snapshot,
        trees,
        enabled: (tenant) => settings.recentsEnabled.get(tenant),
        maxPerUser: (tenant) => settings.recentsMax.get(tenant),
      }),
    }),
    jobs: createMenuJobs({
      database,
      clock,
      log,
      follower: snapshot.follower,
      orphanDays: () => settings.orphanDays.get(null),
    }),
    connect(peers) {
      connected = peers;
      peers.authentication.registerDirectoryHandler(contract.name, createDirectoryFollower({ clock, snapshot }));
    },
    async start() {
      await registerMenus({ database, clock, newUuid, version: packageFile.version }, definitions);
      await snapshot.follower.load();
    },
  };
}
