// Says what a report changes of a mail: which copies, and which addresses it speaks against.
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
  /** The address does not exist, and the report may speak against it. */
  readonly isHard: boolean;
}

/** A copy goes on from these: one that waits, or was never sent, has nothing to be reported. */
const FROM: Readonly<Record<ReportedStatus, readonly RecipientStatus[]>> = {
  DELIVERED: ['SENT', 'UNCERTAIN'],
  BOUNCED: ['SENT', 'UNCERTAIN', 'DELIVERED'],
  COMPLAINED: ['SENT', 'UNCERTAIN', 'DELIVERED', 'BOUNCED'],
};
/** RFC 3464, 2.3.3: `delayed`, `relayed` and `expanded` end nothing. */
const STATUS_OF: Readonly<Record<string, ReportedStatus>> = { failed: 'BOUNCED', delivered: 'DELIVERED' };

interface Said extends Pick<ReportedCopy, 'addresses' | 'text'> {
  /** Null: nothing has ended yet. */
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

/** Whoever is named and is no recipient of the mail is passed over. */
export function judgeReport(
  report: Report,
  recipients: readonly Recipient[],
  isSigned: boolean,
): { readonly changes: readonly CopyChange[]; readonly concerns: number } {
  // Every recipient knows the Message-ID; only of a mail to one does it say who speaks.
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
