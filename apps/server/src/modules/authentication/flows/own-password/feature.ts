// Says what an own password has to be, and wires changing it.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { findTenant } from '../../directory/tenant.store.ts';
import { type AuthenticationHandlers, DEFAULT_TENANT, NO_STORE } from '../../ground/authentication.types.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { PasswordAttempts } from '../../guessing/protection/feature.ts';
import type { NewPasswords } from '../../secrets/password/new-password.ts';
import { describePasswordPolicy, passwordRulesOf } from '../../secrets/password/password-policy.wire.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { toRotatedSession } from '../../steps/rotated-session.wire.ts';
import { createPasswordService } from './password.service.ts';

export function createOwnPasswordFeature(
  { database, clock, events }: Pick<Kernel, 'database' | 'clock' | 'events'>,
  {
    settings,
    hasher,
    passwordAttempts,
    newPasswords,
    mails,
    session,
  }: {
    readonly settings: AuthenticationSettings;
    readonly hasher: PasswordHasher;
    readonly passwordAttempts: PasswordAttempts;
    readonly newPasswords: NewPasswords;
    readonly mails: UserMails;
    readonly session: () => SessionApi;
  },
) {
  const passwords = createPasswordService({
    database,
    clock,
    events,
    hasher,
    attempts: passwordAttempts,
    newPasswords,
    mails,
    session,
  });
  const handlers: Pick<AuthenticationHandlers, 'getPasswordPolicy' | 'changePassword'> = {
    async getPasswordPolicy({ query, act }) {
      // For an unknown tenant the rules of `default` are answered, so that the answer does not betray which tenants
      // exist.
      const tenant = await findTenant(database, query.tenant ?? DEFAULT_TENANT);
      const rules = passwordRulesOf(settings, tenant?.identifier ?? DEFAULT_TENANT);
      return describePasswordPolicy(rules, rules.minLength, act.context.language);
    },
    async changePassword({ body, act }) {
      const { fields, cookies } = toRotatedSession(await passwords.change(act, body), act.context);
      return { body: fields, headers: NO_STORE, cookies };
    },
  };
  return { handlers };
}
