// Stores accepted mails: rows for the group commit, or for a transaction of the caller.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import type { ChangeSet, GroupCommit, WriterColumn } from '../../../kernel/group-commit/group-commit.types.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { MailStatus, Priority, Recipient, RecipientStatus, UncertainPolicy } from './mail.types.ts';

/** An accepted mail; `id` comes from `takeMailIds`. */
export interface AcceptedMail {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly templateCode: string | null;
  readonly templateVersion: number | null;
  readonly locale: string;
  /** Status by those of its recipients: QUEUED as long as one of them is. */
  readonly status: MailStatus;
  readonly statusReason: string | null;
  readonly priority: Priority;
  readonly sensitive: boolean;
  readonly category: string | null;
  readonly sender: { readonly address: string; readonly name: string | null };
  /** Subject; of a sensitive mail the name of its template. */
  readonly subject: string;
  readonly messageId: string;
  readonly groupUuid: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly requestHash: Buffer | null;
  readonly uncertainPolicy: UncertainPolicy;
  readonly sendDate: Date;
  readonly expireDate: Date;
  /** True where the expiry comes from the tenant's setting. */
  readonly isExpireDefault: boolean;
  readonly createdBy: string;
  readonly now: Date;
  readonly recipients: readonly (Pick<Recipient, 'type' | 'address' | 'name'> & {
    readonly status: RecipientStatus;
    readonly reason: string | null;
    /** User who gets the copy, where it is one. */
    readonly userUuid?: string;
  })[];
  /** Event that it is about, and its sequence. */
  readonly calendar?: { readonly uid: string; readonly sequence: number };
  /** Null for a mail that is not to be sent. */
  readonly sealedContent: string | null;
  /** Hashes of its files, each once; the content names them. */
  readonly files: readonly Buffer[];
}

const text = (name: string): WriterColumn => ({ name, type: 'text' });
const date = (name: string): WriterColumn => ({ name, type: 'timestamptz' });

const MAIL_COLUMNS: readonly WriterColumn[] = [
  { name: 'id', type: 'int8' },
  { name: 'uuid', type: 'uuid' },
  text('tenant_identifier'),
  text('template_code'),
  { name: 'template_version', type: 'int4' },
  text('locale'),
  text('status'),
  text('status_reason'),
  text('priority'),
  { name: 'sensitive', type: 'bool' },
  text('category'),
  text('sender'),
  text('sender_name'),
  text('subject'),
  text('message_id'),
  { name: 'group_uuid', type: 'uuid' },
  { name: 'metadata', type: 'jsonb' },
  { name: 'request_hash', type: 'bytea' },
  text('uncertain_policy'),
  date('send_date'),
  date('due_at'),
  date('expire_date'),
  { name: 'expire_default', type: 'bool' },
  date('content_date'),
  date('ended_date'),
  text('created_by'),
  text('created_by_folded'),
  text('updated_by'),
  date('date_created'),
  date('date_updated'),
  text('calendar_uid'),
  { name: 'calendar_sequence', type: 'int4' },
];
const RECIPIENT_COLUMNS: readonly WriterColumn[] = [
  { name: 'mail_id', type: 'int8' },
  text('type'),
  text('address'),
  text('name'),
  text('status'),
  text('reason'),
  { name: 'user_uuid', type: 'uuid' },
];
const CONTENT_COLUMNS: readonly WriterColumn[] = [
  { name: 'mail_id', type: 'int8' },
  date('content_date'),
  text('sealed'),
];
const ATTACHMENT_COLUMNS: readonly WriterColumn[] = [
  { name: 'mail_id', type: 'int8' },
  { name: 'content', type: 'bytea' },
  date('content_date'),
];

const EVENT_COLUMNS: readonly WriterColumn[] = [{ name: 'mail_id', type: 'int8' }, date('at'), text('status')];

const takeIds = sql(
  'mail_take_ids',
  `SELECT nextval(pg_get_serial_sequence('mail', 'id'))::int8 AS id FROM generate_series(1, $1::int)`,
);
/** Takes ids that no other process gets. */
export async function takeMailIds(queryable: Queryable, count: number): Promise<number[]> {
  return (await queryable.rows<{ id: number }>(takeIds, [count])).map(({ id }) => id);
}

/** Conflict where another request has the uuid. */
export const MAIL_UUID_TAKEN = 'MAIL_UUID_TAKEN';

export function defineMailWriters(groupCommit: Pick<GroupCommit, 'defineWriter'>) {
  const define = (table: string, columns: readonly WriterColumn[]) => {
    const names = columns.map(({ name }) => name).join(', ');
    const values = columns.map(({ name }) => `v.${name}`).join(', ');
    const statement = (rows: string) => `INSERT INTO ${table} (${names}) SELECT ${values} FROM ${rows} v`;
    return groupCommit.defineWriter({ name: table, columns, statement });
  };
  const mails = define('mail', MAIL_COLUMNS);
  // Only a mail with a chosen uuid can conflict; saying whose row was left out costs a look at every row.
  const named = groupCommit.defineWriter({
    name: 'mail_named',
    columns: MAIL_COLUMNS,
    statement: (rows) =>
      `INSERT INTO mail AS m (${MAIL_COLUMNS.map(({ name }) => name).join(', ')})
         SELECT ${MAIL_COLUMNS.map(({ name }) => `v.${name}`).join(', ')} FROM ${rows} v ORDER BY v.uuid
       ON CONFLICT DO NOTHING RETURNING (SELECT v.member FROM ${rows} v WHERE v.id = m.id) AS member`,
    conflict: MAIL_UUID_TAKEN,
  });
  const recipients = define('mail_recipient', RECIPIENT_COLUMNS);
  const contents = define('mail_content', CONTENT_COLUMNS);
  const attachments = define('mail_attachment', ATTACHMENT_COLUMNS);
  const events = define('mail_event', EVENT_COLUMNS);

  /** Adds a mail with all its rows; MAIL_UUID_TAKEN where its chosen uuid is taken. */
  return (changes: ChangeSet, mail: AcceptedMail): void => {
    changes.add(mail.requestHash === null ? mails : named, mailRow(mail));
    changes.add(events, [mail.id, mail.now.getTime(), mail.status]);
    for (const { type, address, name, status, reason, userUuid = null } of mail.recipients) {
      changes.add(recipients, [mail.id, type, address, name, status, reason, userUuid]);
    }
    if (mail.sealedContent !== null) {
      changes.add(contents, [mail.id, mail.expireDate.getTime(), mail.sealedContent]);
    }
    for (const file of mail.files) changes.add(attachments, [mail.id, file, mail.expireDate.getTime()]);
  };
}

function mailRow(mail: AcceptedMail): readonly unknown[] {
  const [now, sendDate, expireDate] = [mail.now.getTime(), mail.sendDate.getTime(), mail.expireDate.getTime()];
  return [
    mail.id,
    mail.uuid,
    mail.tenantIdentifier,
    mail.templateCode,
    mail.templateVersion,
    mail.locale,
    mail.status,
    mail.statusReason,
    mail.priority,
    mail.sensitive,
    mail.category,
    mail.sender.address,
    mail.sender.name,
    mail.subject,
    mail.messageId,
    mail.groupUuid,
    JSON.stringify(mail.metadata),
    mail.requestHash,
    mail.uncertainPolicy,
    sendDate,
    sendDate,
    expireDate,
    mail.isExpireDefault,
    expireDate,
    mail.status === 'QUEUED' ? null : now,
    mail.createdBy,
    foldName(mail.createdBy),
    mail.createdBy,
    now,
    now,
    mail.calendar?.uid ?? null,
    mail.calendar?.sequence ?? null,
  ];
}
