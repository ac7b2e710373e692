// Goes on with a sign-in that the policy lets through only with a second factor: shows a secret, then takes its first code.

import { randomBytes } from 'node:crypto';
import type { SvcAuthEnrollmentCodeModel, SvcAuthEnrollmentModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { Seal } from '../../../../kernel/secrets/seal.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { browserSecretOf } from '../../ground/cookies.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import { saveRecoveryCodes } from '../../secrets/factor/recovery-code.store.ts';
import { createRecoveryCodeSet, type RecoveryCodeSet } from '../../secrets/factor/recovery-codes.ts';
import { findTotpStep, TOTP_SECRET_BYTES } from '../../secrets/factor/totp.ts';
import {
  DEFAULT_TOTP_NAME,
  openTotpSecret,
  RECOVERY_CODES_NAME,
  type ShownSecret,
  sealTotpSecret,
  shownSecret,
} from '../../secrets/factor/totp-secret.ts';
import { readCode } from '../../secrets/factor/typed-code.ts';
import { findFactors, removeFactorById, saveFactor } from '../../secrets/factor.store.ts';
import { forgetRememberedDevices } from '../../secrets/remembered-device.store.ts';
import { raiseSecurityVersion } from '../../secrets/security.store.ts';
import { removeChallengesOfUser, saveChallengeSecret } from '../../steps/challenge.store.ts';
import type { SignInOutcome } from '../../steps/challenge.types.ts';
import { recordDeniedSignIn } from '../../steps/denied-sign-in.ts';
import {
  type ChallengeSource,
  endWhenSpent,
  findOpenChallenge,
  holdChallenge,
  type OpenChallenge,
  releaseTry,
  reserveTry,
} from '../../steps/open-challenge.ts';
import type { SignInSteps } from '../../steps/sign-in-steps.ts';
import { checkDelivery } from '../../steps/token-delivery.ts';

interface EnrollmentGround extends ChallengeSource, Pick<Kernel, 'ids' | 'events'> {
  readonly mails: UserMails;
  readonly hasher: PasswordHasher;
  /** Seals for the purpose auth-totp. */
  readonly seal: Seal;
  readonly steps: SignInSteps;
}

interface Proven {
  readonly secret: Buffer;
  readonly step: number;
  readonly recoveryCodes: RecoveryCodeSet;
}

export function createEnrollmentService(ground: EnrollmentGround) {
  const { database, clock, events, hasher, seal } = ground;

  return {
    /** Makes a new secret each time; only the newest one counts. */
    async begin(act: PublicAct, { verificationIdentifier }: SvcAuthEnrollmentModel): Promise<ShownSecret> {
      const open = await findOpenChallenge(ground, verificationIdentifier, 'ENROLLMENT', act.context);
      const { challenge, user } = open;
      const secret = randomBytes(TOTP_SECRET_BYTES);
      const sealed = sealTotpSecret(seal, secret, user.userId);
      const now = new Date(clock.now());
      const saved = await database.transaction((tx) => saveChallengeSecret(tx, challenge.challengeId, sealed, now));
      if (!saved) fail('AUTH_VERIFICATION_EXPIRED');
      return shownSecret(secret, user.username);
    },

    async complete(
      act: PublicAct,
      { verificationIdentifier, code: typed }: SvcAuthEnrollmentCodeModel,
    ): Promise<SignInOutcome> {
      const { context } = act;
      const code = readCode(typed);
      const open = await findOpenChallenge(ground, verificationIdentifier, 'ENROLLMENT', context);
      const { challenge, user } = open;
      checkDelivery(challenge.flow.tokenDelivery, context);
      const remaining = await database.transaction((tx) => reserveTry(ground, tx, open, new Date(clock.now())));
      const { sealedSecret } = challenge;
      const secret = sealedSecret === null ? null : openTotpSecret(seal, sealedSecret, user.userId);
      const pastSteps = ground.settings.totpPastSteps.get(user.tenantIdentifier);
      const step = secret === null ? null : findTotpStep(secret, code, clock.now(), pastSteps);
      if (secret === null || step === null) {
        await database.transaction(async (tx) => {
          await endWhenSpent(tx, open, remaining);
          const actor = act.actorNamed(user.username, user.tenantIdentifier);
          const detail = { type: 'TOTP', enrollment: true };
          await events.record(tx, authenticationEvents.codeFailed, actor, user.username, detail);
        });
        if (remaining === 0) fail('AUTH_CODE_ATTEMPTS_EXCEEDED', { retryAfterSeconds: 1 });
        fail('AUTH_CODE_INVALID', { errorArguments: [{ remainingAttempts: remaining }] });
      }
      try {
        const recoveryCodes = await createRecoveryCodeSet(hasher, context.remoteAddress);
        return await database.transaction((tx) => enrol(ground, tx, act, open, { secret, step, recoveryCodes }));
      } catch (error) {
        // There was no room to hash or for a session although the code was right, so that the try does not count.
        await database.transaction((tx) => releaseTry(tx, open));
        await recordDeniedSignIn(act, ground.session(), error, user);
        throw error;
      }
    },
  };
}

export type EnrollmentService = ReturnType<typeof createEnrollmentService>;

/** Stores the factor, its recovery codes and the next step in one commit, under the lock of the challenge. */
async function enrol(
  ground: EnrollmentGround,
  tx: Transaction,
  act: PublicAct,
  open: OpenChallenge,
  proven: Proven,
): Promise<SignInOutcome> {
  const { clock, ids, events, mails, seal, steps } = ground;
  const { challenge, user } = open;
  const { userId } = user;
  const now = new Date(clock.now());
  const { secret, step, recoveryCodes } = proven;
  // The secret is read under the lock: it may have been sealed with another key meanwhile.
  const { sealedSecret } = await holdChallenge(ground, tx, open);
  const held = sealedSecret === null ? null : openTotpSecret(seal, sealedSecret, userId);
  // A newer secret was made meanwhile.
  if (held?.equals(secret) !== true) fail('AUTH_VERIFICATION_EXPIRED');
  const factor = { uuid: ids.uuidV7(), userId, now, confirmed: true };
  await saveFactor(tx, { ...factor, type: 'TOTP', name: DEFAULT_TOTP_NAME, sealedSecret, step });
  const old = (await findFactors(tx, userId)).find(({ type }) => type === 'RECOVERY_CODE');
  if (old !== undefined) await removeFactorById(tx, old.factorId);
  const set = { uuid: ids.uuidV7(), userId, now, confirmed: true, name: RECOVERY_CODES_NAME };
  const setId = await saveFactor(tx, { ...set, type: 'RECOVERY_CODE', sealedSecret: null, step: null });
  if (setId !== null) await saveRecoveryCodes(tx, setId, recoveryCodes.stored);
  await raiseSecurityVersion(tx, userId);
  await forgetRememberedDevices(tx, userId);
  await removeChallengesOfUser(tx, userId);
  const actor = act.actorNamed(user.username, user.tenantIdentifier);
  await events.record(tx, authenticationEvents.factorAdded, actor, user.username, { type: 'TOTP' });
  await mails.credentialChanged(tx, userId, 'FACTOR');
  const { flow } = challenge;
  const next = { ...flow, securityVersion: flow.securityVersion + 1, methods: [...flow.methods, 'TOTP' as const] };
  const outcome = await steps.advance(tx, act, next, user, browserSecretOf(act.context));
  if (outcome === null) fail('AUTH_VERIFICATION_EXPIRED');
  return outcome.kind === 'signed-in' ? { ...outcome, recoveryCodeList: recoveryCodes.shown } : outcome;
}
