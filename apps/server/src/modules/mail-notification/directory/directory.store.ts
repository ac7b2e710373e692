// Holds the SQL of mails whose tenants are deactivated or deleted.
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { heldByNobody } from '../../../kernel/lease/process.store.ts';

const pause = sql(
  'mail_tenant_pause',
  'INSERT INTO mail_tenant_mark (tenant_identifier) VALUES ($1) ON CONFLICT DO NOTHING',
);
// Mails that a process holds and has not begun are taken from it.
const giveBack = sql(
  'mail_tenant_give_back',
  `UPDATE mail SET leased_by = NULL, lease_token = NULL
   WHERE tenant_identifier = $1 AND leased_by IS NOT NULL AND status IN ('QUEUED', 'RETRY')`,
);
const goOn = sql(
  'mail_tenant_go_on',
  'DELETE FROM mail_tenant_mark WHERE tenant_identifier = $1 AND deleted_date IS NULL',
);
const end = sql(
  'mail_tenant_end',
  `INSERT INTO mail_tenant_mark (tenant_identifier, deleted_date) VALUES ($1, $2)
   ON CONFLICT (tenant_identifier) DO UPDATE SET deleted_date = excluded.deleted_date`,
);
// A mail under way waits for its result, unless its process has died.
const removeSome = sql(
  'mail_tenant_remove_some',
  `WITH gone AS (
     DELETE FROM mail WHERE id = ANY (ARRAY(
       SELECT id FROM mail WHERE tenant_identifier = $1 AND (status <> 'SENDING' OR ${heldByNobody('leased_by')})
       LIMIT $2 FOR UPDATE SKIP LOCKED))
     RETURNING id, content_date
   ), emptied AS (
     DELETE FROM mail_content c USING gone g WHERE c.mail_id = g.id AND c.content_date = g.content_date
   ), unfiled AS (
     DELETE FROM mail_attachment a USING gone g WHERE a.mail_id = g.id
   ), forgotten AS (
     DELETE FROM mail_attempt a USING gone g WHERE a.mail_id = g.id
   )
   SELECT id FROM gone`,
);
const findLeft = sql('mail_tenant_find_left', 'SELECT 1 AS left FROM mail WHERE tenant_identifier = $1 LIMIT 1');
// The feed is found by its places alone: an index by mail would cost every change of every mail.
const forgetChanges = sql(
  'mail_tenant_forget_changes',
  `WITH page AS MATERIALIZED (
     SELECT xid, id, mail_id FROM mail_event WHERE (xid, id) > ($1::xid8, $2::bigint) ORDER BY xid, id LIMIT $3
   ), gone AS (
     DELETE FROM mail_event e USING page p
     WHERE e.xid = p.xid AND e.id = p.id AND NOT EXISTS (SELECT FROM mail m WHERE m.id = p.mail_id)
   )
   SELECT xid::text AS xid, id::text AS "order" FROM page ORDER BY page.xid DESC, page.id DESC LIMIT 1`,
);
export async function pauseTenant(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.execute(pause, [tenantIdentifier]);
  await tx.execute(giveBack, [tenantIdentifier]);
}

export async function resumeTenant(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.execute(goOn, [tenantIdentifier]);
}

export async function endTenant(tx: Transaction, tenantIdentifier: string, now: Date): Promise<void> {
  await tx.execute(end, [tenantIdentifier, now]);
  await tx.execute(giveBack, [tenantIdentifier]);
}

/** Removes mails with all their rows and answers how many; fewer than `limit` means that those left are being sent. */
export async function removeMailsOf(queryable: Queryable, tenantIdentifier: string, limit: number): Promise<number> {
  return (await queryable.rows(removeSome, [tenantIdentifier, limit])).length;
}

export async function hasMails(queryable: Queryable, tenantIdentifier: string): Promise<boolean> {
  return (await queryable.rows(findLeft, [tenantIdentifier])).length > 0;
}

/**
 * Walks through so many changes of the feed, and deletes those of removed mails; answers how far it came, null at the
 * end.
 */
export async function forgetChangesAfter(queryable: Queryable, place: Cursor, limit: number): Promise<Cursor | null> {
  const [last] = await queryable.rows<Cursor>(forgetChanges, [place.xid, place.order, limit]);
  return last ?? null;
}
