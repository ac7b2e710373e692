// Turns mails of the store into the models of the interface.
import type { SvcNotificationMailAttemptModel, SvcNotificationMailModel } from '@keelson/contract';
import type { AttemptRow, MailRow } from './mail-log.store.ts';

const ON_THEIR_WAY: ReadonlySet<MailRow['status']> = new Set(['SCHEDULED', 'QUEUED', 'RETRY', 'SENDING']);

export function toSvcMail(row: MailRow): SvcNotificationMailModel {
  return {
    id: row.id,
    uuid: row.uuid,
    version: row.version,
    createdBy: row.createdBy,
    updatedBy: row.updatedBy,
    dateCreated: row.dateCreated.toISOString(),
    dateUpdated: row.dateUpdated.toISOString(),
    // Old mails are removed from the log; a single one is never deleted.
    deletedDate: null,
    deleted: false,
    status: row.status,
    statusReason: row.statusReason,
    templateCode: row.templateCode,
    templateVersion: row.templateVersion,
    locale: row.locale,
    category: row.category,
    priority: row.priority,
    from: row.senderName === null ? row.sender : `${row.senderName} <${row.sender}>`,
    subject: row.subject,
    messageId: row.messageId,
    groupUuid: row.groupUuid,
    metadata: row.metadata,
    providerCode: row.providerCode,
    attemptCount: row.attemptCount,
    uncertainCount: row.uncertainCount,
    sendDate: row.sendDate.toISOString(),
    nextAttemptDate: ON_THEIR_WAY.has(row.status) ? row.dueAt.toISOString() : null,
    expireDate: row.expireDate.toISOString(),
    sentDate: row.sentDate?.toISOString() ?? null,
    size: row.size,
    recipientList: row.recipientList,
  };
}

/** Outcome and phase are stored as the contract spells them. */
export function toSvcAttempt(row: AttemptRow): SvcNotificationMailAttemptModel {
  return {
    ...row,
    startDate: row.startDate.toISOString(),
    outcome: row.outcome as SvcNotificationMailAttemptModel['outcome'],
    phase: row.phase as SvcNotificationMailAttemptModel['phase'],
  };
}
