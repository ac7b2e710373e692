// Events of closes: one for each session, or one for an order that covers many.
import type { Transaction } from '../../kernel/database/database.ts';
import type { EventRecorder } from '../../kernel/records/events.ts';
import type { Actor } from './api.ts';
import type { ClosedSession, CloseReason } from './session.types.ts';

export async function recordClosed(
  events: EventRecorder,
  tx: Transaction,
  closed: readonly ClosedSession[],
  reason: CloseReason,
  actor: Actor,
): Promise<void> {
  for (const { identifier, tenantIdentifier, username } of closed) {
    await events.record(tx, {
      kind: 'session.closed',
      type: 'SECURITY',
      tenantIdentifier,
      actor: actor.username,
      ipAddress: actor.ipAddress,
      requestId: actor.requestId,
      subject: identifier,
      detail: { reason, username },
    });
  }
}

export function recordAllClosed(
  events: EventRecorder,
  tx: Transaction,
  happening: { readonly tenantIdentifier: string; readonly subject: string | null; readonly detail: object },
  actor: Actor,
): Promise<void> {
  return events.record(tx, {
    kind: 'session.all-closed',
    type: 'SECURITY',
    ...happening,
    actor: actor.username,
    ipAddress: actor.ipAddress,
    requestId: actor.requestId,
  });
}
