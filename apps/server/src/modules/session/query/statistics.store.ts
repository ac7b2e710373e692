// Holds the SQL of the figures of a tenant's sessions.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { liveSql } from '../record/live.store.ts';

/** Numbers of open sessions of a tenant, by kind and level. */
export interface LiveFigures {
  readonly open: number;
  readonly system: number;
  readonly distinctUsers: number;
  readonly aal1: number;
  readonly aal2: number;
}

const countLive = sql(
  'session_statistics_live',
  `SELECT count(*) FILTER (WHERE NOT e.system)::int AS open, count(*) FILTER (WHERE e.system)::int AS system,
     count(DISTINCT e.username_folded) FILTER (WHERE NOT e.system)::int AS "distinctUsers",
     count(*) FILTER (WHERE NOT e.system AND e.assurance = 'AAL1')::int AS aal1,
     count(*) FILTER (WHERE NOT e.system AND e.assurance = 'AAL2')::int AS aal2
   FROM session_entry e JOIN session_activity a ON a.session_id = e.id
   WHERE e.tenant_identifier = $1 AND ${liveSql('e', 'a', '$2')}`,
);

// Sessions that began since and have ended have also ended since, which an index finds. A session with a successor is
// the same session as that.
const countBegun = sql(
  'session_statistics_begun',
  `SELECT floor(extract(epoch FROM $3::timestamptz - created) / 3600)::int AS "hoursAgo", count(*)::int AS number FROM (
       SELECT created FROM session_entry
       WHERE tenant_identifier = $1 AND NOT system AND closed_date IS NULL AND created > $2
       UNION ALL
       SELECT created FROM session_entry
       WHERE tenant_identifier = $1 AND NOT system AND closed_date > $2 AND created > $2 AND successor_id IS NULL) s
   GROUP BY 1`,
);

const countClosed = sql(
  'session_statistics_closed',
  `SELECT close_reason AS reason, count(*)::int AS number FROM session_entry
   WHERE tenant_identifier = $1 AND NOT system AND closed_date > $2 GROUP BY close_reason`,
);

export async function countLiveFigures(
  queryable: Queryable,
  tenantIdentifier: string,
  nowMs: number,
): Promise<LiveFigures> {
  const [row] = await queryable.rows<LiveFigures>(countLive, [tenantIdentifier, new Date(nowMs)]);
  return row!;
}

/** Counts the sessions begun in each of the last hours that had any; 0 is the running one. */
export async function countBegunPerHour(
  queryable: Queryable,
  tenantIdentifier: string,
  sinceMs: number,
  nowMs: number,
): Promise<readonly { readonly hoursAgo: number; readonly number: number }[]> {
  const values = [tenantIdentifier, new Date(sinceMs), new Date(nowMs)];
  return queryable.rows<{ hoursAgo: number; number: number }>(countBegun, values);
}

export async function countClosedPerReason(
  queryable: Queryable,
  tenantIdentifier: string,
  sinceMs: number,
): Promise<readonly { readonly reason: string; readonly number: number }[]> {
  const values = [tenantIdentifier, new Date(sinceMs)];
  return queryable.rows<{ reason: string; number: number }>(countClosed, values);
}
