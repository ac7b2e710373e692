// Changes the own mail address by a link sent to the new one, with a notice to the old one.

import type { SvcAuthEmailChangeModel, SvcAuthEmailConfirmationModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act, PublicAct } from '../../../../kernel/records/act.ts';
import { fail, invalid } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { identifierOf } from '../../../../kernel/secrets/identifier-of.ts';
import { parseMailAddress } from '../../../../kernel/text/mail-address.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { findUser, saveUserVersion } from '../../directory/user.store.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import { isVerifiedElsewhere, saveEmail } from '../../secrets/email.store.ts';
import { EMAIL_PROBLEM } from '../../secrets/email-problem.ts';
import { consumeToken, endTokensOf, findTokenTarget, type TokenTarget } from '../../secrets/one-time-token.store.ts';

interface EmailGround extends Pick<Kernel, 'database' | 'clock' | 'events'> {
  readonly links: ActivationLinks;
  readonly mails: UserMails;
}

export function createEmailService(ground: EmailGround) {
  const { database, clock, links, mails } = ground;
  return {
    /**
     * Answers the same after the same work whether or not another user has the address: only its mailbox learns that.
     */
    async change(act: Act, { email }: SvcAuthEmailChangeModel): Promise<void> {
      const { caller } = act;
      // A caller who acts as somebody else must not change how that person signs in.
      if (caller.actorUsername !== null) fail('ACCESS_DENIED');
      const address = parseMailAddress(email);
      if (address === null) invalid({ field: 'email', ...EMAIL_PROBLEM });
      await database.transaction(async (tx) => {
        const user = caller.userUuid === null ? null : await findUser(tx, caller.userUuid, caller.tenantIdentifier);
        if (user === null) failNotFound('USER_NOT_FOUND', { username: caller.username });
        await mails.emailChange(tx, user.id, address, await links.issueEmail(tx, user.id, address));
        if (user.email !== null && user.email !== address) await mails.credentialChanged(tx, user.id, 'ADDRESS_ASKED');
        const actor = act.actorNamed(user.username, user.tenantIdentifier);
        await ground.events.record(tx, authenticationEvents.codeSent, actor, user.username, {
          purpose: 'EMAIL_CHANGE',
        });
      });
    },
    /** Fails with 401 `AUTH_TOKEN_EXPIRED` also when another user of the tenant has proven the address meanwhile. */
    async confirm(act: PublicAct, { token }: SvcAuthEmailConfirmationModel): Promise<void> {
      const target = await findTokenTarget(database, 'EMAIL', identifierOf(token), new Date(clock.now()));
      if (target === null) fail('AUTH_TOKEN_EXPIRED');
      await database.transaction((tx) => confirmIn(tx, ground, act, target));
    },
  };
}

async function confirmIn(
  tx: Transaction,
  { clock, events, mails }: EmailGround,
  act: PublicAct,
  target: TokenTarget,
): Promise<void> {
  const { tokenId, userId, tenantIdentifier, username, email, address } = target;
  const now = new Date(clock.now());
  if (address === null || !(await consumeToken(tx, tokenId, now))) fail('AUTH_TOKEN_EXPIRED');
  if (await isVerifiedElsewhere(tx, tenantIdentifier, address, userId)) fail('AUTH_TOKEN_EXPIRED');
  await saveEmail(tx, { userId, address, verified: true });
  await saveUserVersion(tx, userId, username, now);
  // A reset link in the mailbox of the old address must not work any more.
  await endTokensOf(tx, userId, 'RESET', now);
  const actor = act.actorNamed(username, tenantIdentifier);
  const detail = { email: { old: email, new: address }, emailVerified: true };
  await events.record(tx, authenticationEvents.userUpdated, actor, username, detail);
  if (email !== null && email !== address) await mails.credentialChanged(tx, userId, 'ADDRESS', { address: email });
}
