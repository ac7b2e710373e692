// Writes notifications as the interface shows them.
import type { SvcUserNotificationModel } from '@keelson/contract';
import type { NotificationRow } from './notification.store.ts';

export function toNotificationModel(row: NotificationRow): SvcUserNotificationModel {
  return {
    id: row.id,
    uuid: row.uuid,
    version: row.version,
    createdBy: row.createdBy,
    updatedBy: row.updatedBy,
    dateCreated: row.dateCreated.toISOString(),
    dateUpdated: row.dateUpdated.toISOString(),
    deletedDate: null,
    deleted: false,
    title: row.title,
    content: row.content,
    contentType: row.contentType,
    contentHtml: row.contentHtml,
    type: row.type,
    actionUrl: row.actionUrl,
    actionLabel: row.actionLabel,
    application: row.application,
    groupKey: row.groupKey,
    groupCount: row.groupCount,
    expireDate: row.expireDate?.toISOString() ?? null,
    metadata: row.metadata,
    read: row.readDate !== null,
    readDate: row.readDate?.toISOString() ?? null,
    archived: row.archived,
    seq: row.seq,
  };
}
