// Changes mails by hand: sends them again, cancels them, says what became of them.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { MailStatus, Priority, Recipient, RecipientStatus } from '../record/mail.types.ts';

export interface LockedMail {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly status: MailStatus;
  readonly sensitive: boolean;
  readonly hasContent: boolean;
  readonly recipients: readonly Recipient[];
}

export interface RetryBounds {
  readonly now: Date;
  /** Is the date of mails whose own is past. */
  readonly expireDate: Date;
  /** Contents are kept so many days after the day of their date. */
  readonly keptDays: number;
  /** Copies in these states are sent again. */
  readonly states: readonly RecipientStatus[];
  readonly by: string;
}

export interface RetriedMail {
  readonly uuid: string;
  readonly priority: Priority;
}

const LOCK = sql(
  'mail_lock',
  `SELECT m.id, m.uuid, m.tenant_identifier AS "tenantIdentifier", m.status, m.sensitive,
     EXISTS (SELECT 1 FROM mail_content c WHERE c.mail_id = m.id AND c.content_date = m.content_date) AS "hasContent",
     (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'type', r.type, 'address', r.address, 'name', r.name, 'status', r.status)
        ORDER BY r.id), '[]') FROM mail_recipient r WHERE r.mail_id = m.id) AS recipients
   FROM mail m WHERE ($1::text IS NULL OR m.tenant_identifier = $1) AND m.uuid = $2 AND ($3::text IS NULL OR m.created_by_folded = $3)
   FOR UPDATE OF m`,
);

// A date that is past is set anew, but never beyond the day on which the content goes.
const RETRY = sql(
  'mail_retry',
  `WITH open AS (
     SELECT m.id, LEAST($3::timestamptz, date_trunc('day', m.content_date, 'UTC') + make_interval(days => 1 + $4::int)) AS until
     FROM mail m WHERE m.id = ANY($1::bigint[]) AND m.status IN ('FAILED', 'DEAD', 'UNCERTAIN', 'EXPIRED', 'CAPTURED', 'SUPPRESSED', 'PARTIAL')
       AND EXISTS (SELECT 1 FROM mail_recipient r WHERE r.mail_id = m.id AND r.status = ANY($5::text[]))
       AND EXISTS (SELECT 1 FROM mail_content c WHERE c.mail_id = m.id AND c.content_date = m.content_date)
     FOR UPDATE OF m
   ), again AS (
     UPDATE mail m SET status = 'QUEUED', status_reason = NULL, due_at = $2, ended_date = NULL, relay_since = NULL,
       expire_default = m.expire_default OR m.expire_date <= $2,
       expire_date = CASE WHEN m.expire_date > $2 THEN m.expire_date ELSE o.until END,
       version = m.version + 1, updated_by = $6, date_updated = $2
     FROM open o WHERE m.id = o.id AND (m.expire_date > $2 OR o.until > $2)
     RETURNING m.id, m.uuid, m.priority
   ), copies AS (
     UPDATE mail_recipient r SET status = 'QUEUED', reason = NULL FROM again a WHERE r.mail_id = a.id AND r.status = ANY($5::text[])
   )
   SELECT uuid, priority FROM again`,
);

const END = sql(
  'mail_end_by_hand',
  `WITH ended AS (
     UPDATE mail SET status = $2, ended_date = $4, leased_by = NULL, lease_token = NULL, version = version + 1, updated_by = $5,
       date_updated = $4, content_removed = content_removed OR $6
     WHERE id = $1 RETURNING id, content_date
   ), copies AS (
     UPDATE mail_recipient SET status = $3 WHERE id = ANY($7::bigint[])
   ), unfiled AS (
     DELETE FROM mail_attachment a USING ended e WHERE $6 AND a.mail_id = e.id
   )
   DELETE FROM mail_content c USING ended e WHERE $6 AND c.mail_id = e.id AND c.content_date = e.content_date`,
);

/** `createdBy` null finds the mails of everybody, `tenantIdentifier` null those of every tenant. */
export async function lockMail(
  tx: Transaction,
  by: { readonly tenantIdentifier: string | null; readonly uuid: string; readonly createdBy: string | null },
): Promise<LockedMail | null> {
  const [row] = await tx.rows<LockedMail>(LOCK, [by.tenantIdentifier, by.uuid, by.createdBy]);
  return row ?? null;
}

/** Answers those that are sent again; the others are not in a state for it, or have lost their content. */
export function retryMails(
  queryable: Queryable,
  ids: readonly number[],
  { now, expireDate, keptDays, states, by }: RetryBounds,
): Promise<RetriedMail[]> {
  return queryable.rows<RetriedMail>(RETRY, [ids, now, expireDate, keptDays, states, by]);
}

/** Ends these copies of a mail that is locked, and with them the mail. */
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
