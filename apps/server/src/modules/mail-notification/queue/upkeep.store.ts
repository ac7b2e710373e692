// Ends mails that waited too long, removes expired rows, and counts mails that wait.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import type { MailStatus } from '../record/mail.types.ts';
import { settleEnded } from '../record/settle-ended.store.ts';
import { STATUS_CHANGE } from '../record/status-change.store.ts';

/** Column of contents; each was sealed for the uuid of its mail. */
export const sealedMails: SealedTable = {
  table: 'mail_content',
  id: 'mail_id',
  sealed: 'sealed',
  ownerKey: '(SELECT m.uuid FROM mail m WHERE m.id = mail_content.mail_id)',
};

// Tried mails without an expiry of their own are given up; the content of a sensitive mail is removed, as it may hold a
// secret.
const EXPIRE = sql(
  'mail_expire',
  `WITH late AS (
     SELECT id FROM mail WHERE status IN ('QUEUED', 'RETRY') AND expire_date <= $1 ORDER BY expire_date LIMIT $2 FOR UPDATE SKIP LOCKED
   ), over AS (
     UPDATE mail m SET status = 'EXPIRED', ${STATUS_CHANGE}, version = version + 1, updated_by = 'system', date_updated = $1,
       ended_date = $1, leased_by = NULL, lease_token = NULL, content_removed = m.content_removed OR m.sensitive
     FROM late WHERE m.id = late.id
     RETURNING m.id, m.content_date, m.sensitive, CASE WHEN m.expire_default AND m.attempt_count > 0 THEN 'DEAD' ELSE 'EXPIRED' END AS ending
   ), copies AS (
     UPDATE mail_recipient r SET status = o.ending FROM over o WHERE r.mail_id = o.id AND r.status IN ('QUEUED', 'RETRY')
   ), emptied AS (
     DELETE FROM mail_content c USING over o WHERE o.sensitive AND c.mail_id = o.id AND c.content_date = o.content_date
   ), unfiled AS (
     DELETE FROM mail_attachment a USING over o WHERE o.sensitive AND a.mail_id = o.id
   )
   SELECT id FROM over`,
);
const EMPTY_CAPTURED = sql(
  'mail_empty_captured',
  `WITH old AS (
     SELECT id FROM mail WHERE status = 'CAPTURED' AND sensitive AND NOT content_removed AND ended_date <= $1
     ORDER BY ended_date LIMIT $2 FOR UPDATE SKIP LOCKED
   ), marked AS (
     UPDATE mail m SET content_removed = true FROM old WHERE m.id = old.id RETURNING m.id, m.content_date
   ), emptied AS (
     DELETE FROM mail_content c USING marked k WHERE c.mail_id = k.id AND c.content_date = k.content_date
   ), unfiled AS (
     DELETE FROM mail_attachment a USING marked k WHERE a.mail_id = k.id
   )
   SELECT id FROM marked`,
);
// Its content is removed with it while the day's partition is still there: it could not be opened any more, nor sealed
// anew.
const REMOVE_ENDED = sql(
  'mail_remove_ended',
  `WITH gone AS (
     DELETE FROM mail WHERE id IN (
       SELECT id FROM mail WHERE ended_date <= $1 AND status NOT IN ('QUEUED', 'RETRY', 'SENDING')
       ORDER BY ended_date LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id, content_date
   ), emptied AS (
     DELETE FROM mail_content c USING gone g WHERE c.mail_id = g.id AND c.content_date = g.content_date
   ), unfiled AS (
     DELETE FROM mail_attachment a USING gone g WHERE a.mail_id = g.id
   )
   SELECT id FROM gone`,
);
const REMOVE_ATTACHMENTS = sql(
  'mail_remove_attachments',
  `DELETE FROM mail_attachment WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM mail_attachment WHERE content_date < $1 ORDER BY content_date LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);
const COUNT_WAITING = sql(
  'mail_waiting',
  `SELECT status, priority, count(*)::int AS number, min(due_at) AS oldest FROM mail
   WHERE status IN ('QUEUED', 'RETRY', 'SENDING') GROUP BY status, priority`,
);

const COUNT_UP_TO = sql(
  'mail_count_up_to',
  `SELECT count(*)::int AS number FROM (SELECT FROM mail WHERE status IN ('QUEUED', 'RETRY', 'SENDING') LIMIT $1) m`,
);

/** Counts mails that wait, at most `limit`. */
export async function countUpTo(queryable: Queryable, limit: number): Promise<number> {
  const [row] = await queryable.rows<{ number: number }>(COUNT_UP_TO, [limit]);
  return row!.number;
}

/** Deletes the files of mails whose content was removed with its day; fewer than `limit` means that nothing is left. */
export function removeAttachments(queryable: Queryable, before: Date, limit: number): Promise<number> {
  return queryable.execute(REMOVE_ATTACHMENTS, [before, limit]);
}

/** Ends expired mails and answers the status of each; fewer than `limit` means that nothing is left. */
export async function saveExpired(tx: Transaction, now: Date, limit: number): Promise<readonly MailStatus[]> {
  const ids = (await tx.rows<{ id: number }>(EXPIRE, [now, limit])).map(({ id }) => id);
  return settleEnded(tx, ids, now);
}

/** Removes the contents of captured mails; answers how many. */
export async function emptyCaptured(queryable: Queryable, endedBefore: Date, limit: number): Promise<number> {
  return (await queryable.rows(EMPTY_CAPTURED, [endedBefore, limit])).length;
}

/** Removes ended mails with all their rows but attempts and changes; answers how many. */
export async function removeEnded(queryable: Queryable, endedBefore: Date, limit: number): Promise<number> {
  return (await queryable.rows(REMOVE_ENDED, [endedBefore, limit])).length;
}

export interface WaitingCount {
  readonly status: string;
  readonly priority: string;
  readonly number: number;
  readonly oldest: Date;
}

export function countWaiting(queryable: Queryable): Promise<WaitingCount[]> {
  return queryable.rows<WaitingCount>(COUNT_WAITING);
}
