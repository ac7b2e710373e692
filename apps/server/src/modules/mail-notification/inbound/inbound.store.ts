// Holds the SQL of mails in reports.
import { sql, type Transaction } from '../../../kernel/database/database.ts';
import type { MailStatus, Recipient } from '../record/mail.types.ts';
import { CHANGED_COLUMNS, insertChanges, STATUS_CHANGE } from '../record/status-change.store.ts';
import type { CopyChange } from './judge-report.ts';

export interface ReportedMail {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly recipients: readonly Recipient[];
}

const columns = `m.id, m.uuid, m.tenant_identifier AS "tenantIdentifier",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'type', r.type, 'address', r.address, 'name', r.name, 'status', r.status)
     ORDER BY r.id), '[]') FROM mail_recipient r WHERE r.mail_id = m.id) AS recipients`;
// The row of the mail is locked first, as for every change of its copies, which are read afterwards.
const lockById = sql('mail_reported_lock', 'SELECT id FROM mail WHERE id = $1 FOR UPDATE');
const findById = sql(
  'mail_reported_by_id',
  `SELECT ${columns} FROM mail m WHERE m.id = $1 AND ($2::text IS NULL OR m.tenant_identifier = $2)`,
);
const findIdOf = sql('mail_reported_by_message_id', 'SELECT id FROM mail WHERE message_id = $1');

const changeCopies = sql(
  'mail_reported_copies',
  `UPDATE mail_recipient r SET status = c.status, last_enhanced_code = coalesce(c."enhancedCode", r.last_enhanced_code),
     last_message = coalesce(c.text, r.last_message),
     delivered_date = CASE WHEN c.status = 'DELIVERED' THEN $2 ELSE r.delivered_date END,
     hard_bounce_date = CASE WHEN c."isHard" THEN $2 ELSE r.hard_bounce_date END
   FROM jsonb_to_recordset($1::jsonb) AS c (id bigint, status text, "enhancedCode" text, text text, "isHard" boolean)
   WHERE r.id = c.id`,
);
// A mail of which copies wait, or are being sent, keeps its status until these have ended.
const changeMail = sql(
  'mail_reported_status',
  `WITH changed AS (
     UPDATE mail m SET status = CASE WHEN status IN ('QUEUED', 'RETRY', 'SENDING') THEN status ELSE $2 END, ${STATUS_CHANGE},
       version = version + 1, updated_by = 'system', date_updated = $3
     WHERE id = $1 RETURNING ${CHANGED_COLUMNS}
   )
   ${insertChanges('changed', '$3')}`,
);

/** Finds and locks the mail; a tenant of null stands for all of them. */
export async function lockReported(
  tx: Transaction,
  by: { readonly id: number } | { readonly messageId: string },
  tenantIdentifier: string | null,
): Promise<ReportedMail | null> {
  const [row] = 'id' in by ? [by] : await tx.rows<{ id: number }>(findIdOf, [by.messageId]);
  if (row === undefined) return null;
  await tx.rows(lockById, [row.id]);
  const [mail] = await tx.rows<ReportedMail>(findById, [row.id, tenantIdentifier]);
  return mail ?? null;
}

export async function saveReported(
  tx: Transaction,
  mail: ReportedMail,
  changes: readonly CopyChange[],
  status: MailStatus,
  now: Date,
): Promise<void> {
  await tx.execute(changeCopies, [JSON.stringify(changes), now]);
  await tx.execute(changeMail, [mail.id, status, now]);
}
