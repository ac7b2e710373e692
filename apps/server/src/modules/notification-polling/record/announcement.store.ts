// Holds the SQL of announcements and their texts; writes hold the head row of the tenant, except for new drafts.
import { announcementStatuses, announcementTypes, contentTypes, displayTypes } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column, typed } from '../../../kernel/records/record/column.ts';
import { defineColumns } from '../../../kernel/records/record/define-columns.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Announcement, Audience, LocalText } from './announcement.types.ts';

/** Announcements are written under the head row of their tenant, and their versions with it. */
export const announcements = defineColumns({
  table: 'polling_announcement',
  columns: {
    groupUuid: column.uuid({ nullable: true }),
    status: column.choice(announcementStatuses),
    contentType: column.choice(contentTypes),
    type: column.choice(announcementTypes),
    displayType: column.choice(displayTypes),
    priority: column.integer(),
    pinned: column.flag(),
    startDate: column.dateTime(),
    endDate: column.dateTime({ nullable: true }),
    audience: column.json(typed<Audience>()),
    dismissible: column.flag(),
    acknowledgementRequired: column.flag(),
    actionUrl: column.text({ nullable: true }),
    actionLabel: column.text({ nullable: true }),
    application: column.text({ nullable: true }),
    metadata: column.json(typed<Readonly<Record<string, string>>>()),
    publishDate: column.dateTime({ nullable: true }),
    publishSeq: column.long({ nullable: true }),
    revision: column.integer(),
    contentHash: column.text({ hidden: true }),
  },
  folded: { createdBy: foldName },
});

/** Select list of an announcement `a`. */
export const announcementColumns = announcements.selectAs('a');

const findByUuid = sql(
  'polling_announcement_find',
  `SELECT ${announcementColumns} FROM polling_announcement a WHERE a.uuid = $1 AND NOT a.deleted`,
);
const findAnyByUuid = sql(
  'polling_announcement_find_any',
  `SELECT ${announcementColumns} FROM polling_announcement a WHERE a.uuid = $1`,
);
// From this change on it has another audience.
const noteAudience = sql(
  'polling_announcement_note_audience',
  'UPDATE polling_announcement SET audience_seq = $2 WHERE id = $1 AND audience <> $3',
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

/** As `findAnnouncement`, with deleted ones. */
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
  return { ...one, id: await announcements.insert(tx, one, { change_seq: changeSeq }) };
}

export async function changeAnnouncement(tx: Transaction, one: Announcement, changeSeq: number): Promise<void> {
  await tx.execute(noteAudience, [one.id, changeSeq, one.audience]);
  await announcements.rewrite(tx, one, { change_seq: changeSeq });
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
