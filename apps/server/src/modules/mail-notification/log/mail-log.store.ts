// Reads the log of mails: what was accepted, and what became of it.
import type { Pageable } from '@keelson/contract';
import type { Queryable } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter, type Filter } from '../../../kernel/records/page.ts';
import { pageRecords, type RecordSource } from '../../../kernel/records/record-page.ts';
import type { MailStatus, Priority, RecipientStatus } from '../record/mail.types.ts';

/** A mail with a later date is shown as SCHEDULED, and waits as QUEUED. */
export type ShownStatus = MailStatus | 'SCHEDULED';

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

/** Holds what is asked for; null filters nothing. */
export interface MailQuery {
  readonly tenantIdentifier: string;
  /** Names whoever caused the mails. */
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

/** The first parameter is the time at which SCHEDULED begins. */
export function filterMails(query: MailQuery): Filter {
  const filter = createFilter([query.now]);
  filter.and('m.tenant_identifier = $?', query.tenantIdentifier);
  if (query.createdBy !== null) filter.and('m.created_by = $?', query.createdBy);
  if (query.username !== null) filter.and('m.created_by = $?', query.username);
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
