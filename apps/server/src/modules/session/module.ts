// Wires the session module.
import { sessionModule as contract } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { Directories, SessionApi } from './api.ts';
import { createBeginFeature } from './begin/feature.ts';
import { createCloseFeature } from './close/feature.ts';
import { createActivity } from './entry/activity.ts';
import { createCache } from './entry/cache.ts';
import { createLoader } from './entry/loader.ts';
import { createReader } from './entry/reader.ts';
import { createSignals } from './entry/signals.ts';
import { createLiveFeature } from './live/feature.ts';
import { createOwnFeature } from './own/feature.ts';
import { createQueryFeature } from './query/feature.ts';
import { sessionDataSets } from './session.data-sets.store.ts';
import { sessionEvents } from './session.events.ts';
import { sessionMenu } from './session.menu.ts';
import { sessionSettings } from './session.settings.ts';
import { sessionTimeoutRules } from './timeout.settings.ts';
import { createUpkeepFeature } from './upkeep/feature.ts';

/** The session module calls no other module: authentication registers its directories here. */
export type SessionPeers = Readonly<Record<string, never>>;

export const sessionModule: ServerModule<typeof contract, SessionApi, SessionPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: sessionMenu,
  events: sessionEvents,
  settings: sessionSettings,
  settingRules: sessionTimeoutRules,
  dataSets: sessionDataSets,
  create: createSession,
};

function createDirectoryRegister() {
  let registered: Directories | null = null;
  return {
    directories: (): Directories => {
      if (registered === null) throw new Error('no directories are registered with the session module');
      return registered;
    },
    registerDirectories(given: Directories): void {
      if (registered !== null) throw new Error('directories are registered twice');
      registered = given;
    },
  };
}

function createSession(kernel: Kernel): ModuleInstance<typeof contract, SessionApi, SessionPeers> {
  const { clock, database, config, notify } = kernel;
  const settings = kernel.settings.bind(sessionSettings);
  const { directories, registerDirectories } = createDirectoryRegister();
  const cache = createCache(config.sessionCacheMax);
  const activity = createActivity({ database, clock, directories });
  const listening = config.databaseNotify === 'listen';
  const signals = createSignals({ database, clock, notify, cache, listening });
  const loader = createLoader({ database, clock, cache, activity, directories });
  const entryOf = createReader({ cache, loader });
  const parts = { ...kernel, settings, directories, cache, activity, signals, loader, entryOf };

  const close = createCloseFeature(parts);
  const { closeFamilies, ...closeApi } = close.api;
  const begin = createBeginFeature({ ...parts, closeFamilies });
  const own = createOwnFeature({ ...parts, closeFamilies });
  const query = createQueryFeature(parts);
  const live = createLiveFeature(parts);
  const upkeep = createUpkeepFeature(parts);

  return {
    api: {
      registerDirectories,
      ...closeApi,
      ...begin.api,
      ...own.api,
      ...query.api,
      ...live.api,
    },
    handlers: { ...close.handlers, ...begin.handlers, ...own.handlers, ...query.handlers, ...live.handlers },
    jobs: [...upkeep.jobs, ...live.jobs],
    callers: live.callers,
    connect() {},
    async start() {
      await signals.start();
      await query.start();
    },
  };
}
