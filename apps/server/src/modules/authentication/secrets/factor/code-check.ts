// Compares typed codes with what is stored: apps by their steps, recovery codes by one hash a try.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Seal } from '../../../../kernel/secrets/seal.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { findTotpSecrets } from '../factor.store.ts';
import type { VerifiedCode } from '../factor.types.ts';
import { findRecoveryCode } from './recovery-code.store.ts';
import { recoveryPositionOf } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { openTotpSecret } from './totp-secret.ts';

/** User whose codes are checked. */
export interface CodeUser {
  readonly userId: number;
  readonly tenantIdentifier: string;
}

export interface CodeCheckGround extends Pick<Kernel, 'database' | 'clock'> {
  readonly hasher: PasswordHasher;
  /** Seals for the purpose auth-totp. */
  readonly seal: Seal;
  readonly settings: AuthenticationSettings;
}

export function createCodeChecks({ database, clock, hasher, seal, settings }: CodeCheckGround) {
  const checkTotp = async ({ userId, tenantIdentifier }: CodeUser, code: string): Promise<VerifiedCode | null> => {
    const pastSteps = settings.totpPastSteps.get(tenantIdentifier);
    for (const { factorId, sealedSecret, lastStep, confirmed } of await findTotpSecrets(database, userId)) {
      const secret = confirmed ? openTotpSecret(seal, sealedSecret, userId) : null;
      const step = secret === null ? null : findTotpStep(secret, code, clock.now(), pastSteps);
      if (step !== null && (lastStep === null || lastStep < step)) return { type: 'TOTP', factorId, step };
    }
    return null;
  };

  const checkRecovery = async (userId: number, code: string, address: string): Promise<VerifiedCode | null> => {
    const position = recoveryPositionOf(code);
    const stored = position === null ? null : await findRecoveryCode(database, userId, position);
    const matches = await hasher.verify(stored, code, address);
    if (!matches || stored === null || position === null) return null;
    return { type: 'RECOVERY_CODE', factorId: stored.factorId, position };
  };

  return { checkTotp, checkRecovery };
}
