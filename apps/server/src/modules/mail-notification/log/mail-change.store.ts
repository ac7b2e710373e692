// Changes mails for operators: sends them again, cancels them, settles them.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { MailStatus, Priority, Recipient, RecipientStatus } from '../record/mail.types.ts';
import { CHANGED_COLUMNS, insertChanges, STATUS_CHANGE } from '../record/status-change.store.ts';

export interface LockedMail {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly status: MailStatus;
  readonly sensitive: boolean;
  readonly hasContent: boolean;
  readonly recipients: readonly (Recipient & { readonly userUuid: string | null })[];
}

export interface RetryBounds {
  readonly now: Date;
  /** New expiry of mails whose own is past. */
  readonly expireDate: Date;
  /** Days for which contents are kept after the day of their date. */
  readonly keptDays: number;
  /** States of copies that are sent again. */
  readonly states: readonly RecipientStatus[];
  readonly by: string;
}

export interface RetriedMail {
  readonly uuid: string;
  readonly priority: Priority;
}

// The row is locked first, and the copies are read afterwards.
const LOCK = sql(
  'mail_lock',
  `SELECT id FROM mail WHERE ($1::text IS NULL OR tenant_identifier = $1) AND uuid = $2 AND ($3::text IS NULL OR created_by_folded = $3)
   FOR UPDATE`,
);
const LOCK_SOME = sql('mail_lock_some', 'SELECT FROM mail WHERE id = ANY($1::bigint[]) ORDER BY id FOR UPDATE');
const READ_LOCKED = sql(
  'mail_read_locked',
  `SELECT m.id, m.uuid, m.tenant_identifier AS "tenantIdentifier", m.status, m.sensitive,
     EXISTS (SELECT 1 FROM mail_content c WHERE c.mail_id = m.id AND c.content_date = m.content_date) AS "hasContent",
     (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'type', r.type, 'address', r.address, 'name', r.name, 'status', r.status,
        'userUuid', r.user_uuid) ORDER BY r.id), '[]') FROM mail_recipient r WHERE r.mail_id = m.id) AS recipients
   FROM mail m WHERE m.id = $1`,
);

const LIST_SECRET_COPIES = sql(
  'mail_list_secret_copies',
  `SELECT m.id AS "mailId", r.user_uuid AS "userUuid", r.address FROM mail m JOIN mail_recipient r ON r.mail_id = m.id
   WHERE m.id = ANY($1::bigint[]) AND m.sensitive`,
);

// An expired date is set anew, but never beyond the day on which the content is removed.
const RETRY = sql(
  'mail_retry',
  `WITH open AS (
     SELECT m.id, LEAST($3::timestamptz, date_trunc('day', m.content_date, 'UTC') + make_interval(days => 1 + $4::int)) AS until
     FROM mail m WHERE m.id = ANY($1::bigint[]) AND m.status IN ('FAILED', 'DEAD', 'UNCERTAIN', 'EXPIRED', 'CAPTURED', 'SUPPRESSED', 'PARTIAL')
       AND EXISTS (SELECT 1 FROM mail_recipient r WHERE r.mail_id = m.id AND r.status = ANY($5::text[]))
       AND EXISTS (SELECT 1 FROM mail_content c WHERE c.mail_id = m.id AND c.content_date = m.content_date)
     FOR UPDATE OF m
   ), again AS (
     UPDATE mail m SET status = 'QUEUED', ${STATUS_CHANGE}, status_reason = NULL, due_at = $2, ended_date = NULL, relay_since = NULL,
       expire_default = m.expire_default OR m.expire_date <= $2,
       expire_date = CASE WHEN m.expire_date > $2 THEN m.expire_date ELSE o.until END,
       version = m.version + 1, updated_by = $6, date_updated = $2
     FROM open o WHERE m.id = o.id AND (m.expire_date > $2 OR o.until > $2)
     RETURNING ${CHANGED_COLUMNS}, m.uuid, m.priority
   ), fed AS (
     ${insertChanges('again', '$2')}
   ), copies AS (
     UPDATE mail_recipient r SET status = 'QUEUED', reason = NULL FROM again a WHERE r.mail_id = a.id AND r.status = ANY($5::text[])
   )
   SELECT uuid, priority FROM again`,
);

const END = sql(
  'mail_end_by_hand',
  `WITH ended AS (
     UPDATE mail m SET status = $2, ${STATUS_CHANGE}, ended_date = $4, leased_by = NULL, lease_token = NULL, version = version + 1,
       updated_by = $5, date_updated = $4, content_removed = content_removed OR $6
     WHERE id = $1 RETURNING ${CHANGED_COLUMNS}, m.content_date
   ), fed AS (
     ${insertChanges('ended', '$4')}
   ), copies AS (
     UPDATE mail_recipient SET status = $3 WHERE id = ANY($7::bigint[])
   ), unfiled AS (
     DELETE FROM mail_attachment a USING ended e WHERE $6 AND a.mail_id = e.id
   )
   DELETE FROM mail_content c USING ended e WHERE $6 AND c.mail_id = e.id AND c.content_date = e.content_date`,
);

/**
 * Finds and locks a mail; `createdBy` null stands for the mails of all users, `tenantIdentifier` null for every tenant.
 */
export async function lockMail(
  tx: Transaction,
  by: { readonly tenantIdentifier: string | null; readonly uuid: string; readonly createdBy: string | null },
): Promise<LockedMail | null> {
  const [found] = await tx.rows<{ id: number }>(LOCK, [by.tenantIdentifier, by.uuid, by.createdBy]);
  if (found === undefined) return null;
  const [row] = await tx.rows<LockedMail>(READ_LOCKED, [found.id]);
  return row ?? null;
}

/** Lists the recipients of those of the mails that are sensitive. */
export function listSecretCopies(
  queryable: Queryable,
  ids: readonly number[],
): Promise<{ readonly mailId: number; readonly userUuid: string | null; readonly address: string }[]> {
  return queryable.rows(LIST_SECRET_COPIES, [ids]);
}

/** Locks the mails, after other changes of them. */
export async function lockMails(tx: Transaction, ids: readonly number[]): Promise<void> {
  await tx.rows(LOCK_SOME, [ids]);
}

/** Sends mails again and answers those; the others are not in a state for it, or have no content any more. */
export function retryMails(
  queryable: Queryable,
  ids: readonly number[],
  { now, expireDate, keptDays, states, by }: RetryBounds,
): Promise<RetriedMail[]> {
  return queryable.rows<RetriedMail>(RETRY, [ids, now, expireDate, keptDays, states, by]);
}

/** Ends these copies of a locked mail, and with them the mail. */
export async function endMail(
  tx: Transaction,
  mail: Pick<LockedMail, 'id'>,
  end: {
    readonly status: MailStatus;
    readonly copies: readonly number[];
    readonly copyStatus: RecipientStatus;
    readonly removesContent: boolean;
    readonly now: Date;
    readonly by: string;
  },
): Promise<void> {
  const { status, copies, copyStatus, removesContent, now, by } = end;
  await tx.execute(END, [mail.id, status, copyStatus, now, by, removesContent, copies]);
}
