// Holds the SQL that numbers notifications after their commit, merges those of one key, and removes what is no longer kept.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';

const selectTenants = sql(
  'polling_numbering_tenants',
  `SELECT h.tenant_identifier AS tenant FROM polling_head h WHERE NOT h.disabled AND EXISTS (
     SELECT FROM polling_notification n WHERE n.tenant_identifier = h.tenant_identifier AND n.seq IS NULL) LIMIT 200`,
);
const countOpen = sql(
  'polling_numbering_count',
  'SELECT count(*)::int AS count, min(date_created) AS oldest FROM polling_notification WHERE seq IS NULL',
);
const makeMissingHeads = sql(
  'polling_numbering_heads',
  `INSERT INTO polling_head (tenant_identifier)
   SELECT DISTINCT n.tenant_identifier FROM polling_notification n WHERE n.seq IS NULL
     AND NOT EXISTS (SELECT FROM polling_head h WHERE h.tenant_identifier = n.tenant_identifier)
   ON CONFLICT DO NOTHING`,
);
const numberSome = sql(
  'polling_numbering_number',
  `WITH open AS (
     SELECT id, row_number() OVER (ORDER BY id) AS place FROM (
       SELECT id FROM polling_notification WHERE tenant_identifier = $1 AND seq IS NULL ORDER BY id LIMIT $2) o),
   head AS (
     UPDATE polling_head SET notification_seq = notification_seq + (SELECT count(*) FROM open) WHERE tenant_identifier = $1
     RETURNING notification_seq - (SELECT count(*) FROM open) AS base, change_seq AS "changeSeq")
   UPDATE polling_notification n SET seq = head.base + open.place FROM open, head WHERE n.id = open.id
   RETURNING n.id, n.group_key AS "groupKey", head.base + (SELECT count(*) FROM open) AS "notificationSeq", head."changeSeq"`,
);
// The oldest unread one of a key takes the newest text and number; its uuid stays, and the others are deleted.
const mergeSome = sql(
  'polling_numbering_merge',
  `WITH concerned AS (
     SELECT DISTINCT username_folded, group_key FROM polling_notification WHERE id = ANY($2::bigint[])),
   members AS (
     SELECT n.* FROM polling_notification n JOIN concerned c USING (username_folded, group_key)
     WHERE n.tenant_identifier = $1 AND n.seq IS NOT NULL AND n.read_date IS NULL AND n.archived_date IS NULL AND NOT n.deleted
     FOR UPDATE OF n),
   merged AS (
     SELECT username_folded, group_key, min(id) AS target, max(seq) AS seq, sum(group_count) AS count
     FROM members GROUP BY 1, 2 HAVING count(*) > 1),
   gone AS (
     UPDATE polling_notification n SET deleted = true, deleted_date = $3,
       -- One that was shown before is sent as gone under the new number, one that never was stands for none.
       seq = CASE WHEN n.id = ANY($2::bigint[]) THEN n.seq ELSE g.seq END,
       group_count = CASE WHEN n.id = ANY($2::bigint[]) THEN 0 ELSE n.group_count END
     FROM members m JOIN merged g USING (username_folded, group_key) WHERE n.id = m.id AND m.id <> g.target)
   UPDATE polling_notification n SET title = t.title, content = t.content, content_type = t.content_type,
     content_html = t.content_html, type = t.type, action_url = t.action_url, action_label = t.action_label,
     application = t.application, expire_date = t.expire_date, metadata = t.metadata, seq = g.seq, group_count = g.count,
     version = n.version + 1, updated_by = t.updated_by, date_updated = $3
   FROM merged g JOIN members t ON t.username_folded = g.username_folded AND t.group_key = g.group_key AND t.seq = g.seq
   WHERE n.id = g.target`,
);
const clearKeys = sql(
  'polling_numbering_clear_keys',
  `UPDATE polling_notification SET unique_key = NULL WHERE id = ANY (ARRAY(
     SELECT id FROM polling_notification WHERE unique_key IS NOT NULL AND date_created < $1 LIMIT $2))`,
);
const removeDeleted = sql(
  'polling_notification_remove_deleted',
  `DELETE FROM polling_notification WHERE id = ANY (ARRAY(
     SELECT id FROM polling_notification
     WHERE deleted AND date_created < $1 AND (group_count = 0 OR deleted_date < $2) LIMIT $3))`,
);
const removeOld = sql(
  'polling_notification_remove_old',
  `DELETE FROM polling_notification WHERE id = ANY (ARRAY(
     SELECT id FROM polling_notification
     WHERE date_created < $2 OR (date_created < $1 AND read_date IS NOT NULL) LIMIT $3))`,
);
// Read ones first, then the oldest are deleted until the bound of each user.
const removeExcess = sql(
  'polling_notification_remove_excess',
  `WITH full AS (
     SELECT tenant_identifier, username_folded FROM polling_notification GROUP BY 1, 2 HAVING count(*) > $1 LIMIT 100),
   ranked AS (
     SELECT n.id, row_number() OVER (PARTITION BY n.tenant_identifier, n.username_folded
       ORDER BY n.deleted, n.read_date IS NOT NULL, n.id DESC) AS place
     FROM polling_notification n JOIN full USING (tenant_identifier, username_folded))
   DELETE FROM polling_notification WHERE id = ANY (ARRAY(SELECT id FROM ranked WHERE place > $1 LIMIT $2))`,
);

/** Lists tenants in which something is not numbered. */
export async function listUnnumbered(queryable: Queryable): Promise<readonly string[]> {
  await queryable.execute(makeMissingHeads);
  return (await queryable.rows<{ tenant: string }>(selectTenants)).map(({ tenant }) => tenant);
}

/** Counts what is not numbered, and answers since when the oldest of it waits. */
export async function countUnnumbered(
  queryable: Queryable,
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const [row] = await queryable.rows<{ count: number; oldest: Date | null }>(countOpen);
  return row!;
}

export interface Numbered {
  readonly count: number;
  /** The numbers of the tenant now; null where there was nothing to number. */
  readonly head: { readonly changeSeq: number; readonly notificationSeq: number } | null;
}

/** Numbers at most so many in the order of their ids, and merges them; whoever calls holds the head row. */
export async function numberNotifications(
  tx: Transaction,
  tenantIdentifier: string,
  { limit, now }: { readonly limit: number; readonly now: Date },
): Promise<Numbered> {
  type Row = { id: number; groupKey: string | null; changeSeq: number; notificationSeq: number };
  const numbered = await tx.rows<Row>(numberSome, [tenantIdentifier, limit]);
  const keyed = numbered.filter(({ groupKey }) => groupKey !== null).map(({ id }) => id);
  if (keyed.length > 0) await tx.execute(mergeSome, [tenantIdentifier, keyed, now]);
  return { count: numbered.length, head: numbered[0] ?? null };
}

/** Removes old keys; answers how many rows changed, less than the limit when none is left. */
export function clearOldKeys(queryable: Queryable, before: Date, limit: number): Promise<number> {
  return queryable.execute(clearKeys, [before, limit]);
}

/**
 * Removes deleted ones: a shown one is kept for clients that have to learn of its end, another one as long as its key.
 */
export function removeDeletedNotifications(
  queryable: Queryable,
  { hiddenBefore, shownBefore }: { readonly hiddenBefore: Date; readonly shownBefore: Date },
  limit: number,
): Promise<number> {
  return queryable.execute(removeDeleted, [hiddenBefore, shownBefore, limit]);
}

export function removeOldNotifications(
  queryable: Queryable,
  { readBefore, allBefore }: { readonly readBefore: Date; readonly allBefore: Date },
  limit: number,
): Promise<number> {
  return queryable.execute(removeOld, [readBefore, allBefore, limit]);
}

export function removeExcessNotifications(queryable: Queryable, kept: number, limit: number): Promise<number> {
  return queryable.execute(removeExcess, [kept, limit]);
}
