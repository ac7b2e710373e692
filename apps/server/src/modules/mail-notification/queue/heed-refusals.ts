// Ends the copies of recipients who must not or do not want to get the mails that are being accepted.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { ReadRefusals } from '../suppression/feature.ts';
import type { MailDraft } from './mail-draft.types.ts';

/**
 * Applies refusals to drafts of one tenant. A copy that was kept back by an operator or a server can still be sent on
 * purpose, so its content is kept.
 */
export async function heedRefusals(
  readRefusals: ReadRefusals,
  queryable: Queryable,
  drafts: readonly MailDraft[],
  now: number,
): Promise<readonly MailDraft[]> {
  const waiting = drafts.flatMap(({ recipients }) => recipients.filter(({ status }) => status === 'QUEUED'));
  if (waiting.length === 0) return drafts;
  const asked = waiting.map(({ address, username = null }) => ({ address, username }));
  const refusals = await readRefusals(queryable, drafts[0]!.tenantIdentifier, asked, now);
  return drafts.map((draft) => {
    const { sensitive, category, unsubscribeGroup = null } = draft;
    const recipients = draft.recipients.map((one) => {
      if (one.status !== 'QUEUED') return one;
      const { address, username = null } = one;
      return { ...one, ...refusals.of({ sensitive, category, unsubscribeGroup }, { address, username }) };
    });
    if (recipients.some(({ status }) => status === 'QUEUED')) return { ...draft, recipients };
    const isKept = !sensitive && recipients.some(({ status }) => status === 'SUPPRESSED');
    const statusReason = draft.statusReason ?? recipients[0]?.reason ?? null;
    return { ...draft, recipients, statusReason, content: isKept ? draft.content : null };
  });
}
