// Sets a password by the token of an activation link: the first one, or a new one where an operator made the link.
import type { SvcAuthActivationModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { SessionApi } from '../../session/api.ts';
import type { AttemptService } from '../attempt/attempt.service.ts';
import { endLocks } from '../attempt/unlock.service.ts';
import { removeChallengesOfUser } from '../challenge/challenge.store.ts';
import { saveEmailVerified } from '../email/email.store.ts';
import type { UserMails } from '../mail/user-mails.ts';
import { type NewPasswords, requireHashable } from '../password/new-password.ts';
import { savePassword } from '../password/password.store.ts';
import { consumeToken, findTokenTarget, type TokenTarget } from './one-time-token.store.ts';

export interface ActivationService {
  activate(model: SvcAuthActivationModel, context: Context): Promise<void>;
}

export interface ActivationServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly newPasswords: NewPasswords;
  readonly attempts: AttemptService;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
}

export function createActivationService(deps: ActivationServiceDependencies): ActivationService {
  const { database, clock, events, newPasswords, session } = deps;
  return {
    async activate({ activationToken, newPassword }, context) {
      requireHashable(newPassword, 'newPassword');
      const tokenHash = session().identifierOf(activationToken);
      const target = await findTokenTarget(database, 'ACTIVATION', tokenHash, new Date(clock.now()));
      if (target === null) fail('AUTH_TOKEN_EXPIRED');
      await newPasswords.requireShape(newPassword, target, context);
      await newPasswords.requireUnused(newPassword, target, context);
      const { stored, singleFactorOk } = await newPasswords.hash(newPassword, target, context);
      const origin = { ipAddress: context.remoteAddress, requestId: context.requestId };
      await database.transaction(async (tx) => {
        const now = new Date(clock.now());
        if (!(await consumeToken(tx, target.tokenId, now))) fail('AUTH_TOKEN_EXPIRED');
        await session().closeByUser(tx, target, 'PASSWORD_CHANGED', {
          username: target.username,
          tenantIdentifier: target.tenantIdentifier,
          ...origin,
        });
        if (target.passwordSet) await endOldPassword(tx, deps, target);
        await savePassword(tx, target.userId, stored, now, singleFactorOk);
        await saveEmailVerified(tx, target.userId, target.address, now);
        await events.record(tx, {
          kind: target.passwordSet ? 'authentication.password-reset' : 'authentication.user-activated',
          type: 'SECURITY',
          tenantIdentifier: target.tenantIdentifier,
          actor: target.username,
          ...origin,
          subject: target.username,
        });
      });
    },
  };
}

/** What a reset does as well: nothing that hangs on the replaced password stays. */
async function endOldPassword(
  tx: Transaction,
  { attempts, mails }: ActivationServiceDependencies,
  target: TokenTarget,
): Promise<void> {
  await endLocks(tx, attempts, target);
  await removeChallengesOfUser(tx, target.userId);
  await mails.credentialChanged(tx, target.userId, 'PASSWORD');
}
