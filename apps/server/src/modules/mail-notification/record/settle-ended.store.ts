// Settles mails whose waiting copies have just ended: sets their status by all of their copies, and records the change.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { MailStatus } from './mail.types.ts';

// A statement of its own, since it reads what the one before it wrote: copies may have ended differently.
const SETTLE = sql(
  'mail_settle_ended',
  `WITH ended AS (
     SELECT r.mail_id, CASE WHEN count(DISTINCT r.status) = 1 THEN min(r.status) ELSE 'PARTIAL' END AS status
     FROM mail_recipient r WHERE r.mail_id = ANY($1::bigint[]) GROUP BY r.mail_id
   ), settled AS (
     UPDATE mail m SET status = e.status FROM ended e WHERE m.id = e.mail_id AND m.status <> e.status
   )
   INSERT INTO mail_event (xid, at, mail_id, status_before, status)
   SELECT m.feed_xid, $2, m.id, m.status_before, coalesce(e.status, m.status)
   FROM mail m LEFT JOIN ended e ON e.mail_id = m.id WHERE m.id = ANY($1::bigint[])
   RETURNING status`,
);

/**
 * Settles mails that the transaction has locked, with a preliminary status set by `STATUS_CHANGE`. Answers the status
 * of each.
 */
export async function settleEnded(tx: Transaction, mailIds: readonly number[], at: Date): Promise<MailStatus[]> {
  if (mailIds.length === 0) return [];
  return (await tx.rows<{ status: MailStatus }>(SETTLE, [mailIds, at])).map(({ status }) => status);
}
