// Records what an administrator did to a tenant.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { recordAudit } from '../administration/audit-event.ts';
import type { TenantRecord } from './tenant-administration.store.ts';

export function recordTenantEvent(
  tx: Transaction,
  events: EventRecorder,
  kind: string,
  tenant: TenantRecord,
  caller: Caller,
  context: Context,
  detail: object,
): Promise<void> {
  const audited = { kind, tenantIdentifier: tenant.identifier, subject: tenant.identifier, detail };
  return recordAudit(tx, events, audited, caller, context);
}
