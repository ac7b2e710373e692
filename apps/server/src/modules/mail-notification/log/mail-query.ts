// Decides which mails a caller sees.
import type { SvcNotificationMailSelectionModel } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { MailQuery } from './mail-log.store.ts';

const MAIL_VIEW = 'NOTIFICATION_MAIL_VIEW';
const MAIL_MANAGE = 'NOTIFICATION_MAIL_MANAGE';

/** Answers the tenant of the caller's look-ups; null stands for every tenant. Lists are always of the own one. */
export function tenantOf(caller: Caller): string | null {
  return caller.holds('TENANT_ALL') ? null : caller.tenantIdentifier;
}

/** Answers the user whose mails the caller sees; null: those of all. */
export function ownerOf(caller: Caller): string | null {
  return caller.holds(MAIL_VIEW) || caller.holds(MAIL_MANAGE) ? null : foldName(caller.username);
}

export function queryOf(caller: Caller, model: SvcNotificationMailSelectionModel, now: Date): MailQuery {
  return {
    tenantIdentifier: caller.tenantIdentifier,
    createdBy: ownerOf(caller),
    statusList: model.statusList ?? null,
    recipient: model.recipient ?? null,
    username: model.username == null ? null : foldName(model.username),
    templateCode: model.templateCode ?? null,
    category: model.category ?? null,
    messageId: model.messageId ?? null,
    uuidList: model.uuidList ?? null,
    errorCode: model.errorCode ?? null,
    metadata: model.metadata ?? null,
    groupUuid: model.groupUuid ?? null,
    dateCreatedFrom: model.dateCreatedFrom ?? null,
    dateCreatedTo: model.dateCreatedTo ?? null,
    now,
  };
}
