// Holds the SQL of what changed behind a place: announcements of a tenant, and what one person marked or received.
import { type Queryable, sql } from '../../../kernel/database/database.ts';
import { type NotificationRow, notificationColumns } from '../notification/feature.ts';
import { announcementColumns } from '../record/announcement.store.ts';
import type { Announcement } from '../record/announcement.types.ts';
import type { Place } from '../record/cursor.ts';
import type { PersonKey } from '../view/poll.store.ts';

/** An announcement that was live at least once. */
export interface ChangedAnnouncement extends Announcement {
  readonly publishSeq: number;
  readonly changeSeq: number;
  /** Number of the last change of its audience. */
  readonly audienceSeq: number;
}

export interface ChangedNotification extends NotificationRow {
  readonly ownSeq: number;
  readonly deleted: boolean;
}

export interface OwnMark {
  readonly id: number;
  readonly ownSeq: number;
}

/** A read-all: number of the own state, and the number up to which it reads. */
export interface OwnReadAll {
  readonly ownSeq: number;
  readonly seq: number;
}

const changedColumns = `${announcementColumns}, a.change_seq AS "changeSeq", a.audience_seq AS "audienceSeq"`;

const selectAnnouncements = sql(
  'polling_changes_announcements',
  `SELECT ${changedColumns} FROM polling_announcement a
   WHERE a.tenant_identifier = $1 AND a.change_seq > $2 AND a.change_seq <= $3 AND a.publish_seq IS NOT NULL
   ORDER BY a.change_seq, a.id LIMIT $4`,
);
const selectMarks = sql(
  'polling_changes_marks',
  `SELECT announcement_id AS id, own_seq AS "ownSeq" FROM polling_receipt
   WHERE tenant_identifier = $1 AND username_folded = $2 AND own_seq > $3 AND own_seq <= $4`,
);
const selectReadAlls = sql(
  'polling_changes_read_alls',
  `SELECT read_all_own AS "announcementsOwn", read_all_seq AS "announcements", notifications_read_own AS "notificationsOwn",
     notifications_read_seq AS "notifications"
   FROM polling_user_state WHERE tenant_identifier = $1 AND username_folded = $2`,
);
// A notification that was merged before anybody saw it has a count of 0, and its end is no change.
const selectNotifications = sql(
  'polling_changes_notifications',
  `SELECT ${notificationColumns}, n.own_seq AS "ownSeq", n.deleted FROM polling_notification n
   WHERE n.tenant_identifier = $1 AND n.username_folded = $2 AND n.group_count > 0
     AND ((n.seq > $3 AND n.seq <= $4) OR (n.own_seq > $5 AND n.own_seq <= $6 AND n.seq <= $3))
   ORDER BY n.seq LIMIT $7`,
);

/** Lists them in the order in which they changed. */
export function listChangedAnnouncements(
  queryable: Queryable,
  tenantIdentifier: string,
  from: Place,
  to: Place,
  limit: number,
): Promise<readonly ChangedAnnouncement[]> {
  return queryable.rows(selectAnnouncements, [tenantIdentifier, from.changeSeq, to.changeSeq, limit]);
}

export function listOwnMarks(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
  from: Place,
  to: Place,
): Promise<readonly OwnMark[]> {
  return queryable.rows(selectMarks, [tenantIdentifier, usernameFolded, from.ownSeq, to.ownSeq]);
}

export async function findReadAlls(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
): Promise<{ readonly announcements: OwnReadAll; readonly notifications: OwnReadAll } | null> {
  type Row = Record<'announcementsOwn' | 'announcements' | 'notificationsOwn' | 'notifications', number>;
  const [row] = await queryable.rows<Row>(selectReadAlls, [tenantIdentifier, usernameFolded]);
  if (row === undefined) return null;
  return {
    announcements: { ownSeq: row.announcementsOwn, seq: row.announcements },
    notifications: { ownSeq: row.notificationsOwn, seq: row.notifications },
  };
}

/**
 * Lists notifications numbered after the place, deleted ones too, and then the person's later marks of earlier ones.
 */
export function listChangedNotifications(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
  { from, to, limit }: { readonly from: Place; readonly to: Place; readonly limit: number },
): Promise<readonly ChangedNotification[]> {
  const bounds = [from.notificationSeq, to.notificationSeq, from.ownSeq, to.ownSeq];
  return queryable.rows(selectNotifications, [tenantIdentifier, usernameFolded, ...bounds, limit]);
}
