// Checks codes of second factors: the attempt is counted before anything is compared, and only success starts over.

import { HOUR_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { CODE_ATTEMPTS_IN_A_ROW, CODE_ATTEMPTS_PER_HOUR } from '../../settings/factor.settings.ts';
import { disableFactors, findFactors, noteFactorUse, saveFactor, takeTotpStep } from '../factor.store.ts';
import type { FactorType, VerifiedCode } from '../factor.types.ts';
import { forgetRememberedDevices } from '../remembered-device.store.ts';
import {
  findOldestCodeAttempt,
  releaseCodeAttempt,
  reserveCodeAttempt,
  resetCodeAttempts,
} from './code-attempt.store.ts';
import { type CodeCheckGround, type CodeUser, createCodeChecks } from './code-check.ts';
import { consumeRecoveryCode } from './recovery-code.store.ts';
import { RECOVERY_CODES_FEW } from './recovery-codes.ts';
import { EMAIL_FACTOR_NAME } from './totp-secret.ts';

interface CodeVerifierGround extends CodeCheckGround, Pick<Kernel, 'ids'> {
  readonly mails: UserMails;
}

export function createCodeVerifier(ground: CodeVerifierGround) {
  const { clock, ids, mails } = ground;
  const { checkTotp, checkRecovery } = createCodeChecks(ground);

  /** Makes a factor of the mailed codes that only a policy demands, so that there is one to disable. */
  const enrolAskedMail = async (tx: Transaction, userId: number): Promise<void> => {
    const factor = { uuid: ids.uuidV7(), userId, type: 'EMAIL', name: EMAIL_FACTOR_NAME, sealedSecret: null } as const;
    await saveFactor(tx, { ...factor, step: null, now: new Date(clock.now()), confirmed: true });
  };

  return {
    /** Counts an attempt of the user and answers how many in a row this is; 429 when the hour is used up. */
    async reserve(tx: Transaction, userId: number): Promise<number> {
      const nowMs = clock.now();
      const since = new Date(nowMs - HOUR_MS);
      const inARow = await reserveCodeAttempt(tx, userId, { now: new Date(nowMs), since, max: CODE_ATTEMPTS_PER_HOUR });
      if (inARow !== null) return inARow;
      const oldest = await findOldestCodeAttempt(tx, userId, since);
      const waitMs = (oldest?.getTime() ?? nowMs) + HOUR_MS - nowMs;
      return fail('AUTH_TEMPORARILY_LOCKED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)) });
    },
    /** Takes an attempt back: nothing was compared, or a right code could not be used. */
    release: releaseCodeAttempt,
    /** Checks a code; null for a wrong one. A recovery code costs one hash, whether it can be right or not. */
    check: (
      user: CodeUser,
      type: 'TOTP' | 'RECOVERY_CODE',
      code: string,
      address: string,
    ): Promise<VerifiedCode | null> =>
      type === 'TOTP' ? checkTotp(user, code) : checkRecovery(user.userId, code, address),
    /** Uses the code up and forgets the attempts; false when it was used before. */
    async accept(tx: Transaction, userId: number, verified: VerifiedCode): Promise<boolean> {
      const now = new Date(clock.now());
      if (verified.type === 'TOTP' && !(await takeTotpStep(tx, verified.factorId, verified.step, now))) return false;
      if (verified.type === 'RECOVERY_CODE') {
        if (!(await consumeRecoveryCode(tx, verified.factorId, verified.position, now))) return false;
        const left = (await findFactors(tx, userId)).find(({ factorId }) => factorId === verified.factorId)?.remaining;
        if ((left ?? 0) <= RECOVERY_CODES_FEW) await mails.credentialChanged(tx, userId, 'RECOVERY_CODES_FEW');
      }
      if (verified.type !== 'TOTP') await noteFactorUse(tx, userId, verified.type, now);
      await resetCodeAttempts(tx, userId);
      return true;
    },
    /** Disables the factor after too many wrong codes; answers whether it did. */
    async noteFailure(tx: Transaction, userId: number, type: FactorType, inARow: number): Promise<boolean> {
      // A code of 80 random bits needs no such bound, and without recovery codes a disabled factor would lock its owner
      // out.
      if (type === 'RECOVERY_CODE' || inARow < CODE_ATTEMPTS_IN_A_ROW) return false;
      if (type === 'EMAIL') await enrolAskedMail(tx, userId);
      if ((await disableFactors(tx, userId, type)) === 0) return false;
      // Whoever tried a hundred codes knows the password, so that no device may skip the factor any more.
      await forgetRememberedDevices(tx, userId);
      return true;
    },
  };
}

export type CodeVerifier = ReturnType<typeof createCodeVerifier>;
