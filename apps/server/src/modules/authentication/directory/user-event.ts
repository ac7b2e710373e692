// Records what an administrator did to a user.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { recordAudit } from '../administration/audit-event.ts';
import type { DirectoryEvent } from '../api.ts';
import type { User } from './user.store.ts';

export function recordUserEvent(
  tx: Transaction,
  events: EventRecorder,
  kind: string,
  user: User,
  caller: Caller,
  context: Context,
  detail: object,
): Promise<void> {
  const audited = { kind, tenantIdentifier: user.tenantIdentifier, subject: user.username, detail };
  return recordAudit(tx, events, audited, caller, context);
}

/** What other modules hear of one user. */
export function userDirectoryEvent(
  kind: DirectoryEvent['kind'],
  user: User,
  previousUsername: string | null = null,
): DirectoryEvent {
  const { tenantIdentifier, uuid, username } = user;
  return { kind, tenantIdentifier, userUuid: uuid, username, previousUsername };
}

export function actorOf(caller: Caller, context: Context): Actor {
  const { username, tenantIdentifier } = caller;
  return { username, tenantIdentifier, ipAddress: context.remoteAddress, requestId: context.requestId };
}
