// Sets a password by the token of an activation link: the first one, or a new one where an operator made the link.

import type { SvcAuthActivationModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { identifierOf } from '../../../../kernel/secrets/identifier-of.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { AttemptService } from '../../guessing/attempt.service.ts';
import { endLocks } from '../../guessing/end-locks.ts';
import { saveEmailVerified } from '../../secrets/email.store.ts';
import { consumeToken, findTokenTarget, type TokenTarget } from '../../secrets/one-time-token.store.ts';
import { type NewPasswords, requireHashable } from '../../secrets/password/new-password.ts';
import { savePassword } from '../../secrets/password/password.store.ts';
import { removeChallengesOfUser } from '../../steps/challenge.store.ts';

interface ActivationGround extends Pick<Kernel, 'database' | 'clock' | 'events'> {
  readonly newPasswords: NewPasswords;
  readonly attempts: AttemptService;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
}

export function createActivationService(ground: ActivationGround) {
  const { database, clock, events, newPasswords, session } = ground;
  return {
    async activate(act: PublicAct, { activationToken, newPassword }: SvcAuthActivationModel): Promise<void> {
      requireHashable(newPassword, 'newPassword');
      const requireTarget = async () =>
        (await findTokenTarget(database, 'ACTIVATION', identifierOf(activationToken), new Date(clock.now()))) ??
        fail('AUTH_TOKEN_EXPIRED');
      const target = await requireTarget();
      await newPasswords.requireShape(newPassword, target);
      await newPasswords.requireUnused(act, newPassword, target).catch(async (refusal) => {
        // A second press learns that the link is used up, not that the first press has just set this password.
        await requireTarget();
        throw refusal;
      });
      const { stored, singleFactorOk } = await newPasswords.hash(act, newPassword, target);
      const actor = act.actorNamed(target.username, target.tenantIdentifier);
      await database.transaction(async (tx) => {
        const now = new Date(clock.now());
        if (!(await consumeToken(tx, target.tokenId, now))) fail('AUTH_TOKEN_EXPIRED');
        await session().closeByUser(tx, target, 'PASSWORD_CHANGED', actor);
        if (target.passwordSet) await endOldPassword(tx, ground, target);
        await savePassword(tx, target.userId, stored, now, singleFactorOk);
        await saveEmailVerified(tx, target.userId, target.address, now);
        const { passwordReset, userActivated } = authenticationEvents;
        if (target.passwordSet) await events.record(tx, passwordReset, actor, target.username);
        else await events.record(tx, userActivated, actor, target.username, { passwordSet: true });
      });
    },
  };
}

/** Ends what depends on the replaced password, as a reset does. */
async function endOldPassword(
  tx: Transaction,
  { attempts, mails }: ActivationGround,
  target: TokenTarget,
): Promise<void> {
  await endLocks(tx, attempts, target);
  await removeChallengesOfUser(tx, target.userId);
  await mails.credentialChanged(tx, target.userId, 'PASSWORD');
}
