// Holds the SQL of notifications as their owners see and mark them, and as they are stored.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { addRange, containsPattern, createFilter } from '../../../kernel/records/page.ts';
import { pageRecords } from '../../../kernel/records/record-page.ts';
import type { PersonKey } from '../view/poll.store.ts';
import type { NewNotification } from './notification.types.ts';

export interface NotificationRow extends Omit<NewNotification, 'uniqueKey' | 'type'> {
  readonly id: number;
  readonly uuid: string;
  readonly version: number;
  readonly type: 'INFO';
  readonly groupCount: number;
  readonly readDate: Date | null;
  readonly archived: boolean;
  readonly seq: number;
  readonly updatedBy: string;
  readonly dateCreated: Date;
  readonly dateUpdated: Date;
}

// Names are sorted, so that two parallel notifications of the same users under equal keys never wait for each other in
// a circle.
const insertAll = sql(
  'polling_notification_insert',
  `INSERT INTO polling_notification (uuid, version, tenant_identifier, username_folded, title, content, content_type,
     content_html, type, action_url, action_label, application, group_key, expire_date, metadata, unique_key, created_by,
     updated_by, date_created, date_updated)
   SELECT v.uuid, 1, $1, v.name, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17, $17
   FROM unnest($2::uuid[], $3::text[]) v (uuid, name) ORDER BY v.name
   ON CONFLICT (tenant_identifier, username_folded, unique_key) WHERE unique_key IS NOT NULL DO NOTHING`,
);
const mark = (name: string, change: string) =>
  sql(
    `polling_notification_${name}`,
    `WITH own AS (
       UPDATE polling_user_state SET change_seq = change_seq + 1 WHERE tenant_identifier = $1 AND username_folded = $2
       RETURNING tenant_identifier, username_folded, change_seq)
     UPDATE polling_notification n SET ${change}, own_seq = own.change_seq, version = n.version + 1, date_updated = $4
     FROM own WHERE n.tenant_identifier = own.tenant_identifier AND n.username_folded = own.username_folded
       AND n.uuid = ANY($3::uuid[]) AND NOT n.deleted RETURNING n.uuid`,
  );
const marks = {
  read: mark('read', 'read_date = coalesce(n.read_date, $4)'),
  unread: mark('unread', 'read_date = NULL'),
  archive: mark('archive', 'archived_date = coalesce(n.archived_date, $4), read_date = coalesce(n.read_date, $4)'),
  delete: mark('delete', 'deleted = true, deleted_date = $4'),
};
const readAll = sql(
  'polling_notification_read_all',
  `WITH own AS (
     UPDATE polling_user_state SET change_seq = change_seq + 1, notifications_read_own = change_seq + 1,
       notifications_read_seq = $3
     WHERE tenant_identifier = $1 AND username_folded = $2
     RETURNING tenant_identifier, username_folded)
   UPDATE polling_notification n SET read_date = $4, version = n.version + 1, date_updated = $4
   FROM own WHERE n.tenant_identifier = own.tenant_identifier AND n.username_folded = own.username_folded
     AND n.seq <= $3 AND n.read_date IS NULL AND NOT n.deleted`,
);
export type NotificationVerb = keyof typeof marks;

/** Saves notifications and answers how many are new; the others had one of the same key. */
export function saveNotifications(
  queryable: Queryable,
  tenantIdentifier: string,
  recipients: readonly { readonly uuid: string; readonly usernameFolded: string }[],
  one: NewNotification,
  now: Date,
): Promise<number> {
  return queryable.execute(insertAll, [
    tenantIdentifier,
    recipients.map(({ uuid }) => uuid),
    recipients.map(({ usernameFolded }) => usernameFolded),
    one.title,
    one.content,
    one.contentType,
    one.contentHtml,
    one.type,
    one.actionUrl,
    one.actionLabel,
    one.application,
    one.groupKey,
    one.expireDate,
    one.metadata,
    one.uniqueKey,
    one.createdBy,
    now,
  ]);
}

/** Marks notifications and answers the existing ones. */
export async function markNotifications(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
  uuids: readonly string[],
  verb: NotificationVerb,
  now: Date,
): Promise<ReadonlySet<string>> {
  const values = [tenantIdentifier, usernameFolded, uuids, now];
  const rows = await queryable.rows<{ uuid: string }>(marks[verb], values);
  return new Set(rows.map(({ uuid }) => uuid));
}

export async function readAllNotifications(
  tx: Transaction,
  { tenantIdentifier, usernameFolded }: PersonKey,
  seq: number,
  now: Date,
): Promise<void> {
  await tx.execute(readAll, [tenantIdentifier, usernameFolded, seq, now]);
}

/** Null filters nothing. */
export interface NotificationQuery {
  readonly read: boolean | null;
  readonly archived: boolean;
  readonly typeList: readonly string[] | null;
  readonly application: string | null;
  readonly searchText: string | null;
  readonly dateCreatedFrom: string | null;
  readonly dateCreatedTo: string | null;
}

/** The select list of a notification `n`. */
export const notificationColumns = `n.id, n.uuid, n.version, n.title, n.content, n.content_type AS "contentType",
    n.content_html AS "contentHtml", n.type,
    n.action_url AS "actionUrl", n.action_label AS "actionLabel", n.application, n.group_key AS "groupKey",
    n.group_count AS "groupCount", n.expire_date AS "expireDate", n.metadata, n.read_date AS "readDate",
    n.archived_date IS NOT NULL AS archived, n.seq, n.created_by AS "createdBy", n.updated_by AS "updatedBy",
    n.date_created AS "dateCreated", n.date_updated AS "dateUpdated"`;

const source = {
  name: 'polling_notification_page',
  table: 'polling_notification',
  alias: 'n',
  columns: notificationColumns,
  joins: '',
  sortColumns: { seq: 'n.seq', dateCreated: 'n.date_created', type: 'n.type', title: 'n.title' },
};

/** Pages notifications numbered up to `seq`, so that the token of the answer covers exactly them. */
export function pageNotifications(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
  query: NotificationQuery,
  { seq, now, page }: { readonly seq: number; readonly now: Date; readonly page: Pageable },
) {
  const filter = createFilter();
  filter.and('n.tenant_identifier = $?', tenantIdentifier);
  filter.and('n.username_folded = $?', usernameFolded);
  filter.and('n.seq <= $? AND NOT n.deleted', seq);
  filter.and('n.expire_date IS NULL OR n.expire_date > $?', now);
  filter.and(query.archived ? 'n.archived_date IS NOT NULL' : 'n.archived_date IS NULL');
  if (query.read !== null) filter.and(query.read ? 'n.read_date IS NOT NULL' : 'n.read_date IS NULL');
  if (query.typeList !== null) filter.and('n.type = ANY($?::text[])', query.typeList);
  if (query.application !== null) filter.and('n.application = $?', query.application);
  if (query.searchText !== null) {
    filter.and(`n.title ILIKE $? ESCAPE '\\' OR n.content ILIKE $? ESCAPE '\\'`, containsPattern(query.searchText));
  }
  addRange(filter, 'n.date_created', query.dateCreatedFrom, query.dateCreatedTo);
  return pageRecords<NotificationRow>(queryable, source, filter, page, 'FEW');
}
