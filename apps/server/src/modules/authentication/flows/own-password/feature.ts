// Puts passwords, forgotten ones, and mail addresses together: services, background work, operations.
import type { authenticationModule } from '@keelson/contract';
import type { Database } from '../../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../../kernel/jobs/repeated-job.ts';
import type { Kernel, ModuleHandlers } from '../../../../kernel/module.ts';
import { createSeal } from '../../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../../kernel/secrets/sealed-columns.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { findTenant } from '../../directory/tenant.store.ts';
import { DEFAULT_TENANT } from '../../ground/authentication.types.ts';
import { createAttemptKeys } from '../../guessing/attempt-key.ts';
import type { SignInProtection } from '../../guessing/protection/feature.ts';
import type { ActivationLinks } from '../../secrets/activation-links.ts';
import type { CodeVerifier } from '../../secrets/factor/code-verifier.ts';
import type { PasswordHasher } from '../../secrets/hashing/password-hasher.ts';
import type { NewPasswords } from '../../secrets/password/new-password.ts';
import { describePasswordPolicy, passwordRulesOf } from '../../secrets/password/password-policy.wire.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { toRotatedSession } from '../../steps/rotated-session.wire.ts';
import { createEmailService } from '../email/email.service.ts';
import { createLinkPages } from '../link-pages/link-page.ts';
import { createForgottenPasswordService } from '../reset/forgotten-password.service.ts';
import { createResetService } from '../reset/reset.service.ts';
import { sealedResetRequests } from '../reset/reset-request.store.ts';
import { createSentResetService } from '../reset/sent-reset.service.ts';
import { createPasswordService } from './password.service.ts';

const SEAL_PURPOSE = 'auth-reset';
/** Requests of this process wake the job; this is for those of a process that died before it had mailed. */
const WORK_INTERVAL_MS = 5_000;

export interface PasswordFeatureDependencies {
  readonly kernel: Kernel;
  readonly settings: AuthenticationSettings;
  readonly hasher: PasswordHasher;
  readonly newPasswords: NewPasswords;
  readonly links: ActivationLinks;
  readonly mails: UserMails;
  readonly protection: SignInProtection;
  readonly codes: CodeVerifier;
  readonly session: () => SessionApi;
}

export type PasswordHandlers = Pick<
  ModuleHandlers<typeof authenticationModule>,
  | 'getPasswordPolicy'
  | 'changePassword'
  | 'forgotPassword'
  | 'resetPassword'
  | 'changeEmail'
  | 'confirmEmail'
  | 'sendReset'
  | 'activationPage'
  | 'resetPage'
  | 'emailPage'
>;

export function createPasswordFeature(deps: PasswordFeatureDependencies) {
  const { hasher, newPasswords, links, mails, protection, codes, session, settings } = deps;
  const { clock, database, events, keys, log, sealedColumns } = deps.kernel;
  const ownerOf = (nameKey: string): string => nameKey;
  sealedColumns.register(
    createSealedColumn({ ...sealedResetRequests, database, keys, purpose: SEAL_PURPOSE, ownerOf }),
  );
  const { addresses, attempts, captchaGate, devices, passwordAttempts } = protection;
  const forgotten = createForgottenPasswordService({
    ...{ database, clock, events, links, mails, attempts, addresses, devices, captchaGate },
    seal: createSeal(keys, SEAL_PURPOSE),
    nameKey: createAttemptKeys(keys),
    wake: () => work.wake(),
  });
  const work = createRepeatedJob(
    { name: 'forgotten-passwords', run: () => forgotten.work(), intervalMs: () => WORK_INTERVAL_MS },
    log,
  );
  const passwords = createPasswordService({
    ...{ database, clock, events, hasher, newPasswords, mails, session },
    attempts: passwordAttempts,
  });
  const resets = createResetService({ database, clock, events, attempts, codes, newPasswords, mails, session });
  const emails = createEmailService({ database, clock, events, links, mails, session });
  const handlers = createPasswordHandlers({
    ...{ database, settings, passwords, forgotten, resets, emails },
    sentResets: createSentResetService({ database, events, links, mails }),
  });
  return { handlers, jobs: [work] as const };
}

interface PasswordServices {
  readonly database: Database;
  readonly settings: AuthenticationSettings;
  readonly passwords: ReturnType<typeof createPasswordService>;
  readonly forgotten: ReturnType<typeof createForgottenPasswordService>;
  readonly resets: ReturnType<typeof createResetService>;
  readonly emails: ReturnType<typeof createEmailService>;
  readonly sentResets: ReturnType<typeof createSentResetService>;
}

function createPasswordHandlers(services: PasswordServices): PasswordHandlers {
  const { database, settings, passwords, forgotten, resets, emails, sentResets } = services;
  // Whose link it is stands behind the #, so a page knows no tenant but this one.
  const page = createLinkPages(() => settings.passwordMinLength.get(DEFAULT_TENANT));
  return {
    async getPasswordPolicy({ query, act }) {
      // An unknown tenant is told what `default` asks, so the answer tells nothing about tenants.
      const tenant = await findTenant(database, query.tenant ?? DEFAULT_TENANT);
      const rules = passwordRulesOf(settings, tenant?.identifier ?? DEFAULT_TENANT);
      return describePasswordPolicy(rules, rules.minLength, act.context.language);
    },
    async changePassword({ body, act }) {
      const { fields, cookies } = toRotatedSession(await passwords.change(act, body), act.context);
      return { body: fields, headers: { 'cache-control': 'no-store' }, cookies };
    },
    async forgotPassword({ body, act }) {
      await forgotten.request(act, body);
      return undefined;
    },
    async resetPassword({ body, act }) {
      await resets.reset(act, body);
      return undefined;
    },
    async changeEmail({ body, act }) {
      await emails.change(act, body);
      return undefined;
    },
    async confirmEmail({ body, act }) {
      await emails.confirm(act, body);
      return undefined;
    },
    async sendReset({ params, act }) {
      await sentResets.send(act, params.uuid);
      return undefined;
    },
    activationPage: async ({ act }) => page('activate', act.context.language),
    resetPage: async ({ act }) => page('reset', act.context.language),
    emailPage: async ({ act }) => page('email', act.context.language),
  };
}
