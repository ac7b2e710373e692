// Wires second factors: people change their own, and administrators end those of somebody who lost them.
import type { Kernel } from '../../../../kernel/module.ts';
import { createSeal } from '../../../../kernel/secrets/seal.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import { TOTP_SEAL_PURPOSE } from '../../secrets/factor/totp-secret.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { createFactorHandlers } from './factor.routes.ts';
import { createFactorService } from './factor.service.ts';
import { createFactorResetService } from './factor-reset.service.ts';
import { createTotpEnrolmentService } from './totp-enrolment.service.ts';

export function createFactorsFeature(
  { database, clock, ids, events, keys }: Pick<Kernel, 'database' | 'clock' | 'ids' | 'events' | 'keys'>,
  {
    settings,
    hasher,
    mails,
    session,
  }: {
    readonly settings: AuthenticationSettings;
    readonly hasher: PasswordHasher;
    readonly mails: UserMails;
    readonly session: () => SessionApi;
  },
) {
  const changing = { database, clock, ids, events, mails, session, settings };
  const seal = createSeal(keys, TOTP_SEAL_PURPOSE);
  return {
    handlers: createFactorHandlers(
      createFactorService({ ...changing, hasher }),
      createTotpEnrolmentService({ ...changing, hasher, seal }),
      createFactorResetService({ database, clock, mails, session }),
    ),
  };
}
