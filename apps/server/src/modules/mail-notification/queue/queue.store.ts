// Keeps the mail queue in the database: what is queued, listed and ended.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { pageRecords, type RecordSource } from '../../../kernel/records/record-page.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';

export type MailStatus = 'QUEUED' | 'EXPIRED';

interface MailFields {
  readonly uuid: string;
  readonly templateCode: string;
  readonly locale: string;
  readonly priority: 'LOW' | 'NORMAL' | 'HIGH';
  readonly sensitive: boolean;
  readonly sender: string;
  readonly subject: string;
  readonly messageId: string;
  readonly sendDate: Date;
  readonly expireDate: Date;
  readonly createdBy: string;
}

export interface NewMail extends MailFields {
  readonly tenantIdentifier: string;
  readonly now: Date;
  readonly recipient: { readonly address: string; readonly name: string | null };
  readonly sealedContent: string;
}

export interface MailRow extends MailFields {
  readonly id: number;
  readonly version: number;
  readonly status: MailStatus;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
  readonly recipientList: readonly {
    readonly address: string;
    readonly name: string | null;
    readonly type: 'TO' | 'CC' | 'BCC';
    readonly status: MailStatus;
  }[];
}

/** Holds what is asked for; null filters nothing. */
export interface MailQuery {
  readonly tenantIdentifier: string;
  /** Names whoever caused the mails. */
  readonly createdBy: string | null;
  readonly statusList: readonly string[] | null;
  readonly recipient: string | null;
  readonly templateCode: string | null;
  readonly messageId: string | null;
  readonly uuidList: readonly string[] | null;
  readonly dateCreatedFrom: string | null;
  readonly dateCreatedTo: string | null;
}

const INSERT_MAIL = sql(
  'mail_insert',
  `WITH written AS (
     INSERT INTO mail (uuid, tenant_identifier, template_code, locale, status, priority, sensitive, sender, subject, message_id,
       send_date, expire_date, created_by, updated_by, date_created, date_updated)
     VALUES ($1, $2, $3, $4, 'QUEUED', $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $13) RETURNING id
   ), addressed AS (
     INSERT INTO mail_recipient (mail_id, type, address, name, status) SELECT id, 'TO', $14, $15, 'QUEUED' FROM written
   )
   INSERT INTO mail_content (mail_id, sealed) SELECT id, $16 FROM written`,
);

// What waited too long is sent no more; the content goes, because it may hold a secret.
const EXPIRE_MAILS = sql(
  'mail_expire',
  `WITH over AS (
     UPDATE mail SET status = 'EXPIRED', version = version + 1, updated_by = 'system', date_updated = $1
     WHERE id IN (SELECT id FROM mail WHERE status = 'QUEUED' AND expire_date <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)
     RETURNING id
   ), recipients AS (
     UPDATE mail_recipient SET status = 'EXPIRED' WHERE mail_id IN (SELECT id FROM over)
   )
   DELETE FROM mail_content WHERE mail_id IN (SELECT id FROM over)`,
);

/** Reads what mails say; each was sealed for the uuid of its mail. */
export const sealedMails: SealedTable = {
  table: 'mail_content',
  id: 'mail_id',
  sealed: 'sealed',
  ownerKey: '(SELECT m.uuid FROM mail m WHERE m.id = mail_content.mail_id)',
};

const mails: RecordSource = {
  name: 'mail_page',
  table: 'mail',
  alias: 'm',
  columns: `m.id, m.uuid, m.version, m.status, m.template_code AS "templateCode", m.locale, m.priority, m.sensitive,
    m.sender, m.subject, m.message_id AS "messageId", m.send_date AS "sendDate", m.expire_date AS "expireDate",
    m.created_by AS "createdBy", m.updated_by AS "updatedBy", m.date_created AS "dateCreated", m.date_updated AS "dateUpdated",
    (SELECT jsonb_agg(jsonb_build_object('address', r.address, 'name', r.name, 'type', r.type, 'status', r.status) ORDER BY r.id)
     FROM mail_recipient r WHERE r.mail_id = m.id) AS "recipientList"`,
  joins: '',
  sortColumns: {
    dateCreated: 'm.date_created',
    sendDate: 'm.send_date',
    expireDate: 'm.expire_date',
    status: 'm.status',
    templateCode: 'm.template_code',
  },
};

export async function saveMail(tx: Transaction, mail: NewMail): Promise<void> {
  await tx.execute(INSERT_MAIL, [
    mail.uuid,
    mail.tenantIdentifier,
    mail.templateCode,
    mail.locale,
    mail.priority,
    mail.sensitive,
    mail.sender,
    mail.subject,
    mail.messageId,
    mail.sendDate,
    mail.expireDate,
    mail.createdBy,
    mail.now,
    mail.recipient.address,
    mail.recipient.name,
    mail.sealedContent,
  ]);
}

/** Answers how many contents went; fewer than `limit` means that nothing is left over. */
export function saveExpired(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(EXPIRE_MAILS, [now, limit]);
}

function filterOf(query: MailQuery): Filter {
  const filter = createFilter();
  filter.and('m.tenant_identifier = $?', query.tenantIdentifier);
  if (query.createdBy !== null) filter.and('m.created_by = $?', query.createdBy);
  if (query.statusList !== null) filter.and('m.status = ANY($?::text[])', query.statusList);
  if (query.templateCode !== null) filter.and('m.template_code = $?', query.templateCode);
  if (query.messageId !== null) filter.and('m.message_id = $?', query.messageId);
  if (query.uuidList !== null) filter.and('m.uuid = ANY($?::uuid[])', query.uuidList);
  addRange(filter, 'm.date_created', query.dateCreatedFrom, query.dateCreatedTo);
  if (query.recipient !== null) {
    const holds = 'SELECT 1 FROM mail_recipient r WHERE r.mail_id = m.id AND r.address ILIKE $?';
    filter.and(`EXISTS (${holds})`, containsPattern(query.recipient));
  }
  return filter;
}

/** Reads rows and total of one snapshot. */
export function pageMails(queryable: Queryable, query: MailQuery, page: Pageable) {
  return pageRecords<MailRow>(queryable, mails, filterOf(query), page);
}

const countWaiting = sql('mail_waiting', `SELECT count(*)::int AS number FROM mail WHERE status = 'QUEUED'`);

export async function countWaitingMails(queryable: Queryable): Promise<number> {
  const [row] = await queryable.rows<{ number: number }>(countWaiting);
  return row?.number ?? 0;
}
