// Decides what a report changes: which copies of a mail, and which addresses bounce.
import { foldMailAddress } from '../../../kernel/text/mail-address.ts';
import { isHardBounce } from '../record/hard-bounce.ts';
import type { Recipient, RecipientStatus } from '../record/mail.types.ts';
import type { Report, ReportedCopy } from './reading/read-report.ts';

export type ReportedStatus = Extract<RecipientStatus, 'DELIVERED' | 'BOUNCED' | 'COMPLAINED'>;

export interface CopyChange {
  readonly id: number;
  readonly address: string;
  readonly status: ReportedStatus;
  readonly enhancedCode: string | null;
  readonly text: string | null;
  /** True where the address does not exist, and the report may say so. */
  readonly isHard: boolean;
}

/** Statuses that a report can change: a copy that waits, or was never sent, has nothing to be reported. */
const FROM: Readonly<Record<ReportedStatus, readonly RecipientStatus[]>> = {
  DELIVERED: ['SENT', 'UNCERTAIN'],
  BOUNCED: ['SENT', 'UNCERTAIN', 'DELIVERED'],
  COMPLAINED: ['SENT', 'UNCERTAIN', 'DELIVERED', 'BOUNCED'],
};
/** Effects of the actions of RFC 3464, 2.3.3: `delayed`, `relayed` and `expanded` end nothing. */
const STATUS_OF: Readonly<Record<string, ReportedStatus>> = { failed: 'BOUNCED', delivered: 'DELIVERED' };

interface Said extends Pick<ReportedCopy, 'addresses' | 'text'> {
  /** New status; null where nothing has ended yet. */
  readonly status: ReportedStatus | null;
  readonly enhancedCode: string | null;
}

function saidBy(report: Report, recipients: readonly Recipient[]): readonly Said[] {
  if (report.kind === 'COMPLAINT') {
    const [only] = recipients;
    const named = report.addresses.length > 0 ? report.addresses : recipients.length === 1 ? [only!.address] : [];
    return [{ addresses: named, status: 'COMPLAINED', enhancedCode: null, text: null }];
  }
  return report.copies.map(({ addresses, action, status, text }) => ({
    addresses,
    status: STATUS_OF[action] ?? null,
    enhancedCode: status,
    text,
  }));
}

/** Judges a report; addresses that are no recipients of the mail are ignored. */
export function judgeReport(
  report: Report,
  recipients: readonly Recipient[],
  isSigned: boolean,
): { readonly changes: readonly CopyChange[]; readonly concerns: number } {
  // Every recipient knows the Message-ID; it identifies the reporter only for a mail to one recipient.
  const maySpeakAgainst = isSigned || recipients.length === 1;
  const changes: CopyChange[] = [];
  let concerns = 0;
  for (const { addresses, status, enhancedCode, text } of saidBy(report, recipients)) {
    const named = new Set(addresses.map(foldMailAddress));
    for (const { id, address, status: before } of recipients) {
      if (!named.has(foldMailAddress(address))) continue;
      concerns += 1;
      if (status === null || !FROM[status].includes(before) || changes.some((one) => one.id === id)) continue;
      const isHard = status === 'BOUNCED' && maySpeakAgainst && isHardBounce(enhancedCode);
      changes.push({ id, address, status, enhancedCode, text, isHard });
    }
  }
  return { changes, concerns };
}
