// Rules of the session operations: whose sessions may be seen and closed by whom.
import { resolvePageable, type SvcSession, type SvcSessionQueryModel, sessionSortStandard } from '@keelson/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Context } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database.ts';
import { fail, invalid } from '../../kernel/errors.ts';
import { foldName } from '../../kernel/fold.ts';
import { pageBody } from '../../kernel/page.ts';
import type { Actor } from './api.ts';
import { sessionTimeouts } from './session.settings.ts';
import { countSessionsOfUser, findSession } from './session.store.ts';
import type { SessionRecord } from './session.types.ts';
import { toSvcSession } from './session.wire.ts';
import type { SessionActivity } from './session-activity.ts';
import type { SessionCache } from './session-cache.ts';
import type { SessionEntry } from './session-entry.ts';
import { idleExpiryMs, securitySessionJson } from './session-json.ts';
import type { SessionLifecycle } from './session-lifecycle.ts';
import type { SessionLoader } from './session-loader.ts';
import { pageSessions } from './session-query.store.ts';
import { identifierIsToken, ownSessionsQuery } from './session-query.ts';
import { looksLikeToken } from './session-token.ts';

type SvcPageOfSessions = ReturnType<typeof pageBody<SvcSession, string>>;

export interface SessionService {
  /** JSON of the caller's own session, and when it ends unless it is used again. */
  current(caller: Caller, context: Context): Promise<{ readonly json: string; readonly expiryDate: string }>;
  /** Whether the caller's current session was closed by it. */
  close(caller: Caller, context: Context, identifier: string): Promise<boolean>;
  closeAllOfCaller(caller: Caller, context: Context, exceptCurrent: boolean): Promise<boolean>;
  exists(caller: Caller, identifier: string): Promise<boolean>;
  countOfCaller(caller: Caller): Promise<number>;
  pageOfCaller(caller: Caller, context: Context, model: SvcSessionQueryModel): Promise<SvcPageOfSessions>;
}

export interface SessionServiceDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly activity: SessionActivity;
  readonly cache: SessionCache;
  readonly loader: SessionLoader;
  readonly lifecycle: SessionLifecycle;
}

export function createSessionService(deps: SessionServiceDependencies): SessionService {
  const { clock, database, activity, cache, loader, lifecycle } = deps;

  const entryOf = async (caller: Caller): Promise<SessionEntry> => {
    const entry = cache.get(caller.identifier);
    if (entry !== undefined) return entry;
    // Evicted between the guard and here, or more live sessions than the cache holds.
    const loaded = await (caller.kind === 'person' ? loader.loadSession : loader.loadApiKey)(caller.identifier);
    if (loaded.kind === 'live') return loaded.entry;
    return loaded.kind === 'dead'
      ? fail('SESSION_EXPIRED', { errorArguments: [{ reason: loaded.reason }] })
      : fail('AUTHENTICATION_REQUIRED');
  };

  return {
    async current(caller, context) {
      const entry = await entryOf(caller);
      return {
        json: securitySessionJson(entry, context.language),
        expiryDate: new Date(idleExpiryMs(entry)).toISOString(),
      };
    },
    async close(caller, context, identifier) {
      refuseToken(identifier);
      await activity.settled();
      const isCurrent = identifier === caller.identifier;
      const record = await findSession(database, identifier);
      if (record === null || !mayClose(caller, record)) fail('SESSION_NOT_FOUND');
      if (!isCurrent) requireFresh(caller, clock.now());
      const own = isOwn(caller, record);
      const reason = isCurrent ? 'LOGOUT' : own ? 'USER' : caller.kind === 'api-key' ? 'SERVICE' : 'ADMIN';
      await database.transaction((tx) => lifecycle.close(tx, identifier, reason, actorOf(caller, context)));
      return isCurrent;
    },
    async closeAllOfCaller(caller, context, exceptCurrent) {
      await activity.settled();
      const user = ownerOf(caller);
      const except = exceptCurrent ? caller.identifier : null;
      if (exceptCurrent || (await countSessionsOfUser(database, user, clock.now())) > 1)
        requireFresh(caller, clock.now());
      await database.transaction((tx) => lifecycle.closeByUser(tx, user, 'USER', actorOf(caller, context), except));
      return !exceptCurrent && caller.kind === 'person';
    },
    async exists(caller, identifier) {
      refuseToken(identifier);
      await activity.settled();
      const found = await findSession(database, identifier);
      const record = found === null ? null : activity.latest(found);
      if (record === null || record.closedMs !== null || record.endsMs <= clock.now()) return false;
      return isOwn(caller, record) || (caller.holds('SESSION_VIEW') && reaches(caller, record));
    },
    async countOfCaller(caller) {
      await activity.settled();
      return countSessionsOfUser(database, ownerOf(caller), clock.now());
    },
    async pageOfCaller(caller, context, model) {
      const query = ownSessionsQuery(model, caller);
      await activity.settled();
      const page = resolvePageable(model.pageable, sessionSortStandard);
      const { records, total } = await pageSessions(database, query, page, clock.now());
      const data = records.map((record) => toSvcSession(record, caller.identifier, context.language));
      return pageBody(data, total, page);
    },
  };

  function requireFresh(caller: Caller, nowMs: number): void {
    if (caller.kind === 'api-key') return;
    if (nowMs - caller.authenticatedAt > sessionTimeouts().freshPeriodMs) fail('REAUTHENTICATION_REQUIRED');
  }
}

function refuseToken(identifier: string): void {
  if (looksLikeToken(identifier)) invalid(identifierIsToken(''));
}

function ownerOf(caller: Caller): { readonly tenantIdentifier: string; readonly usernameFolded: string } {
  return { tenantIdentifier: caller.tenantIdentifier, usernameFolded: foldName(caller.username) };
}

function isOwn(caller: Caller, record: SessionRecord): boolean {
  return record.tenantIdentifier === caller.tenantIdentifier && record.usernameFolded === foldName(caller.username);
}

/** A row of another tenant does not exist, and a system session is for those who may see such. */
function reaches(caller: Caller, record: SessionRecord): boolean {
  if (record.tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) return false;
  return !record.system || caller.holds('SESSION_SYSTEM');
}

function mayClose(caller: Caller, record: SessionRecord): boolean {
  return isOwn(caller, record) || (caller.holds('SESSION_CLOSE') && reaches(caller, record));
}

export function actorOf(caller: Caller, context: Context): Actor {
  return { username: caller.username, ipAddress: context.remoteAddress, requestId: context.requestId };
}
