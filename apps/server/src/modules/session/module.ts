// Wires the session module.
import { sessionModule as contract } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import { parseAddressRange } from './address-range.ts';
import type { Directories, SessionApi } from './api.ts';
import { canonicalLocaleTag, describeLocale, preferredLocaleTag } from './locale/locale-object.ts';
import { createSessionJobs } from './session.jobs.ts';
import { createHandlers } from './session.routes.ts';
import { createSessionService } from './session.service.ts';
import { sessionTimeouts } from './session.settings.ts';
import { userKey } from './session.types.ts';
import { createSessionActivity } from './session-activity.ts';
import { createSessionAuthenticator } from './session-authenticator.ts';
import { createSessionCache } from './session-cache.ts';
import { createSessionLifecycle } from './session-lifecycle.ts';
import { createSessionLoader } from './session-loader.ts';
import { hasTextIndex } from './session-query.store.ts';
import { createSessionSignals } from './session-signals.ts';
import { identifierOf } from './session-token.ts';
import { createUnknownTokenLimit } from './unknown-token-limit.ts';

/** The session module calls no other module: authentication registers its directories here. */
export type SessionPeers = Readonly<Record<string, never>>;

export const sessionModule: ServerModule<typeof contract, SessionApi, SessionPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  create: createSession,
};

function createSession(kernel: Kernel): ModuleInstance<typeof contract, SessionApi, SessionPeers> {
  const { clock, database, events, ids, config, notify, log, readiness } = kernel;
  let registered: Directories | null = null;
  const directories = (): Directories => {
    if (registered === null) throw new Error('no directories are registered with the session module');
    return registered;
  };
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
  const lifecycle = createSessionLifecycle({ clock, ids, events, signals, directories });
  const unknownTokens = createUnknownTokenLimit();

  const api: SessionApi = {
    registerDirectories(given) {
      if (registered !== null) throw new Error('directories are registered twice');
      registered = given;
    },
    begin: lifecycle.begin,
    close: lifecycle.close,
    closeByUser: (tx, user, reason, actor) => lifecycle.closeByUser(tx, user, reason, actor),
    refreshUser: (tx, tenantIdentifier, usernameFolded) =>
      signals.publish(tx, { scope: 'USER', effect: 'REFRESH', keys: [userKey(tenantIdentifier, usernameFolded)] }),
    refreshRole: (tx, roleCode) => signals.publish(tx, { scope: 'ROLE', effect: 'REFRESH', keys: [roleCode] }),
    refreshKey: (tx, keyUuid) => signals.publish(tx, { scope: 'KEY', effect: 'REFRESH', keys: [keyUuid] }),
    identifierOf,
    isAddressRange: (text) => parseAddressRange(text) !== null,
    canonicalLocaleTag,
    preferredLocaleTag,
    describeLocale,
  };

  return {
    api,
    handlers: createHandlers(createSessionService({ clock, database, activity, cache, loader, lifecycle })),
    jobs: createSessionJobs({ signals, activity, log }),
    authenticate: createSessionAuthenticator({ clock, cache, loader, signals, activity, unknownTokens }),
    freshPeriodMs: () => sessionTimeouts().freshPeriodMs,
    connect() {},
    async start() {
      await signals.start();
      if (await hasTextIndex(database)) return;
      readiness.warn('session-text-index', () => 'pg_trgm is missing: text filters of sessions are slow');
    },
  };
}
