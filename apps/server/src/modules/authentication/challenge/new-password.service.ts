// Goes on with a sign-in whose password has to be replaced first.
import type { SvcAuthNewPasswordModel } from '@keelson/contract';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import type { UserMails } from '../mail/user-mails.ts';
import { type AcceptedPassword, type NewPasswords, requireHashable } from '../password/new-password.ts';
import { savePassword } from '../password/password.store.ts';
import { browserSecretOf } from '../sign-in/cookies.ts';
import { checkDelivery } from '../sign-in/token-delivery.ts';
import { removeChallengesOfUser } from './challenge.store.ts';
import type { SignInOutcome } from './challenge.types.ts';
import { recordDeniedSignIn } from './denied-sign-in.ts';
import {
  type ChallengeSource,
  findOpenChallenge,
  holdChallenge,
  type OpenChallenge,
  releaseTry,
  reserveTry,
} from './open-challenge.ts';
import { type SignInSteps, signInEvent } from './sign-in-steps.ts';

export interface NewPasswordService {
  /** Keeps the challenge when the policy refuses the password, for 5 tries in all. */
  complete(request: SvcAuthNewPasswordModel, context: Context): Promise<SignInOutcome>;
}

export interface NewPasswordServiceDependencies extends ChallengeSource {
  readonly events: EventRecorder;
  readonly newPasswords: NewPasswords;
  readonly mails: UserMails;
  readonly steps: SignInSteps;
}

export function createNewPasswordService(deps: NewPasswordServiceDependencies): NewPasswordService {
  const { database, clock, events, newPasswords, mails, session, steps } = deps;

  const save = async (
    tx: Transaction,
    { challenge, user }: OpenChallenge,
    { stored, singleFactorOk }: AcceptedPassword,
    context: Context,
  ): Promise<SignInOutcome> => {
    const now = new Date(clock.now());
    await holdChallenge(deps, tx, { challenge, user });
    const origin = { ipAddress: context.remoteAddress, requestId: context.requestId };
    await session().closeByUser(tx, user, 'PASSWORD_CHANGED', {
      ...origin,
      username: user.username,
      tenantIdentifier: user.tenantIdentifier,
    });
    await savePassword(tx, user.userId, stored, now, singleFactorOk);
    await removeChallengesOfUser(tx, user.userId);
    await events.record(tx, signInEvent('authentication.password-changed', user, context));
    await mails.credentialChanged(tx, user.userId, 'PASSWORD');
    // This step raised the version by one; whatever else changed beside it makes another number.
    const flow = { ...challenge.flow, securityVersion: challenge.flow.securityVersion + 1 };
    return (await steps.advance(tx, flow, context, browserSecretOf(context))) ?? fail('AUTH_VERIFICATION_EXPIRED');
  };

  return {
    async complete({ verificationIdentifier, newPassword }, context) {
      requireHashable(newPassword, 'newPassword');
      const open = await findOpenChallenge(deps, verificationIdentifier, 'NEW_PASSWORD', context);
      checkDelivery(open.challenge.flow.tokenDelivery, context);
      await database.transaction((tx) => reserveTry(deps, tx, open, new Date(clock.now())));
      try {
        await newPasswords.requireShape(newPassword, open.user, context);
        await newPasswords.requireUnused(newPassword, open.user, context);
        const accepted = await newPasswords.hash(newPassword, open.user, context);
        return await database.transaction((tx) => save(tx, open, accepted, context));
      } catch (error) {
        // No room to hash or for a session: the password was not refused.
        if (!isRefusedPassword(error)) await database.transaction((tx) => releaseTry(tx, open));
        await recordDeniedSignIn(session(), error, open.user, context);
        throw error;
      }
    },
  };
}

function isRefusedPassword(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'VALIDATION_FAILED';
}
