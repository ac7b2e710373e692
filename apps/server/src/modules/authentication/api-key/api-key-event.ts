// Records what was done to an API key; never the key itself.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { recordAudit } from '../administration/audit-event.ts';
import type { ApiKey } from './api-key.store.ts';

export function recordKeyEvent(
  tx: Transaction,
  events: EventRecorder,
  kind: string,
  key: ApiKey,
  caller: Caller,
  context: Context,
  detail: object = keyDetail(key),
): Promise<void> {
  const audited = { kind, tenantIdentifier: key.tenantIdentifier, subject: key.name, detail };
  return recordAudit(tx, events, audited, caller, context);
}

/** What a key can do and from where. */
export function keyDetail(key: ApiKey): object {
  const { uuid, name, authorityList, allowedAddressList, expiryDate, enabled, ownerUsername } = key;
  return { uuid, name, authorityList, allowedAddressList, expiryDate, enabled, owner: ownerUsername };
}
