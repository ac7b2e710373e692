// Enrols authenticator apps of the caller: shows a secret once, and takes its first code.
import { randomBytes } from 'node:crypto';
import type { SvcAuthTotpConfirmationModel } from '@keelson/contract';
import { MINUTE_MS } from '@keelson/time-zone/units';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { Seal } from '../../../../kernel/secrets/seal.ts';
import { changingUserId } from '../../directory/own-user.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import { createRecoveryCodeSet } from '../../secrets/factor/recovery-codes.ts';
import { findTotpStep, TOTP_SECRET_BYTES } from '../../secrets/factor/totp.ts';
import {
  DEFAULT_TOTP_NAME,
  openTotpSecret,
  type ShownSecret,
  sealTotpSecret,
  shownSecret,
} from '../../secrets/factor/totp-secret.ts';
import { readCode } from '../../secrets/factor/typed-code.ts';
import { confirmFactor, findFactors, findTotpSecrets, lockFactorsOf, saveFactor } from '../../secrets/factor.store.ts';
import { TOTP_FACTORS_PER_USER, UNCONFIRMED_LIFETIME_MINUTES } from '../../settings/factor.settings.ts';
import { changeFactors, type FactorChange, type FactorChangeGround, replaceRecoveryCodes } from './factor-change.ts';

interface TotpEnrolmentGround extends FactorChangeGround {
  readonly hasher: PasswordHasher;
  /** Seals for the purpose auth-totp. */
  readonly seal: Seal;
}

export function createTotpEnrolmentService(ground: TotpEnrolmentGround) {
  const { database, clock, ids, hasher, seal } = ground;
  // An unconfirmed factor that was begun at or before this time counts as gone.
  const bornAfterMs = (): number => clock.now() - UNCONFIRMED_LIFETIME_MINUTES * MINUTE_MS;

  const findPending = async (userId: number, factorUuid: string) => {
    const secrets = await findTotpSecrets(database, userId);
    const pending = secrets.find(({ uuid, confirmed }) => uuid === factorUuid && !confirmed);
    return pending !== undefined && pending.dateCreated.getTime() > bornAfterMs()
      ? pending
      : failNotFound('FACTOR_NOT_FOUND', { factorUuid });
  };

  return {
    async begin(name: string | null, caller: Caller): Promise<ShownSecret & { readonly factorUuid: string }> {
      const userId = await changingUserId(database, caller);
      const secret = randomBytes(TOTP_SECRET_BYTES);
      const uuid = ids.uuidV7();
      const sealedSecret = sealTotpSecret(seal, secret, userId);
      await database.transaction(async (tx) => {
        await lockFactorsOf(tx, userId);
        const counted = (await findFactors(tx, userId)).filter(
          ({ type, confirmed, dateCreated }) => type === 'TOTP' && (confirmed || dateCreated.getTime() > bornAfterMs()),
        );
        if (counted.length >= TOTP_FACTORS_PER_USER) {
          fail('FACTOR_LIMIT_REACHED', { parameters: { limit: TOTP_FACTORS_PER_USER } });
        }
        const factor = { uuid, userId, type: 'TOTP', name: name ?? DEFAULT_TOTP_NAME, sealedSecret } as const;
        await saveFactor(tx, { ...factor, now: new Date(clock.now()), confirmed: false, step: null });
      });
      return { factorUuid: uuid, ...(await shownSecret(secret, caller.username)) };
    },

    async confirm(act: Act, { factorUuid, code: typed }: SvcAuthTotpConfirmationModel): Promise<FactorChange> {
      const { caller, context } = act;
      const code = readCode(typed);
      const userId = await changingUserId(database, caller);
      const { factorId, sealedSecret } = await findPending(userId, factorUuid);
      const secret = openTotpSecret(seal, sealedSecret, userId);
      const pastSteps = ground.settings.totpPastSteps.get(caller.tenantIdentifier);
      const step = secret === null ? null : findTotpStep(secret, code, clock.now(), pastSteps);
      // A wrong code is no guess here: the caller has seen the secret.
      if (step === null) fail('AUTH_CODE_INVALID');
      const hasCodes = (await findFactors(database, userId)).some(({ type }) => type === 'RECOVERY_CODE');
      const codes = hasCodes ? null : await createRecoveryCodeSet(hasher, context.remoteAddress);
      return changeFactors(act, ground, ['TOTP'], async (change) => {
        if (!(await confirmFactor(change.tx, factorId, step, change.now)))
          failNotFound('FACTOR_NOT_FOUND', { factorUuid });
        await change.record(authenticationEvents.factorAdded, 'TOTP');
        const madeMeanwhile = change.factors.some(({ type }) => type === 'RECOVERY_CODE');
        return codes === null || madeMeanwhile ? null : replaceRecoveryCodes(ground, change, codes);
      });
    },
  };
}

export type TotpEnrolmentService = ReturnType<typeof createTotpEnrolmentService>;
