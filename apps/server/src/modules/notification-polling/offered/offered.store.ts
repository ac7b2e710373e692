// Holds the SQL by which other modules write announcements and notifications in their own commits.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { GroupCommit, WriterDefinition } from '../../../kernel/group-commit/group-commit.types.ts';
import { announcements } from '../record/announcement.store.ts';
import type { Announcement, LocalText } from '../record/announcement.types.ts';
import type { PreparedAnnouncement, PreparedNotification } from './prepared.types.ts';

/** Columns by the names of a JSON object, which carries a row. */
const announcementFields = {
  id: 'bigint',
  uuid: 'uuid',
  version: 'integer',
  tenant_identifier: 'text',
  status: 'text',
  content_type: 'text',
  type: 'text',
  display_type: 'text',
  priority: 'smallint',
  pinned: 'boolean',
  start_date: 'timestamptz',
  end_date: 'timestamptz',
  audience: 'jsonb',
  dismissible: 'boolean',
  acknowledgement_required: 'boolean',
  action_url: 'text',
  action_label: 'text',
  application: 'text',
  metadata: 'jsonb',
  revision: 'integer',
  change_seq: 'bigint',
  content_hash: 'text',
  created_by: 'text',
  created_by_folded: 'text',
  updated_by: 'text',
  date_created: 'timestamptz',
  date_updated: 'timestamptz',
  deleted: 'boolean',
} as const;
const textFields = {
  announcement_id: 'bigint',
  locale: 'text',
  position: 'smallint',
  title: 'text',
  content: 'text',
  content_html: 'text',
} as const;
const notificationFields = {
  uuid: 'uuid',
  version: 'integer',
  tenant_identifier: 'text',
  username_folded: 'text',
  title: 'text',
  content: 'text',
  content_type: 'text',
  content_html: 'text',
  type: 'text',
  action_url: 'text',
  action_label: 'text',
  application: 'text',
  group_key: 'text',
  expire_date: 'timestamptz',
  metadata: 'jsonb',
  created_by: 'text',
  updated_by: 'text',
  date_created: 'timestamptz',
  date_updated: 'timestamptz',
} as const;

type RowOf<F> = { readonly [K in keyof F]: unknown };

function insertOf(table: string, fields: Readonly<Record<string, string>>, rows: string): string {
  const names = Object.keys(fields).join(', ');
  const types = Object.entries(fields).map(([name, type]) => `${name} ${type}`);
  return `INSERT INTO ${table} (${names}) OVERRIDING SYSTEM VALUE
    SELECT ${Object.keys(fields).map((name) => `v.${name}`)} FROM ${rows} r, jsonb_to_record(r.row) v (${types.join(', ')})`;
}

function writerOf(table: string, fields: Readonly<Record<string, string>>): WriterDefinition {
  return {
    name: table,
    columns: [{ name: 'row', type: 'jsonb' }],
    statement: (rows) => insertOf(table, fields, rows),
  };
}

const reserveOne = sql(
  'polling_announcement_reserve',
  `SELECT nextval(pg_get_serial_sequence('polling_announcement', 'id')) AS id`,
);
const insertOnce = sql(
  'polling_announcement_insert_once',
  `WITH written AS (
     ${insertOf('polling_announcement', announcementFields, '(SELECT $1::jsonb AS row)')}
     ON CONFLICT (uuid) DO NOTHING RETURNING id),
   texts AS (
     INSERT INTO polling_announcement_content (announcement_id, locale, position, title, content, content_html)
     SELECT written.id, v.locale, v.position, v.title, v.content, v.content_html
     FROM written, jsonb_to_recordset($2::jsonb) v (locale text, position smallint, title text, content text, content_html text))
   SELECT id FROM written`,
);

/** Takes the number of an announcement that may be written later. */
export async function reserveAnnouncementId(queryable: Queryable): Promise<number> {
  const [row] = await queryable.rows<{ id: number }>(reserveOne);
  return row!.id;
}

/** Makes the row; it gets its numbers when it goes live. */
const announcementRow = (one: Announcement) => ({ ...announcements.columnsOf(one), id: one.id, change_seq: 0 });

function textRow(id: number, text: LocalText, position: number): RowOf<typeof textFields> {
  const { locale, title, content, contentHtml } = text;
  return { announcement_id: id, locale, position, title, content, content_html: contentHtml };
}

function notificationRow(
  { tenantIdentifier, one, now }: PreparedNotification,
  { uuid, usernameFolded }: PreparedNotification['recipients'][number],
): RowOf<typeof notificationFields> {
  return {
    uuid,
    version: 1,
    tenant_identifier: tenantIdentifier,
    username_folded: usernameFolded,
    title: one.title,
    content: one.content,
    content_type: one.contentType,
    content_html: one.contentHtml,
    type: one.type,
    action_url: one.actionUrl,
    action_label: one.actionLabel,
    application: one.application,
    group_key: one.groupKey,
    expire_date: one.expireDate,
    metadata: one.metadata,
    created_by: one.createdBy,
    updated_by: one.createdBy,
    date_created: now,
    date_updated: now,
  };
}

/** Answers the rows of each prepared announcement or notification, by their writers. */
export function createOfferedWriters({ defineWriter }: Pick<GroupCommit, 'defineWriter'>) {
  const announcementWriter = defineWriter(writerOf('polling_announcement', announcementFields));
  const texts = defineWriter(writerOf('polling_announcement_content', textFields));
  const notifications = defineWriter(writerOf('polling_notification', notificationFields));
  return {
    ofAnnouncement: ({ one, texts: written }: PreparedAnnouncement) => [
      { writer: announcementWriter, row: [JSON.stringify(announcementRow(one))] },
      ...written.map((text, place) => ({ writer: texts, row: [JSON.stringify(textRow(one.id, text, place + 1))] })),
    ],
    ofNotification: (prepared: PreparedNotification) =>
      prepared.recipients.map((recipient) => ({
        writer: notifications,
        row: [JSON.stringify(notificationRow(prepared, recipient))],
      })),
  };
}

/** Waits for another transaction that writes the same uuid; false where it is taken. */
export async function saveAnnouncementOnce(tx: Transaction, { one, texts }: PreparedAnnouncement): Promise<boolean> {
  const written = texts.map((text, place) => textRow(one.id, text, place + 1));
  return (await tx.rows(insertOnce, [announcementRow(one), JSON.stringify(written)])).length > 0;
}
