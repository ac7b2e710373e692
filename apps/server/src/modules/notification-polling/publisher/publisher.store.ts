// Holds the SQL of what is due: announcements that start, that end, and that are long over.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { announcementColumns } from '../record/announcement.store.ts';
import type { Announcement } from '../record/announcement.types.ts';

const isDue = `((a.status = 'SCHEDULED' AND a.start_date <= $1)
  OR (a.status IN ('SCHEDULED', 'PUBLISHED') AND a.end_date <= $1))`;

const selectTenants = sql(
  'polling_due_tenants',
  `SELECT DISTINCT a.tenant_identifier AS tenant FROM polling_announcement a
   WHERE ${isDue} AND NOT EXISTS (
     SELECT FROM polling_head h WHERE h.tenant_identifier = a.tenant_identifier AND h.disabled) LIMIT 200`,
);
const selectDue = sql(
  'polling_due_announcements',
  `SELECT ${announcementColumns} FROM polling_announcement a WHERE a.tenant_identifier = $2 AND ${isDue}
   ORDER BY a.start_date, a.id LIMIT 500`,
);
const selectNext = sql(
  'polling_due_next',
  `SELECT least(
     (SELECT min(start_date) FROM polling_announcement WHERE status = 'SCHEDULED'),
     (SELECT min(end_date) FROM polling_announcement WHERE status IN ('SCHEDULED', 'PUBLISHED') AND end_date IS NOT NULL)
   ) AS next`,
);
const selectOver = sql(
  'polling_over_list',
  `SELECT id FROM polling_announcement WHERE status IN ('EXPIRED', 'WITHDRAWN') AND date_updated < $1
   ORDER BY date_updated LIMIT $2`,
);
const removeReceipts = sql(
  'polling_over_receipts',
  `DELETE FROM polling_receipt WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM polling_receipt WHERE announcement_id = ANY($1::bigint[]) LIMIT $2))`,
);
const removeTexts = sql(
  'polling_over_texts',
  'DELETE FROM polling_announcement_content WHERE announcement_id = ANY($1::bigint[])',
);
const removeOver = sql('polling_over_remove', 'DELETE FROM polling_announcement WHERE id = ANY($1::bigint[])');

/** Lists tenants in which something starts or ends. */
export async function listDueTenants(queryable: Queryable, now: Date): Promise<readonly string[]> {
  return (await queryable.rows<{ tenant: string }>(selectTenants, [now])).map(({ tenant }) => tenant);
}

/** Lists what starts or ends in a tenant, in the order of the starts; at most 500. */
export function listDue(tx: Transaction, now: Date, tenantIdentifier: string): Promise<Announcement[]> {
  return tx.rows<Announcement>(selectDue, [now, tenantIdentifier]);
}

/** Answers when something starts or ends next; null: nothing does. */
export async function findNextDue(queryable: Queryable): Promise<Date | null> {
  const [row] = await queryable.rows<{ next: Date | null }>(selectNext);
  return row?.next ?? null;
}

export async function listOver(queryable: Queryable, before: Date, limit: number): Promise<readonly number[]> {
  return (await queryable.rows<{ id: number }>(selectOver, [before, limit])).map(({ id }) => id);
}

/** Answers how many were removed, which is less than the limit when none is left. */
export function removeReceiptsOf(queryable: Queryable, ids: readonly number[], limit: number): Promise<number> {
  return queryable.execute(removeReceipts, [ids, limit]);
}

export async function removeAnnouncements(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.execute(removeTexts, [ids]);
  await tx.execute(removeOver, [ids]);
}
