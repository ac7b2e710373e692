// Goes on with a sign-in whose password has to be replaced first.

import type { SvcAuthNewPasswordModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { fail, ServiceError } from '../../../../kernel/request/errors.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { browserSecretOf } from '../../ground/cookies.ts';
import { type AcceptedPassword, type NewPasswords, requireHashable } from '../../secrets/password/new-password.ts';
import { savePassword } from '../../secrets/password/password.store.ts';
import { removeChallengesOfUser } from '../../steps/challenge.store.ts';
import type { SignInOutcome } from '../../steps/challenge.types.ts';
import { recordDeniedSignIn } from '../../steps/denied-sign-in.ts';
import {
  type ChallengeSource,
  findOpenChallenge,
  holdChallenge,
  type OpenChallenge,
  releaseTry,
  reserveTry,
} from '../../steps/open-challenge.ts';
import type { SignInSteps } from '../../steps/sign-in-steps.ts';
import { checkDelivery } from '../../steps/token-delivery.ts';

interface NewPasswordGround extends ChallengeSource, Pick<Kernel, 'events'> {
  readonly newPasswords: NewPasswords;
  readonly mails: UserMails;
  readonly steps: SignInSteps;
}

export function createNewPasswordService(ground: NewPasswordGround) {
  const { database, clock, events, newPasswords, mails, session, steps } = ground;

  const save = async (
    tx: Transaction,
    act: PublicAct,
    { challenge, user }: OpenChallenge,
    { stored, singleFactorOk }: AcceptedPassword,
  ): Promise<SignInOutcome> => {
    const { context } = act;
    const now = new Date(clock.now());
    await holdChallenge(ground, tx, { challenge, user });
    const actor = act.actorNamed(user.username, user.tenantIdentifier);
    await session().closeByUser(tx, user, 'PASSWORD_CHANGED', actor);
    await savePassword(tx, user.userId, stored, now, singleFactorOk);
    await removeChallengesOfUser(tx, user.userId);
    await events.record(tx, authenticationEvents.passwordChanged, actor, user.username);
    await mails.credentialChanged(tx, user.userId, 'PASSWORD');
    // This step raised the version by one; any other change meanwhile makes it another number.
    const flow = { ...challenge.flow, securityVersion: challenge.flow.securityVersion + 1 };
    return (await steps.advance(tx, act, flow, user, browserSecretOf(context))) ?? fail('AUTH_VERIFICATION_EXPIRED');
  };

  return {
    /** Keeps the challenge when the policy refuses the password, for 5 tries in all. */
    async complete(
      act: PublicAct,
      { verificationIdentifier, newPassword }: SvcAuthNewPasswordModel,
    ): Promise<SignInOutcome> {
      const { context } = act;
      requireHashable(newPassword, 'newPassword');
      const open = await findOpenChallenge(ground, verificationIdentifier, 'NEW_PASSWORD', context);
      checkDelivery(open.challenge.flow.tokenDelivery, context);
      await database.transaction((tx) => reserveTry(ground, tx, open, new Date(clock.now())));
      try {
        await newPasswords.requireShape(newPassword, open.user);
        await newPasswords.requireUnused(act, newPassword, open.user);
        const accepted = await newPasswords.hash(act, newPassword, open.user);
        return await database.transaction((tx) => save(tx, act, open, accepted));
      } catch (error) {
        // There was no room to hash or for a session: the policy did not refuse the password, so that the try does not
        // count.
        if (!isRefusedPassword(error)) await database.transaction((tx) => releaseTry(tx, open));
        await recordDeniedSignIn(act, session(), error, open.user);
        throw error;
      }
    },
  };
}

export type NewPasswordService = ReturnType<typeof createNewPasswordService>;

function isRefusedPassword(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'VALIDATION_FAILED';
}
