// Reads the log of mails: accepted mails and their results.
import { hash } from 'node:crypto';
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { pageRecords, type RecordSource } from '../../../kernel/records/record-page.ts';
import type { MailStatus, Priority, Recipient, RecipientStatus, ShownStatus } from '../record/mail.types.ts';

export interface MailRow {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly status: ShownStatus;
  readonly statusReason: string | null;
  readonly templateCode: string | null;
  readonly templateVersion: number | null;
  readonly locale: string;
  readonly category: string | null;
  readonly priority: Priority;
  readonly sensitive: boolean;
  readonly sender: string;
  readonly senderName: string | null;
  readonly subject: string;
  readonly messageId: string;
  readonly groupUuid: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly providerCode: string | null;
  readonly attemptCount: number;
  readonly uncertainCount: number;
  readonly sendDate: Date;
  readonly dueAt: Date;
  readonly expireDate: Date;
  readonly sentDate: Date | null;
  readonly size: number | null;
  readonly createdBy: string;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
  readonly recipientList: readonly {
    readonly address: string;
    readonly name: string | null;
    readonly type: 'TO' | 'CC' | 'BCC';
    readonly status: RecipientStatus;
    readonly reason: string | null;
    readonly lastCode: number | null;
    readonly lastEnhancedCode: string | null;
    readonly lastMessage: string | null;
    readonly deliveredDate: string | null;
  }[];
}

/** Filters; null filters nothing. */
export interface MailQuery {
  readonly tenantIdentifier: string;
  /** Username that caused the mails, folded. */
  readonly createdBy: string | null;
  readonly statusList: readonly string[] | null;
  readonly recipient: string | null;
  readonly username: string | null;
  readonly templateCode: string | null;
  readonly category: string | null;
  readonly messageId: string | null;
  readonly uuidList: readonly string[] | null;
  readonly errorCode: number | null;
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly groupUuid: string | null;
  readonly dateCreatedFrom: string | null;
  readonly dateCreatedTo: string | null;
  readonly now: Date;
}

const SHOWN_STATUS = `CASE WHEN m.status = 'QUEUED' AND m.send_date > $1 THEN 'SCHEDULED' ELSE m.status END`;

const COLUMNS = `m.id, m.uuid, m.version, ${SHOWN_STATUS} AS status, m.status_reason AS "statusReason",
  m.template_code AS "templateCode", m.template_version AS "templateVersion", m.locale, m.category, m.priority, m.sensitive, m.sender,
  m.sender_name AS "senderName", m.subject, m.message_id AS "messageId", m.group_uuid AS "groupUuid", m.metadata,
  m.provider_code AS "providerCode", m.attempt_count AS "attemptCount", m.uncertain_count AS "uncertainCount",
  m.send_date AS "sendDate", m.due_at AS "dueAt", m.expire_date AS "expireDate", m.sent_date AS "sentDate", m.size,
  m.created_by AS "createdBy", m.updated_by AS "updatedBy", m.date_created AS "dateCreated", m.date_updated AS "dateUpdated",
  (SELECT coalesce(jsonb_agg(jsonb_build_object('address', r.address, 'name', r.name, 'type', r.type, 'status', r.status,
     'reason', r.reason, 'lastCode', r.last_code, 'lastEnhancedCode', r.last_enhanced_code, 'lastMessage', r.last_message,
     'deliveredDate', r.delivered_date) ORDER BY r.id), '[]')
   FROM mail_recipient r WHERE r.mail_id = m.id) AS "recipientList"`;

const mails: RecordSource = {
  name: 'mail_page',
  table: 'mail',
  alias: 'm',
  columns: COLUMNS,
  joins: '',
  sortColumns: {
    dateCreated: 'm.date_created',
    sendDate: 'm.send_date',
    expireDate: 'm.expire_date',
    status: 'm.status',
    templateCode: 'm.template_code',
  },
};

const findOne = sql(
  'mail_find',
  `SELECT ${COLUMNS} FROM mail m
   WHERE ($2::text IS NULL OR m.tenant_identifier = $2) AND m.uuid = $3 AND ($4::text IS NULL OR m.created_by_folded = $4)`,
);
const findContent = sql(
  'mail_find_content',
  `SELECT m.uuid, m.tenant_identifier AS "tenantIdentifier", m.status, m.sensitive, m.priority, m.sender, m.sender_name AS "senderName",
     m.message_id AS "messageId", m.group_uuid AS "groupUuid", m.date_created AS "dateCreated",
     m.dkim_key_id AS "dkimKeyId", c.sealed,
     (SELECT coalesce(jsonb_agg(jsonb_build_object('type', r.type, 'address', r.address, 'name', r.name,
        'userUuid', r.user_uuid) ORDER BY r.id), '[]')
      FROM mail_recipient r WHERE r.mail_id = m.id) AS recipients
   FROM mail m LEFT JOIN mail_content c ON c.mail_id = m.id AND c.content_date = m.content_date
   WHERE ($1::text IS NULL OR m.tenant_identifier = $1) AND m.uuid = $2`,
);
const attemptsOf = sql(
  'mail_attempts',
  `SELECT number, start_date AS "startDate", duration_ms AS "durationMs", provider_code AS "providerCode", host, tls, outcome, phase, code,
     enhanced_code AS "enhancedCode", text, transcript
   FROM mail_attempt WHERE mail_id = $1 ORDER BY number`,
);

/** Fields needed to build a mail as it is sent. */
export interface SealedMail {
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly status: MailStatus;
  readonly sensitive: boolean;
  readonly priority: Priority;
  readonly sender: string;
  readonly senderName: string | null;
  readonly messageId: string;
  readonly groupUuid: string | null;
  readonly dateCreated: Date;
  readonly dkimKeyId: number | null;
  /** Null where the content was removed. */
  readonly sealed: string | null;
  readonly recipients: readonly (Pick<Recipient, 'type' | 'address' | 'name'> & { readonly userUuid: string | null })[];
}

export interface AttemptRow {
  readonly number: number;
  readonly startDate: Date;
  readonly durationMs: number;
  readonly providerCode: string;
  readonly host: string | null;
  readonly tls: boolean;
  readonly outcome: string;
  readonly phase: string | null;
  readonly code: number | null;
  readonly enhancedCode: string | null;
  readonly text: string | null;
  readonly transcript: string | null;
}

/** The first parameter is the time at which SCHEDULED begins. */
export function filterMails(query: MailQuery): Filter {
  const filter = createFilter([query.now]);
  filter.and('m.tenant_identifier = $?', query.tenantIdentifier);
  if (query.createdBy !== null) filter.and('m.created_by_folded = $?', query.createdBy);
  if (query.username !== null) filter.and('m.created_by_folded = $?', query.username);
  if (query.statusList !== null) filter.and(`${SHOWN_STATUS} = ANY($?::text[])`, query.statusList);
  if (query.templateCode !== null) filter.and('m.template_code = $?', query.templateCode);
  if (query.category !== null) filter.and('m.category = $?', query.category);
  if (query.messageId !== null) filter.and('m.message_id = $?', query.messageId);
  if (query.uuidList !== null) filter.and('m.uuid = ANY($?::uuid[])', query.uuidList);
  if (query.metadata !== null) filter.and('m.metadata @> $?::jsonb', JSON.stringify(query.metadata));
  if (query.groupUuid !== null) filter.and('m.group_uuid = $?::uuid', query.groupUuid);
  addRange(filter, 'm.date_created', query.dateCreatedFrom, query.dateCreatedTo);
  if (query.recipient !== null) {
    const holds = 'SELECT 1 FROM mail_recipient r WHERE r.mail_id = m.id AND r.address ILIKE $?';
    filter.and(`EXISTS (${holds})`, containsPattern(query.recipient));
  }
  if (query.errorCode !== null) {
    filter.and(
      'EXISTS (SELECT 1 FROM mail_recipient r WHERE r.mail_id = m.id AND r.last_code = $?::int)',
      query.errorCode,
    );
  }
  return filter;
}

/** Reads rows and total of one snapshot. */
export function pageMails(queryable: Queryable, query: MailQuery, page: Pageable) {
  return pageRecords<MailRow>(queryable, mails, filterMails(query), page);
}

const STATUS_ORDER = [
  'SCHEDULED',
  'QUEUED',
  'RETRY',
  'SENDING',
  'SENT',
  'DELIVERED',
  'BOUNCED',
  'COMPLAINED',
  'PARTIAL',
  'FAILED',
  'DEAD',
  'EXPIRED',
  'UNCERTAIN',
  'CAPTURED',
  'SUPPRESSED',
  'SKIPPED',
  'CANCELLED',
] as const satisfies readonly ShownStatus[];

/** Answers the statuses that have mails, in their order. */
export async function countMails(
  queryable: Queryable,
  query: MailQuery,
): Promise<{ readonly status: ShownStatus; readonly count: number }[]> {
  const { where, values } = filterMails(query);
  const text = `SELECT ${SHOWN_STATUS} AS status, count(*)::int AS count FROM mail m WHERE ${where} GROUP BY 1`;
  const rows = await queryable.rows<{ status: ShownStatus; count: number }>(
    sql(nameOf('mail_count', text), text),
    values,
  );
  return rows.sort((left, right) => STATUS_ORDER.indexOf(left.status) - STATUS_ORDER.indexOf(right.status));
}

/** Answers the oldest mails that match the query. */
export async function listIds(queryable: Queryable, query: MailQuery, limit: number): Promise<readonly number[]> {
  const filter = filterMails(query);
  const bound = filter.parameter(limit);
  // The time is a parameter of every filter, whether or not a status was asked for.
  const text = `SELECT m.id FROM mail m WHERE ${filter.where} AND $1::timestamptz IS NOT NULL ORDER BY m.id LIMIT ${bound}`;
  const rows = await queryable.rows<{ id: number }>(sql(nameOf('mail_ids', text), text), filter.values);
  return rows.map(({ id }) => id);
}

/** Names a statement; there are as many as combinations of filters, each prepared where it is used. */
function nameOf(stem: string, text: string): string {
  return `${stem}_${hash('sha256', text, 'hex').slice(0, 16)}`;
}

export async function findMail(
  queryable: Queryable,
  by: { readonly tenantIdentifier: string | null; readonly createdBy: string | null; readonly uuid: string },
  now: Date,
): Promise<MailRow | null> {
  const [row] = await queryable.rows<MailRow>(findOne, [now, by.tenantIdentifier, by.uuid, by.createdBy]);
  return row ?? null;
}

/** Finds a mail with its sealed content; a tenant of null stands for all of them. */
export async function findSealed(
  queryable: Queryable,
  tenantIdentifier: string | null,
  uuid: string,
): Promise<SealedMail | null> {
  const [row] = await queryable.rows<SealedMail>(findContent, [tenantIdentifier, uuid]);
  return row ?? null;
}

/** Answers the attempts, the first one first. */
export function listAttempts(queryable: Queryable, mailId: number): Promise<AttemptRow[]> {
  return queryable.rows<AttemptRow>(attemptsOf, [mailId]);
}
