// Wires the steps behind a login: codes, a new password, an enrolment.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Context } from '../../../../kernel/request/context.ts';
import { createSeal } from '../../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../../kernel/secrets/sealed-columns.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { AttemptService } from '../../guessing/attempt.service.ts';
import type { DeviceService } from '../../secrets/devices/feature.ts';
import type { CodeVerifier } from '../../secrets/factor/code-verifier.ts';
import { TOTP_SEAL_PURPOSE, totpOwnerOf } from '../../secrets/factor/totp-secret.ts';
import { sealedFactors } from '../../secrets/factor.store.ts';
import type { NewPasswords } from '../../secrets/password/new-password.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { sealedChallenges } from '../../steps/challenge.store.ts';
import type { SignInUser } from '../../steps/challenge.types.ts';
import type { ReplyToSignIn } from '../../steps/sign-in-reply.ts';
import type { SignInSteps } from '../../steps/sign-in-steps.ts';
import { createChallengeHandlers } from './challenge.routes.ts';
import { createEnrollmentService } from './enrollment.service.ts';
import { createNewPasswordService } from './new-password.service.ts';
import { createResendService } from './resend.service.ts';
import { createChallengeSweep } from './sweep.jobs.ts';
import { createVerificationService } from './verification.service.ts';

export function createChallengeFeature(
  kernel: Pick<Kernel, 'database' | 'clock' | 'ids' | 'events' | 'keys' | 'log' | 'sealedColumns'>,
  {
    settings,
    attempts,
    codeVerifier,
    devices,
    hasher,
    mails,
    newPasswords,
    reply,
    steps,
    session,
  }: {
    readonly settings: AuthenticationSettings;
    readonly attempts: AttemptService;
    readonly codeVerifier: CodeVerifier;
    readonly devices: DeviceService;
    readonly hasher: PasswordHasher;
    readonly mails: UserMails;
    readonly newPasswords: NewPasswords;
    readonly reply: ReplyToSignIn;
    readonly steps: SignInSteps;
    readonly session: () => SessionApi;
  },
) {
  const { database, clock, ids, events, keys, log, sealedColumns } = kernel;
  const seal = createSeal(keys, TOTP_SEAL_PURPOSE);
  // The end of an enrolment moves its sealed text from a challenge to a factor: sealed anew in this order, none is
  // missed.
  for (const table of [sealedChallenges, sealedFactors]) {
    sealedColumns.register(
      createSealedColumn({ ...table, database, keys, purpose: TOTP_SEAL_PURPOSE, ownerOf: totpOwnerOf }),
    );
  }
  const isLocked = async (user: SignInUser, context: Context): Promise<boolean> => {
    const { tenantIdentifier, usernameFolded } = user;
    const device = await devices.find(database, user, context);
    const subject = { tenantIdentifier, usernameFolded, deviceHash: device?.deviceHash ?? null };
    const { lockedUntil } = await attempts.findState(database, subject);
    return lockedUntil !== null && lockedUntil.getTime() > clock.now();
  };
  const source = { database, clock, isLocked, session, settings };
  const handlers = createChallengeHandlers({
    reply,
    verification: createVerificationService({ ...source, keys, events, steps, verifier: codeVerifier }),
    resending: createResendService({ ...source, steps }),
    newPassword: createNewPasswordService({ ...source, events, newPasswords, mails, steps }),
    enrollment: createEnrollmentService({ ...source, ids, events, mails, hasher, seal, steps }),
  });
  return { handlers, jobs: [createChallengeSweep({ database, clock, log })] as const };
}
