// Sets the first password by the token of an activation link.
import type { SvcAuthActivationModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/clock.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Database } from '../../../kernel/database.ts';
import { fail, invalid } from '../../../kernel/errors.ts';
import type { EventRecorder } from '../../../kernel/events.ts';
import type { SessionApi } from '../../session/api.ts';
import { savePassword } from '../password/password.store.ts';
import type { PasswordHasher } from '../password/password-hasher.ts';
import { findPasswordProblems, isHashable, PASSWORD_BYTES_MAX } from '../password/password-policy.ts';
import { consumeToken, findActivationTarget } from './one-time-token.store.ts';

export interface ActivationService {
  activate(model: SvcAuthActivationModel, context: Context): Promise<void>;
}

export interface ActivationServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly hasher: PasswordHasher;
  readonly session: () => SessionApi;
}

export function createActivationService(deps: ActivationServiceDependencies): ActivationService {
  const { database, clock, events, hasher, session } = deps;
  return {
    async activate({ activationToken, newPassword }, context) {
      if (!isHashable(newPassword)) {
        invalid({ field: 'newPassword', code: 'TOO_LONG', message: `At most ${PASSWORD_BYTES_MAX} bytes of UTF-8.` });
      }
      const tokenHash = session().identifierOf(activationToken);
      const target = await findActivationTarget(database, tokenHash, new Date(clock.now()));
      if (target === null) fail('AUTH_TOKEN_EXPIRED');
      const problems = findPasswordProblems(newPassword, target, context.language);
      if (problems.length > 0) invalid(...problems.map((problem) => ({ field: 'newPassword', ...problem })));
      const password = await hasher.hash(newPassword, context.remoteAddress);
      const origin = { ipAddress: context.remoteAddress, requestId: context.requestId };
      await database.transaction(async (tx) => {
        const now = new Date(clock.now());
        if (!(await consumeToken(tx, target.tokenId, now))) fail('AUTH_TOKEN_EXPIRED');
        await savePassword(tx, target.userId, password, now);
        await session().closeByUser(tx, target, 'PASSWORD_CHANGED', { username: target.username, ...origin });
        await events.record(tx, {
          kind: 'authentication.user-activated',
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
