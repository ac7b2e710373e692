// Turns mails of the store into the model of the interface.
import type { SvcNotificationMailModel } from '@keelson/contract';
import type { MailRow } from './queue.store.ts';

export function toSvcMail(row: MailRow): SvcNotificationMailModel {
  return {
    id: row.id,
    uuid: row.uuid,
    version: row.version,
    createdBy: row.createdBy,
    updatedBy: row.updatedBy,
    dateCreated: row.dateCreated.toISOString(),
    dateUpdated: row.dateUpdated.toISOString(),
    // The log of mails is trimmed, a single mail is never deleted.
    deletedDate: null,
    deleted: false,
    status: row.status,
    templateCode: row.templateCode,
    locale: row.locale,
    priority: row.priority,
    from: row.sender,
    subject: row.subject,
    messageId: row.messageId,
    sendDate: row.sendDate.toISOString(),
    expireDate: row.expireDate.toISOString(),
    recipientList: row.recipientList,
  };
}
