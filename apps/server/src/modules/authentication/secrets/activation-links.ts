// Makes the links by which a person sets a first or a new password, or confirms an address.

import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import type { MailedLink } from '../directory/mails/user-mails.ts';
import { linkLifetimesMs } from '../settings/authentication.settings.ts';
import { saveToken, type TokenPurpose } from './one-time-token.store.ts';

/** Bytes of a token: 256 bits cannot be guessed in the days that it lives. */
const TOKEN_BYTES = 32;
const pagePaths: Readonly<Record<TokenPurpose, string>> = {
  ACTIVATION: '/auth/pages/activate',
  RESET: '/auth/pages/reset',
  EMAIL: '/auth/pages/email',
};

export function createActivationLinks({ address: served, clock, ids }: Pick<Kernel, 'address' | 'clock' | 'ids'>) {
  const make = async (
    tx: Transaction,
    {
      purpose,
      userId,
      address,
    }: { readonly purpose: TokenPurpose; readonly userId: number; readonly address: string | null },
    lifetimeMs: number,
  ): Promise<MailedLink> => {
    const token = ids.secret(TOKEN_BYTES);
    const nowMs = clock.now();
    const expiry = new Date(nowMs + lifetimeMs);
    const tokenHash = identifierOf(token);
    const username = await saveToken(tx, { purpose, tokenHash, userId, address, now: new Date(nowMs), expiry });
    // The page shows whose password it sets, so that a password manager keeps it under that name.
    const fragment = purpose === 'EMAIL' ? { token } : { token, username };
    return { link: `${served.read()}${pagePaths[purpose]}#${new URLSearchParams(fragment)}`, expiry };
  };
  return {
    /** Makes a link to be handed over; using it proves no address. */
    async issue(tx: Transaction, userId: number, lifetimeMs: number): Promise<string> {
      return (await make(tx, { purpose: 'ACTIVATION', userId, address: null }, lifetimeMs)).link;
    },
    /** Makes a link to be mailed to the address. */
    issueInvitation: (tx: Transaction, userId: number, address: string): Promise<MailedLink> =>
      make(tx, { purpose: 'ACTIVATION', userId, address }, linkLifetimesMs.activation),
    issueReset: (tx: Transaction, userId: number, address: string): Promise<MailedLink> =>
      make(tx, { purpose: 'RESET', userId, address }, linkLifetimesMs.reset),
    issueEmail: (tx: Transaction, userId: number, address: string): Promise<MailedLink> =>
      make(tx, { purpose: 'EMAIL', userId, address }, linkLifetimesMs.email),
  };
}

/**
 * Each ends the user's older links of its kind. Token and name stand behind `#`, so that no server log and no Referer
 * gets them.
 */
export type ActivationLinks = ReturnType<typeof createActivationLinks>;
