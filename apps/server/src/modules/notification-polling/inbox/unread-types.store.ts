// Holds the SQL that counts by type what a person has not read.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { isHeard, type PersonKey } from '../view/poll.store.ts';

const countTypes = sql(
  'polling_unread_types',
  `SELECT u.type, count(*)::int AS count FROM (
     SELECT a.type FROM polling_announcement a WHERE a.id = ANY($3::bigint[])
     UNION ALL
     SELECT n.type FROM polling_notification n
     LEFT JOIN polling_preference p ON p.tenant_identifier = $1 AND p.username_folded = $2
     WHERE (p.muted_types IS NULL OR ${isHeard('n', 'p')}) AND n.tenant_identifier = $1 AND n.username_folded = $2 AND n.read_date IS NULL AND n.archived_date IS NULL
       AND NOT n.deleted AND (n.expire_date IS NULL OR n.expire_date > $4)) u GROUP BY 1 ORDER BY 1`,
);

/** Counts these announcements and the unread notifications of a person. */
export function countUnreadTypes(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
  announcementIds: readonly number[],
  now: Date,
): Promise<readonly { readonly type: string; readonly count: number }[]> {
  return queryable.rows(countTypes, [tenantIdentifier, usernameFolded, announcementIds, now]);
}
