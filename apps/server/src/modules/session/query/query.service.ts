// Holds the rules of showing sessions: who may see whose, one by one, as pages and as numbers.
import {
  resolvePageable,
  type SvcSecuritySession,
  type SvcSession,
  type SvcSessionQueryModel,
  sessionSortStandard,
} from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { pageBody } from '../../../kernel/records/page.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { Directories } from '../api.ts';
import type { Activity } from '../entry/activity.ts';
import { findSessionGrants } from '../entry/grants.ts';
import { expiryReason } from '../record/lifespan.ts';
import { maySee, ownerOf } from '../record/owner-access.ts';
import { refuseToken } from '../record/refuse-token.ts';
import { countSessionsOfUser, findSession } from '../record/session.store.ts';
import type { SessionRecord } from '../record/session.types.ts';
import { toSvcSession } from '../record/session.wire.ts';
import { type CheckedQuery, ownSessionsQuery, tenantSessionsQuery } from '../search/checked-query.ts';
import { countSessions, pageSessions, readSessions } from '../search/sessions.store.ts';
import { withHolders } from '../search/with-holders.ts';

type SvcPageOfSessions = ReturnType<typeof pageBody<SvcSession, string>>;

interface QueryParts extends Pick<Kernel, 'clock' | 'database'> {
  readonly activity: Activity;
  readonly directories: () => Directories;
}

export type QueryService = ReturnType<typeof createQueryService>;

export function createQueryService({ clock, database, activity, directories }: QueryParts) {
  /** Reads the session as the database has it now, with the last access of this process. */
  const find = async (identifier: string): Promise<SessionRecord | null> => {
    refuseToken(identifier);
    await activity.settled();
    const found = await findSession(database, identifier);
    return found === null ? null : activity.latest(found);
  };

  const isLive = (record: SessionRecord | null): record is SessionRecord =>
    record !== null && record.closedMs === null && record.endsMs > clock.now();

  /** Reads rows and total of one snapshot. */
  const readPage = async (
    { caller, context }: Act,
    model: SvcSessionQueryModel,
    checked: CheckedQuery,
  ): Promise<SvcPageOfSessions> => {
    await activity.settled();
    const query = await withHolders(checked, model.authority, { database, directories: directories() });
    const pageable = resolvePageable(model.pageable, sessionSortStandard);
    const { records, total } = await readSessions(database, query, (queryable) =>
      pageSessions(queryable, query, pageable, clock.now()),
    );
    const data = records.map((record) => toSvcSession(record, caller.identifier, context.language));
    return pageBody(data, total, pageable);
  };

  return {
    async exists({ caller }: Act, identifier: string): Promise<boolean> {
      const record = await find(identifier);
      return isLive(record) && maySee(caller, record);
    },
    /** As `exists`, for a session of a service; to this operation those of people do not exist. */
    async existsSystem({ caller }: Act, identifier: string): Promise<boolean> {
      const record = await find(identifier);
      if (!isLive(record) || !record.system) return false;
      return record.tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
    },
    async countOfCaller({ caller }: Act): Promise<number> {
      await activity.settled();
      return countSessionsOfUser(database, ownerOf(caller), clock.now());
    },
    pageOfCaller: async (act: Act, model: SvcSessionQueryModel): Promise<SvcPageOfSessions> =>
      readPage(act, model, ownSessionsQuery(model, act.caller)),
    pageOfTenant: async (act: Act, model: SvcSessionQueryModel): Promise<SvcPageOfSessions> =>
      readPage(act, model, tenantSessionsQuery(model, act.caller)),
    async countOfTenant({ caller }: Act, model: SvcSessionQueryModel): Promise<number> {
      const checked = tenantSessionsQuery(model, caller);
      await activity.settled();
      const query = await withHolders(checked, model.authority, { database, directories: directories() });
      return readSessions(database, query, (queryable) => countSessions(queryable, query, clock.now()));
    },
    /** Reads a session, open or ended, with what its user may do now. */
    async getByIdentifier({ caller, context }: Act, identifier: string): Promise<SvcSecuritySession> {
      const record = await find(identifier);
      if (record === null || !maySee(caller, record)) failNotFound('SESSION_NOT_FOUND', { identifier });
      const authorities = (await findSessionGrants(record, directories()))?.authorities ?? [];
      const session = toSvcSession(asEnded(record, clock.now()), caller.identifier, context.language);
      return { session, authorities: [...authorities] };
    },
  };
}

/** Shows a session that has run out, but that no sweep has marked yet, as the sweep will write it. */
function asEnded(record: SessionRecord, nowMs: number): SessionRecord {
  if (record.closedMs !== null || record.endsMs > nowMs) return record;
  return { ...record, closedMs: record.endsMs, closeReason: expiryReason(record.expiryMs, nowMs) };
}
