// Wires the session module.
import { sessionModule as contract } from '@keelson/contract';
import { canonicalLocaleTag, describeLocale, preferredLocaleTag } from '../../kernel/locale/locale-object.ts';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import { parseAddressRange } from '../../kernel/text/address-range.ts';
import type { Directories, SessionApi } from './api.ts';
import { createBeginFeature } from './begin/feature.ts';
import { createCloseByQuery } from './close/by-query.service.ts';
import { createHandlers } from './close/close.routes.ts';
import { createSessionClosing } from './close/close.service.ts';
import { createSessionLifecycle } from './close/closing.ts';
import { createSessionDependents } from './close/dependents.ts';
import { createSessionActivity } from './entry/activity.ts';
import { createSessionCache } from './entry/cache.ts';
import { createSessionLoader } from './entry/loader.ts';
import { createSessionSignals } from './entry/signals.ts';
import { createSessionCallers } from './live/feature.ts';
import { createLiveHandlers } from './live/live.routes.ts';
import { identifierOf } from './live/token-shape.ts';
import { createSessionRotation, findEndReason } from './own/rotation.ts';
import { createSessionService } from './query/query.service.ts';
import { createSessionStatistics } from './query/statistics.service.ts';
import { hasTextIndex } from './search/sessions.store.ts';
import { sessionMenu } from './session.menu.ts';
import { sessionSettings } from './session.settings.ts';
import { sessionTimeoutRules } from './timeout.settings.ts';
import { createSessionJobs } from './upkeep/feature.ts';

/** The session module calls no other module: authentication registers its directories here. */
export type SessionPeers = Readonly<Record<string, never>>;

export const sessionModule: ServerModule<typeof contract, SessionApi, SessionPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: sessionMenu,
  create: createSession,
};

/** What other modules may call of this one that needs nothing but its arguments. */
const plainFunctions = {
  identifierOf,
  isAddressRange: (text: string) => parseAddressRange(text) !== null,
  canonicalLocaleTag,
  preferredLocaleTag,
  describeLocale,
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
  const { clock, database, events, eventReader, ids, config, notify, log, metrics, readiness } = kernel;
  const settings = kernel.settings.bind(sessionSettings);
  for (const rule of sessionTimeoutRules) kernel.settings.addRule(rule);
  const { directories, registerDirectories } = createDirectoryRegister();
  const cache = createSessionCache(config.sessionCacheMax);
  const activity = createSessionActivity({ database, clock, directories });
  const signals = createSessionSignals({
    database,
    clock,
    notify,
    cache,
    listening: config.databaseNotify === 'listen',
  });
  const loader = createSessionLoader({ database, clock, cache, activity, directories });
  const lifecycle = createSessionLifecycle({ clock, events, signals });
  const closing = createSessionClosing({ clock, database, activity, lifecycle, settings });
  const rotate = createSessionRotation({ clock, ids, events, signals });
  const begins = createBeginFeature({
    ...{ kernel, settings, directories, activity, signals, lifecycle, closing, rotate },
  });
  const sessions = createSessionService({
    ...{ clock, database, activity, cache, loader, lifecycle, closing, directories, settings },
  });
  const queries = {
    closeByQuery: createCloseByQuery({ clock, database, activity, events, signals, lifecycle, directories }),
    statistics: createSessionStatistics({ clock, database, activity, cache }),
  };
  const live = createSessionCallers({
    ...{ clock, database, events, eventReader, log, settings, cache, loader, signals, activity },
  });

  const api: SessionApi = {
    registerDirectories,
    ...begins.api,
    rotate,
    endReasonOf: (queryable, identifier) => findEndReason(queryable, identifier, clock.now()),
    close: lifecycle.close,
    closeByUser: lifecycle.closeByUser,
    closeByTenant: lifecycle.closeByTenant,
    ...createSessionDependents({ clock, signals, lifecycle }),
    onEnd: (identifier, fn) =>
      live.watch.onChange(identifier, (current) => {
        if (current === null) fn();
      }),
    validate: live.validation.validate,
    ...plainFunctions,
  };

  return {
    api,
    handlers: {
      ...createHandlers(sessions, closing, queries),
      ...begins.handlers(sessions),
      ...createLiveHandlers(live),
    },
    jobs: [...createSessionJobs({ database, clock, events, signals, activity, log, metrics, settings }), ...live.jobs],
    callers: live.callers,
    connect() {},
    async start() {
      await signals.start();
      if (await hasTextIndex(database)) return;
      readiness.warn('session-text-index', () => 'pg_trgm is missing: text filters of sessions are slow');
    },
  };
}
