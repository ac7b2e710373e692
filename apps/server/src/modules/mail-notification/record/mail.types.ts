// Declares mails as they are stored.

export type Priority = 'LOW' | 'NORMAL' | 'HIGH';
export type UncertainPolicy = 'RETRY' | 'HOLD';

/**
 * QUEUED, RETRY and SENDING are on their way; a retry can restart mails or copies that were not sent, except SKIPPED
 * and CANCELLED ones.
 */
export type MailStatus =
  | 'QUEUED'
  | 'RETRY'
  | 'SENDING'
  | 'SENT'
  | 'DELIVERED'
  | 'BOUNCED'
  | 'COMPLAINED'
  | 'PARTIAL'
  | 'FAILED'
  | 'DEAD'
  | 'EXPIRED'
  | 'UNCERTAIN'
  | 'CAPTURED'
  | 'SUPPRESSED'
  | 'SKIPPED'
  | 'CANCELLED';

/** Status as it is shown: a QUEUED mail with a later date is SCHEDULED. */
export type ShownStatus = MailStatus | 'SCHEDULED';

/** Status of one copy. */
export type RecipientStatus = Exclude<MailStatus, 'SENDING' | 'PARTIAL'>;

export interface Recipient {
  readonly id: number;
  readonly type: 'TO' | 'CC' | 'BCC';
  readonly address: string;
  readonly name: string | null;
  readonly status: RecipientStatus;
}

/** Statuses of copies that wait for an attempt. */
export const WAITING: ReadonlySet<RecipientStatus> = new Set(['QUEUED', 'RETRY']);

/**
 * Computes the status of a mail from those of its recipients: RETRY or QUEUED while one of them is so, PARTIAL where
 * they ended differently.
 */
export function aggregateStatus(statuses: readonly RecipientStatus[]): Exclude<MailStatus, 'SENDING'> {
  if (statuses.includes('RETRY')) return 'RETRY';
  if (statuses.includes('QUEUED')) return 'QUEUED';
  const [first, ...others] = new Set(statuses);
  return first !== undefined && others.length === 0 ? first : 'PARTIAL';
}
