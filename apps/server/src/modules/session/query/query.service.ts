// Rules of the session operations: whose sessions may be seen and closed by whom.
import {
  resolvePageable,
  type SvcSecuritySession,
  type SvcSession,
  type SvcSessionExpiryModel,
  type SvcSessionQueryModel,
  sessionSortStandard,
} from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Directories } from '../api.ts';
import type { SessionClosing } from '../close/close.service.ts';
import type { SessionLifecycle } from '../close/closing.ts';
import type { SessionActivity } from '../entry/activity.ts';
import type { SessionCache } from '../entry/cache.ts';
import { findSessionGrants } from '../entry/grants.ts';
import type { SessionLoader } from '../entry/loader.ts';
import { createEntryReader } from '../entry/reader.ts';
import { idleExpiryMs, securitySessionJson } from '../entry/security-session-json.ts';
import { isApiKeyEntry, type SessionEntry } from '../entry/session-entry.ts';
import { isFresh, maySee, ownerOf, requireFresh } from '../record/access.ts';
import { expiryReason } from '../record/lifespan.ts';
import { countSessionsOfUser, findSession } from '../record/session.store.ts';
import type { SessionRecord } from '../record/session.types.ts';
import { toSvcSession } from '../record/session.wire.ts';
import { withHolders } from '../search/authority-holders.ts';
import { type CheckedQuery, ownSessionsQuery, refuseToken, tenantSessionsQuery } from '../search/checked-query.ts';
import { countSessions, pageSessions, readSessions } from '../search/sessions.store.ts';
import { freshPeriodMs, type SessionSettings } from '../session.settings.ts';

const SECOND_MS = 1_000;

type SvcPageOfSessions = ReturnType<typeof pageBody<SvcSession, string>>;

export interface SessionService {
  /** JSON of the caller's own session, and when it ends unless it is used again. */
  current(act: Act): Promise<{ readonly json: string; readonly expiryDate: string }>;
  /** Whether the caller's current session was closed by it. */
  close(act: Act, identifier: string): Promise<boolean>;
  closeAllOfCaller(act: Act, exceptCurrent: boolean): Promise<boolean>;
  exists(act: Act, identifier: string): Promise<boolean>;
  countOfCaller(act: Act): Promise<number>;
  pageOfCaller(act: Act, model: SvcSessionQueryModel): Promise<SvcPageOfSessions>;
  pageOfTenant(act: Act, model: SvcSessionQueryModel): Promise<SvcPageOfSessions>;
  countOfTenant(act: Act, model: SvcSessionQueryModel): Promise<number>;
  /** Open or ended, with what its user may do now. */
  byIdentifier(act: Act, identifier: string): Promise<SvcSecuritySession>;
  expiry(act: Act): Promise<SvcSessionExpiryModel>;
}

export interface SessionServiceDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly activity: SessionActivity;
  readonly cache: SessionCache;
  readonly loader: SessionLoader;
  readonly lifecycle: SessionLifecycle;
  readonly closing: SessionClosing;
  readonly directories: () => Directories;
  readonly settings: SessionSettings;
}

export function createSessionService(deps: SessionServiceDependencies): SessionService {
  const { clock, database, activity, cache, loader, lifecycle, closing, directories, settings } = deps;

  const entryOf = createEntryReader({ cache, loader });

  return {
    async current({ caller, context }) {
      const entry = await entryOf(caller);
      return {
        json: securitySessionJson(entry, context.language),
        expiryDate: new Date(idleExpiryMs(entry)).toISOString(),
      };
    },
    async close(act, identifier) {
      refuseToken(identifier);
      return closing.reference(act, { identifier });
    },
    async closeAllOfCaller({ caller, actor }, exceptCurrent) {
      await activity.settled();
      const user = ownerOf(caller);
      const except = exceptCurrent ? caller.identifier : null;
      if (exceptCurrent || (await countSessionsOfUser(database, user, clock.now())) > 1)
        requireFresh(settings, caller, clock.now());
      await database.transaction((tx) => lifecycle.closeByUser(tx, user, 'USER', actor, except));
      return !exceptCurrent && caller.kind === 'person';
    },
    async exists({ caller }, identifier) {
      refuseToken(identifier);
      await activity.settled();
      const found = await findSession(database, identifier);
      const record = found === null ? null : activity.latest(found);
      if (record === null || record.closedMs !== null || record.endsMs <= clock.now()) return false;
      return maySee(caller, record);
    },
    async countOfCaller({ caller }) {
      await activity.settled();
      return countSessionsOfUser(database, ownerOf(caller), clock.now());
    },
    pageOfCaller: async (act, model) => readPage(deps, act, model, ownSessionsQuery(model, act.caller)),
    pageOfTenant: async (act, model) => readPage(deps, act, model, tenantSessionsQuery(model, act.caller)),
    async countOfTenant({ caller }, model) {
      const checked = tenantSessionsQuery(model, caller);
      await activity.settled();
      const query = await withHolders(checked, model.authority, { database, directories: directories() });
      return readSessions(database, query, (queryable) => countSessions(queryable, query, clock.now()));
    },
    async byIdentifier({ caller, context }, identifier) {
      refuseToken(identifier);
      await activity.settled();
      const found = await findSession(database, identifier);
      if (found === null || !maySee(caller, found)) fail('SESSION_NOT_FOUND');
      const record = activity.latest(found);
      const authorities = (await findSessionGrants(record, directories()))?.authorities ?? [];
      const session = toSvcSession(asEnded(record, clock.now()), caller.identifier, context.language);
      return { session, authorities: [...authorities] };
    },
    async expiry({ caller }) {
      return expiryOf(await entryOf(caller), caller, settings, clock.now());
    },
  };
}

/** Rows and total of one snapshot. */
async function readPage(
  { activity, database, directories, clock }: SessionServiceDependencies,
  { caller, context }: Act,
  model: SvcSessionQueryModel,
  checked: CheckedQuery,
): Promise<SvcPageOfSessions> {
  await activity.settled();
  const query = await withHolders(checked, model.authority, { database, directories: directories() });
  const pageable = resolvePageable(model.pageable, sessionSortStandard);
  const { records, total } = await readSessions(database, query, (queryable) =>
    pageSessions(queryable, query, pageable, clock.now()),
  );
  const data = records.map((record) => toSvcSession(record, caller.identifier, context.language));
  return pageBody(data, total, pageable);
}

/** A key never idles, and is exempt from freshness. */
function expiryOf(
  entry: SessionEntry,
  caller: Caller,
  settings: SessionSettings,
  nowMs: number,
): SvcSessionExpiryModel {
  const isKey = isApiKeyEntry(entry);
  const idleMs = isKey ? null : idleExpiryMs(entry);
  const endMs = Math.min(entry.expiryMs, idleMs ?? entry.expiryMs);
  const freshUntilMs = caller.authenticatedAt + freshPeriodMs(settings, caller.tenantIdentifier);
  return {
    idleExpiryDate: idleMs === null ? null : new Date(idleMs).toISOString(),
    expiryDate: new Date(entry.expiryMs).toISOString(),
    remainingSeconds: Math.max(0, Math.floor((endMs - nowMs) / SECOND_MS)),
    fresh: isFresh(settings, caller, nowMs),
    freshUntilDate: isKey ? null : new Date(freshUntilMs).toISOString(),
  };
}

/** One that has run out and that no sweep has marked yet shows what the sweep will write. */
function asEnded(record: SessionRecord, nowMs: number): SessionRecord {
  if (record.closedMs !== null || record.endsMs > nowMs) return record;
  return { ...record, closedMs: record.endsMs, closeReason: expiryReason(record.expiryMs, nowMs) };
}
