// Puts second factors and the steps behind a login together.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Context } from '../../../../kernel/request/context.ts';
import { createSeal } from '../../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../../kernel/secrets/sealed-columns.ts';
import type { MailApi } from '../../../mail-notification/api.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import type { AttemptService } from '../../guessing/attempt.service.ts';
import type { PasswordAttempts } from '../../guessing/protection/password-attempts.ts';
import { createDeviceHandlers } from '../../secrets/devices/device.routes.ts';
import type { DeviceService } from '../../secrets/devices/device.service.ts';
import { createOwnDevicesService } from '../../secrets/devices/own-devices.service.ts';
import { createCodeVerifier } from '../../secrets/factor/code-verifier.ts';
import { sealedFactors } from '../../secrets/factor/factor.store.ts';
import { TOTP_SEAL_PURPOSE, totpOwnerOf } from '../../secrets/factor/totp-secret.ts';
import type { PasswordHasher } from '../../secrets/hashing/password-hasher.ts';
import type { NewPasswords } from '../../secrets/password/new-password.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { sealedChallenges } from '../../steps/challenge.store.ts';
import type { SignInUser } from '../../steps/challenge.types.ts';
import { createSignInReply } from '../../steps/sign-in-reply.ts';
import { createSignInSteps } from '../../steps/sign-in-steps.ts';
import { createFactorHandlers } from '../factors/factor.routes.ts';
import { createFactorService } from '../factors/factor.service.ts';
import { createFactorResetService } from '../factors/factor-reset.service.ts';
import { createTotpEnrolmentService } from '../factors/totp-enrolment.service.ts';
import { createReauthenticationService } from '../reauthentication/reauthentication.service.ts';
import { createChallengeHandlers } from './challenge.routes.ts';
import { createEnrollmentService } from './enrollment.service.ts';
import { createNewPasswordService } from './new-password.service.ts';
import { createResendService } from './resend.service.ts';
import { createChallengeSweep } from './sweep.job.ts';
import { createVerificationService } from './verification.service.ts';

export interface SignInFeatureDependencies {
  readonly kernel: Kernel;
  readonly settings: AuthenticationSettings;
  readonly hasher: PasswordHasher;
  readonly attempts: PasswordAttempts;
  readonly locks: Pick<AttemptService, 'findState'>;
  readonly devices: DeviceService;
  readonly newPasswords: NewPasswords;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
  readonly mail: () => MailApi;
}

export function createSignInFeature(deps: SignInFeatureDependencies) {
  const { hasher, attempts, locks, devices, newPasswords, mails, session, mail, settings } = deps;
  const { clock, database, events, ids, keys, log, sealedColumns } = deps.kernel;
  const seal = createSeal(keys, TOTP_SEAL_PURPOSE);
  // Whoever ends an enrolment moves its text from a challenge to a factor.
  for (const table of [sealedChallenges, sealedFactors]) {
    sealedColumns.register(
      createSealedColumn({ ...table, database, keys, purpose: TOTP_SEAL_PURPOSE, ownerOf: totpOwnerOf }),
    );
  }
  const verifier = createCodeVerifier({ database, clock, ids, hasher, mails, seal, settings });
  const steps = createSignInSteps({ clock, ids, keys, events, devices, mails, session, mail, settings });
  const reply = createSignInReply({ session });
  const isLocked = async (user: SignInUser, context: Context): Promise<boolean> => {
    const { tenantIdentifier, usernameFolded } = user;
    const device = await devices.find(database, user, context);
    const subject = { tenantIdentifier, usernameFolded, deviceHash: device?.deviceHash ?? null };
    const { lockedUntil } = await locks.findState(database, subject);
    return lockedUntil !== null && lockedUntil.getTime() > clock.now();
  };
  const source = { database, clock, isLocked, session, settings };
  const challengeHandlers = createChallengeHandlers({
    reply,
    verification: createVerificationService({ ...source, keys, events, steps, verifier }),
    resending: createResendService({ ...source, steps }),
    newPassword: createNewPasswordService({ ...source, events, newPasswords, mails, steps }),
    enrollment: createEnrollmentService({ ...source, ids, events, mails, hasher, seal, steps }),
    reauthentication: createReauthenticationService({ database, clock, events, hasher, attempts, verifier, session }),
  });
  const factors = createFactorService({ database, clock, ids, events, mails, hasher, session, settings });
  const enrolment = createTotpEnrolmentService({
    ...{ database, clock, ids, events, mails, hasher, seal, session, settings },
  });
  const factorResets = createFactorResetService({ database, clock, events, mails, session });
  const ownDevices = createOwnDevicesService({ database, clock, events, devices, settings });
  return {
    steps,
    reply,
    verifier,
    handlers: {
      ...challengeHandlers,
      ...createFactorHandlers(factors, enrolment, factorResets),
      ...createDeviceHandlers(ownDevices),
    },
    jobs: [createChallengeSweep({ database, clock, log })],
  };
}

export type SignInFeature = ReturnType<typeof createSignInFeature>;
