// Events of closes: one for each session, or one for an order that covers many.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import type { ClosedSession, CloseReason } from '../record/session.types.ts';
import { sessionEvents } from '../session.events.ts';

export async function recordClosed(
  events: EventRecorder,
  tx: Transaction,
  closed: readonly ClosedSession[],
  reason: CloseReason,
  actor: Actor,
): Promise<void> {
  for (const { identifier, tenantIdentifier, username } of closed) {
    const subject = { name: identifier, tenantIdentifier };
    await events.record(tx, sessionEvents.closed, actor, subject, { reason, username });
  }
}
