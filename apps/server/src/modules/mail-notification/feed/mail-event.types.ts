// Describes what the mail module tells other modules.
import type { ModuleEvent, ModuleEventHandler } from '../../../kernel/module-events/module-event.types.ts';
import type { ShownStatus } from '../record/mail.types.ts';

/** Lists the statuses of which other modules are told: the mail has not arrived, or somebody complained. */
export const TOLD_STATUSES = ['FAILED', 'DEAD', 'EXPIRED', 'UNCERTAIN', 'BOUNCED', 'COMPLAINED'] as const;

export interface MailStatusChanged extends ModuleEvent {
  readonly kind: 'mail.status-changed';
  readonly uuid: string;
  readonly groupUuid: string | null;
  /** Is who caused the mail. */
  readonly createdBy: string;
  /** Is null where the mail was accepted so. */
  readonly from: ShownStatus | null;
  readonly to: (typeof TOLD_STATUSES)[number];
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Runs in the transaction that tells. What it throws takes back what it wrote, and it is told again: after a second, then after twice as
 * long each time, up to five minutes; what follows of the same mail waits for that, other mails and other modules do not. It may write a
 * few rows of its own, with the event's id as unique key, and must be short: no network, no wait for others, no call that takes another
 * connection. Events of one mail arrive in their order, each at least once.
 */
export type MailStatusHandler = ModuleEventHandler<MailStatusChanged>;
