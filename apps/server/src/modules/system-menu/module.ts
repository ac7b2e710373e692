// Wires the system menu module.
import { systemMenuModule as contract } from '@keelson/contract';
import packageFile from '../../../package.json' with { type: 'json' };
import type { MenuDefinition } from '../../kernel/menu-definition.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { AuthenticationApi } from '../authentication/api.ts';
import type { SystemMenuApi } from './api.ts';
import { createApplicationFeature } from './application/feature.ts';
import { createAuthorityFeature } from './authority/feature.ts';
import { createGrantCheck } from './change/grant-check.ts';
import { createMenuChanges } from './change/menu-changes.ts';
import { createDirectoryFeature } from './directory/feature.ts';
import { createFavoriteFeature } from './favorite/feature.ts';
import { createItemFeature } from './item/feature.ts';
import { createOverlayFeature } from './overlay/feature.ts';
import { createPreviewFeature } from './preview/feature.ts';
import { createRecentFeature } from './recent/feature.ts';
import { createUserStateReader } from './records/person.store.ts';
import { createRegistrationFeature } from './registration/feature.ts';
import { createSearchFeature } from './search/feature.ts';
import { createStreamFeature } from './stream/feature.ts';
import { systemMenuEvents } from './system-menu.events.ts';
import { createMenuProbe } from './system-menu.jobs.ts';
import { systemMenuMenu } from './system-menu.menu.ts';
import { systemMenuSettings } from './system-menu.settings.ts';
import { systemMenuTables } from './system-menu.tables.store.ts';
import { createTransferFeature } from './transfer/feature.ts';
import { createTreeFeature } from './tree/feature.ts';
import { createMenuSnapshot } from './view/menu-snapshot.ts';
import { withKeptIdentifiers } from './with-kept-identifiers.ts';

export interface SystemMenuPeers {
  /** Pages of every module. */
  readonly menus: readonly MenuDefinition[];
  readonly authentication: Pick<AuthenticationApi, 'findUnknownGrants' | 'findUserGrants'>;
}

type Instance = ModuleInstance<typeof contract, SystemMenuApi, SystemMenuPeers>;

export const systemMenuModule: ServerModule<typeof contract, SystemMenuApi, SystemMenuPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: systemMenuMenu,
  events: systemMenuEvents,
  settings: systemMenuSettings,
  tables: systemMenuTables,
  create: createSystemMenu,
};

function createFeatures(kernel: Kernel, authentication: () => SystemMenuPeers['authentication']) {
  const settings = kernel.settings.bind(systemMenuSettings);
  const snapshot = createMenuSnapshot(kernel);
  const menu = {
    ...kernel,
    snapshot,
    changes: createMenuChanges({ clock: kernel.clock, snapshot }),
    grants: createGrantCheck((tenant, pairs) => authentication().findUnknownGrants(tenant, pairs)),
    readUserState: createUserStateReader(kernel.database),
  };
  const favorites = createFavoriteFeature({
    ...menu,
    limits: {
      maxPerUser: (tenant) => settings.favoritesMax.get(tenant),
      freePaths: (tenant) => settings.freePaths.get(tenant),
    },
    orphanDays: () => settings.orphanDays.get(null),
  });
  return {
    snapshot,
    favorites,
    applications: createApplicationFeature(menu),
    items: createItemFeature(menu),
    authorities: createAuthorityFeature(menu),
    overlays: createOverlayFeature(menu),
    trees: createTreeFeature({
      ...menu,
      listBoundItems: favorites.api.listBoundItems,
      cacheMebibytes: () => settings.treeCacheSize.get(null),
    }),
    searches: createSearchFeature(menu),
    previews: createPreviewFeature({
      snapshot,
      findUserGrants: (tenant, username) => authentication().findUserGrants(tenant, username),
    }),
    recents: createRecentFeature({
      ...menu,
      enabled: (tenant) => settings.recentsEnabled.get(tenant),
      maxPerUser: (tenant) => settings.recentsMax.get(tenant),
    }),
    streams: createStreamFeature(menu),
    transfers: createTransferFeature(menu),
    registration: createRegistrationFeature({ ...menu, version: packageFile.version }),
    directory: createDirectoryFeature(menu),
  };
}

function createSystemMenu(kernel: Kernel): Instance {
  let connected: SystemMenuPeers | null = null;
  const features = createFeatures(kernel, () => {
    if (connected === null) throw new Error('the system menu module is not connected');
    return connected.authentication;
  });
  const { follower, onChange } = features.snapshot;

  return {
    api: {
      treeFor: features.trees.api.forCaller,
      onMenuChanged: (listener) => onChange((concerned) => listener(concerned)),
    },
    handlers: withKeptIdentifiers({
      ...features.applications.handlers,
      ...features.items.handlers,
      ...features.authorities.handlers,
      ...features.overlays.handlers,
      ...features.trees.handlers,
      ...features.searches.handlers,
      ...features.previews.handlers,
      ...features.favorites.handlers,
      ...features.recents.handlers,
      ...features.streams.handlers,
      ...features.transfers.handlers,
    }),
    directoryHooks: [features.directory.hooks],
    jobs: [createMenuProbe({ log: kernel.log, follower }), ...features.favorites.jobs],
    connect(peers) {
      connected = peers;
      for (const menu of peers.menus) features.registration.api.add(menu);
    },
    async start() {
      await follower.load();
      await features.registration.api.registerAll();
    },
  };
}
