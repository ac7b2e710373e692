// Declares the events of the mail module for other modules.
import type { ModuleEvent, ModuleEventHandler } from '../../../kernel/module-events/module-event.types.ts';
import type { ShownStatus } from '../record/mail.types.ts';

/** Statuses that other modules learn of: the mail has not arrived, or a recipient complained. */
export const REPORTED_STATUSES = ['FAILED', 'DEAD', 'EXPIRED', 'UNCERTAIN', 'BOUNCED', 'COMPLAINED'] as const;

export interface MailStatusChanged extends ModuleEvent {
  readonly kind: 'mail.status-changed';
  readonly uuid: string;
  readonly groupUuid: string | null;
  /** Username that caused the mail. */
  readonly createdBy: string;
  /** Null where the mail was accepted so. */
  readonly from: ShownStatus | null;
  readonly to: (typeof REPORTED_STATUSES)[number];
  readonly metadata: Readonly<Record<string, string>>;
}

/**
 * Runs in the transaction that hands over the event. An error undoes what it wrote, and the event is repeated: after a
 * second, then after twice as long each time, up to five minutes; later events of the same mail wait for that, other
 * mails and other modules do not. It may write a few rows of its own, with the event's id as unique key, and must be
 * short: no network, no wait for others, no call that takes another connection. Events of one mail arrive in their
 * order, each at least once.
 */
export type MailStatusHandler = ModuleEventHandler<MailStatusChanged>;
