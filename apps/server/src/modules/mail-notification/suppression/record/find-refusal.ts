// Decides whether a recipient may be sent a mail: the one rule for all senders.

/** Reasons by rank: where several apply, the first is given. */
export const SUPPRESSION_REASONS = ['MANUAL', 'COMPLAINT', 'HARD_BOUNCE', 'UNSUBSCRIBE'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export interface Suppression {
  readonly reason: SuppressionReason;
  /** Group; null: mails of every group and of none; of UNSUBSCRIBE those of every group. */
  readonly group: string | null;
  /** End; null: it never ends. */
  readonly expireDate: Date | null;
}

/** An opt-out: mails of a category or of a group. */
export interface OptOut {
  readonly category: string | null;
  readonly group: string | null;
}

export interface AskedMail {
  /** True where a person waits for the code or link in it: only an operator's entry keeps it back. */
  readonly sensitive: boolean;
  readonly category: string | null;
  readonly unsubscribeGroup: string | null;
}

/** Status of a refused copy, and the reason. A retry can restart SUPPRESSED, SKIPPED is final. */
export type Refusal =
  | { readonly status: 'SUPPRESSED'; readonly reason: SuppressionReason }
  | { readonly status: 'SKIPPED'; readonly reason: 'OPTED_OUT' };

function holdsFor({ reason, group, expireDate }: Suppression, mail: AskedMail, now: number): boolean {
  if (expireDate !== null && expireDate.getTime() <= now) return false;
  if (mail.sensitive && reason !== 'MANUAL') return false;
  if (group !== null) return group === mail.unsubscribeGroup;
  return reason !== 'UNSUBSCRIBE' || mail.unsubscribeGroup !== null;
}

/** Finds the reason against the mail; null where there is none. */
export function findRefusal(
  mail: AskedMail,
  { suppressions, optOuts }: { readonly suppressions: readonly Suppression[]; readonly optOuts: readonly OptOut[] },
  now: number,
): Refusal | null {
  const held = new Set(suppressions.filter((one) => holdsFor(one, mail, now)).map(({ reason }) => reason));
  const reason = SUPPRESSION_REASONS.find((one) => held.has(one));
  if (reason !== undefined) return { status: 'SUPPRESSED', reason };
  const isUnwanted = optOuts.some(({ category, group }) =>
    group === null ? category === mail.category : group === mail.unsubscribeGroup,
  );
  return isUnwanted && !mail.sensitive ? { status: 'SKIPPED', reason: 'OPTED_OUT' } : null;
}
