// Invites a user to set a first password: by mail where there is an address, else by a link to be handed over.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { UserMails } from '../directory/mails/user-mails.ts';
import { linkLifetimesMs } from '../settings/authentication.settings.ts';
import type { ActivationLinks } from './activation-links.ts';

/** Answers the link where no mail was sent; null when it was mailed. Older links of the user end. */
export async function inviteUser(
  tx: Transaction,
  { links, mails }: { readonly links: ActivationLinks; readonly mails: UserMails },
  invitation: { readonly userId: number; readonly address: string | null; readonly invitedBy: string },
): Promise<string | null> {
  const { userId, address, invitedBy } = invitation;
  if (address === null) return links.issue(tx, userId, linkLifetimesMs.activation);
  await mails.activation(tx, userId, await links.issueInvitation(tx, userId, address), invitedBy);
  return null;
}
