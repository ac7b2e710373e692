// Lists and removes the second factors of the caller, switches e-mailed codes, and makes recovery codes.
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { changingUserId, userIdOf } from '../../directory/own-user.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import { createRecoveryCodeSet } from '../../secrets/factor/recovery-codes.ts';
import { EMAIL_FACTOR_NAME } from '../../secrets/factor/totp-secret.ts';
import { findFactors } from '../../secrets/factor.store.ts';
import { type Factor, isEnrolled } from '../../secrets/factor.types.ts';
import {
  addFactor,
  changeFactors,
  type FactorChange,
  type FactorChangeGround,
  removeFactorOf,
  replaceRecoveryCodes,
} from './factor-change.ts';

interface FactorGround extends FactorChangeGround {
  readonly hasher: PasswordHasher;
}

export function createFactorService(ground: FactorGround) {
  const { database, hasher } = ground;
  return {
    async list(caller: Caller): Promise<readonly Factor[]> {
      const factors = await findFactors(database, await userIdOf(database, caller));
      return factors.filter(({ confirmed }) => confirmed);
    },

    remove: (act: Act, uuid: string): Promise<FactorChange> =>
      changeFactors(act, ground, [], async (change) => {
        const factor =
          change.factors.find((candidate) => candidate.uuid === uuid) ?? failNotFound('FACTOR_NOT_FOUND', { uuid });
        await removeFactorOf(change, factor);
        return null;
      }),

    setEmail: (act: Act, enabled: boolean): Promise<FactorChange> =>
      changeFactors(act, ground, [], async (change) => {
        const { user, factors } = change;
        const factor = factors.find(({ type }) => type === 'EMAIL');
        if (enabled) {
          const usable =
            ground.settings.emailCode.get(user.tenantIdentifier) && user.emailVerified && user.email !== null;
          if (!usable) fail('FACTOR_UNAVAILABLE');
          if (factor === undefined) await addFactor(ground, change, 'EMAIL', EMAIL_FACTOR_NAME);
        } else if (factor !== undefined) {
          await removeFactorOf(change, factor);
        }
        return null;
      }),

    async createRecoveryCodes(act: Act): Promise<FactorChange> {
      const { caller, context } = act;
      if (!isEnrolled(await findFactors(database, await changingUserId(database, caller)))) fail('FACTOR_UNAVAILABLE');
      const codes = await createRecoveryCodeSet(hasher, context.remoteAddress);
      return changeFactors(act, ground, [], async (change) => {
        if (!isEnrolled(change.factors)) fail('FACTOR_UNAVAILABLE');
        return replaceRecoveryCodes(ground, change, codes);
      });
    },
  };
}

export type FactorService = ReturnType<typeof createFactorService>;
