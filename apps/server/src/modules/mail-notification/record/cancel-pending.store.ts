// Cancels the mails of a template that were not sent yet.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import { settleEnded } from './settle-ended.store.ts';
import { STATUS_CHANGE } from './status-change.store.ts';

// A mail under way counts as sent; copies that ended before keep their status.
const CANCEL = sql(
  'mail_cancel_pending',
  `WITH pending AS (
     SELECT id FROM mail WHERE tenant_identifier = $1 AND template_code = $2 AND status IN ('QUEUED', 'RETRY') LIMIT $5 FOR UPDATE
   ), copies AS (
     UPDATE mail_recipient r SET status = 'CANCELLED' FROM pending p WHERE r.mail_id = p.id AND r.status IN ('QUEUED', 'RETRY')
   ), cancelled AS (
     UPDATE mail m SET status = 'CANCELLED', ${STATUS_CHANGE}, version = version + 1, updated_by = $4, date_updated = $3, ended_date = $3,
       leased_by = NULL, lease_token = NULL, content_removed = m.content_removed OR m.sensitive
     FROM pending p WHERE m.id = p.id RETURNING m.id, m.content_date, m.sensitive
   ), emptied AS (
     DELETE FROM mail_content c USING cancelled k WHERE k.sensitive AND c.mail_id = k.id AND c.content_date = k.content_date
   ), unfiled AS (
     DELETE FROM mail_attachment a USING cancelled k WHERE k.sensitive AND a.mail_id = k.id
   )
   SELECT id FROM cancelled`,
);

/** Cancels mails and answers how many; fewer than `limit` means that nothing is left. */
export async function cancelPending(
  tx: Transaction,
  of: { readonly tenantIdentifier: string; readonly templateCode: string },
  by: { readonly now: Date; readonly username: string; readonly limit: number },
): Promise<number> {
  const values = [of.tenantIdentifier, of.templateCode, by.now, by.username, by.limit];
  const cancelled = await tx.rows<{ id: number }>(CANCEL, values);
  const ids = cancelled.map(({ id }) => id);
  await settleEnded(tx, ids, by.now);
  return ids.length;
}
