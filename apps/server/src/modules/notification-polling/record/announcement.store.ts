// Holds the SQL of announcements and their texts; whoever writes them holds the head row of the tenant, but for new drafts.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Announcement, LocalText } from './announcement.types.ts';

/** Is the select list of an announcement `a`. */
export const announcementColumns = `a.id, a.uuid, a.version, a.tenant_identifier AS "tenantIdentifier",
  a.group_uuid AS "groupUuid", a.status, a.content_type AS "contentType", a.type, a.display_type AS "displayType",
  a.priority, a.pinned, a.start_date AS "startDate", a.end_date AS "endDate", a.audience, a.dismissible,
  a.acknowledgement_required AS "acknowledgementRequired",
  a.action_url AS "actionUrl", a.action_label AS "actionLabel", a.application, a.metadata,
  a.publish_date AS "publishDate", a.publish_seq AS "publishSeq", a.revision, a.content_hash AS "contentHash",
  a.created_by AS "createdBy", a.updated_by AS "updatedBy", a.date_created AS "dateCreated",
  a.date_updated AS "dateUpdated", a.deleted, a.deleted_date AS "deletedDate"`;

const findByUuid = sql(
  'polling_announcement_find',
  `SELECT ${announcementColumns} FROM polling_announcement a WHERE a.uuid = $1 AND NOT a.deleted`,
);
const findAnyByUuid = sql(
  'polling_announcement_find_any',
  `SELECT ${announcementColumns} FROM polling_announcement a WHERE a.uuid = $1`,
);
const insertOne = sql(
  'polling_announcement_insert',
  `INSERT INTO polling_announcement (uuid, version, tenant_identifier, group_uuid, status, content_type, type, display_type,
     priority, pinned, start_date, end_date, audience, dismissible, action_url, action_label, application, metadata,
     publish_date, publish_seq, revision, change_seq, content_hash, created_by, created_by_folded, updated_by, date_created,
     date_updated, deleted, acknowledgement_required)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25,
     $26, $27, $28, false, $29)
   RETURNING id`,
);
const updateOne = sql(
  'polling_announcement_update',
  `UPDATE polling_announcement SET version = $2, status = $3, content_type = $4, type = $5, display_type = $6, priority = $7,
     pinned = $8, start_date = $9, end_date = $10, audience = $11,
     audience_seq = CASE WHEN audience = $11 THEN audience_seq ELSE $20 END, dismissible = $12, action_url = $13, action_label = $14,
     application = $15, metadata = $16, publish_date = $17, publish_seq = $18, revision = $19, change_seq = $20,
     updated_by = $21, date_updated = $22, deleted = $23, deleted_date = $24,
     acknowledgement_required = $25
   WHERE id = $1`,
);
const deleteOne = sql('polling_announcement_delete', 'DELETE FROM polling_announcement WHERE id = $1');
const countLive = sql(
  'polling_announcement_count_live',
  `SELECT count(*)::int AS count FROM polling_announcement
   WHERE tenant_identifier = $1 AND status IN ('SCHEDULED', 'PUBLISHED')`,
);
const selectTexts = sql(
  'polling_content_list',
  `SELECT locale, title, content, content_html AS "contentHtml" FROM polling_announcement_content
   WHERE announcement_id = $1 ORDER BY position`,
);
const insertTexts = sql(
  'polling_content_insert',
  `INSERT INTO polling_announcement_content (announcement_id, locale, position, title, content, content_html)
   SELECT $1, v.locale, v.position, v.title, v.content, v.html
   FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) WITH ORDINALITY v (locale, title, content, html, position)`,
);
const deleteTexts = sql(
  'polling_content_delete',
  'DELETE FROM polling_announcement_content WHERE announcement_id = $1',
);

export async function findAnnouncement(queryable: Queryable, uuid: string): Promise<Announcement | null> {
  const [row] = await queryable.rows<Announcement>(findByUuid, [uuid]);
  return row ?? null;
}

/** The same with those that were deleted. */
export async function findSentAnnouncement(queryable: Queryable, uuid: string): Promise<Announcement | null> {
  const [row] = await queryable.rows<Announcement>(findAnyByUuid, [uuid]);
  return row ?? null;
}

export function listTexts(queryable: Queryable, id: number): Promise<LocalText[]> {
  return queryable.rows<LocalText>(selectTexts, [id]);
}

export async function saveTexts(tx: Transaction, id: number, texts: readonly LocalText[]): Promise<void> {
  await tx.execute(insertTexts, [
    id,
    texts.map(({ locale }) => locale),
    texts.map(({ title }) => title),
    texts.map(({ content }) => content),
    texts.map(({ contentHtml }) => contentHtml),
  ]);
}

export async function replaceTexts(tx: Transaction, id: number, texts: readonly LocalText[]): Promise<void> {
  await tx.execute(deleteTexts, [id]);
  await saveTexts(tx, id, texts);
}

/** Answers what was stored, with its number. */
export async function saveAnnouncement(
  tx: Transaction,
  one: Omit<Announcement, 'id'>,
  changeSeq: number,
): Promise<Announcement> {
  const [row] = await tx.rows<{ id: number }>(insertOne, [
    one.uuid,
    one.version,
    one.tenantIdentifier,
    one.groupUuid,
    one.status,
    one.contentType,
    one.type,
    one.displayType,
    one.priority,
    one.pinned,
    one.startDate,
    one.endDate,
    one.audience,
    one.dismissible,
    one.actionUrl,
    one.actionLabel,
    one.application,
    one.metadata,
    one.publishDate,
    one.publishSeq,
    one.revision,
    changeSeq,
    one.contentHash,
    one.createdBy,
    foldName(one.createdBy),
    one.updatedBy,
    one.dateCreated,
    one.dateUpdated,
    one.acknowledgementRequired,
  ]);
  return { ...one, id: row!.id };
}

export async function changeAnnouncement(tx: Transaction, one: Announcement, changeSeq: number): Promise<void> {
  await tx.execute(updateOne, [
    one.id,
    one.version,
    one.status,
    one.contentType,
    one.type,
    one.displayType,
    one.priority,
    one.pinned,
    one.startDate,
    one.endDate,
    one.audience,
    one.dismissible,
    one.actionUrl,
    one.actionLabel,
    one.application,
    one.metadata,
    one.publishDate,
    one.publishSeq,
    one.revision,
    changeSeq,
    one.updatedBy,
    one.dateUpdated,
    one.deleted,
    one.deletedDate,
    one.acknowledgementRequired,
  ]);
}

/** Removes a draft, which nobody has seen. */
export async function removeDraft(tx: Transaction, id: number): Promise<void> {
  await tx.execute(deleteTexts, [id]);
  await tx.execute(deleteOne, [id]);
}

/** Counts what is live or scheduled in a tenant. */
export async function countLiveAnnouncements(queryable: Queryable, tenantIdentifier: string): Promise<number> {
  const [row] = await queryable.rows<{ count: number }>(countLive, [tenantIdentifier]);
  return row!.count;
}
