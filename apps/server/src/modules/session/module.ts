// Wires the session module.
import { sessionModule as contract } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import { parseAddressRange } from './address-range.ts';
import type { Directories, SessionApi } from './api.ts';
import { canonicalLocaleTag, describeLocale, preferredLocaleTag } from './locale/locale-object.ts';
import { createSessionJobs } from './session.jobs.ts';
import { sessionMenu } from './session.menu.ts';
import { createHandlers } from './session.routes.ts';
import { createSessionService } from './session.service.ts';
import { sessionSettings } from './session.settings.ts';
import { createSessionActivity } from './session-activity.ts';
import { createBeginFeature } from './session-begin-feature.ts';
import { createSessionCache } from './session-cache.ts';
import { createSessionCallers } from './session-callers.ts';
import { createCloseByQuery } from './session-close-query.ts';
import { createSessionClosing } from './session-closing.ts';
import { createSessionDependents } from './session-dependents.ts';
import { createSessionLifecycle } from './session-lifecycle.ts';
import { createLiveHandlers } from './session-live.routes.ts';
import { createSessionLoader } from './session-loader.ts';
import { hasTextIndex } from './session-query.store.ts';
import { createSessionRotation, findEndReason } from './session-rotation.ts';
import { createSessionSignals } from './session-signals.ts';
import { createSessionStatistics } from './session-statistics.ts';
import { sessionTimeoutRules } from './session-timeout.settings.ts';
import { identifierOf } from './session-token.ts';

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
