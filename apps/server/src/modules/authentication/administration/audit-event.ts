// Records what an administrator did to something of a tenant.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';

export interface Audited {
  readonly kind: string;
  readonly tenantIdentifier: string;
  /** Name, code or identifier of what was changed. */
  readonly subject: string;
  readonly detail: object;
}

export function recordAudit(
  tx: Transaction,
  events: EventRecorder,
  audited: Audited,
  caller: Caller,
  context: Context,
): Promise<void> {
  return events.record(tx, {
    ...audited,
    type: 'AUDIT',
    actor: caller.username,
    ipAddress: context.remoteAddress,
    requestId: context.requestId,
  });
}
