// Wires the authentication module: what its features stand on, storey by storey, and the features.
import { authenticationModule as contract, modules } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import { createSeal } from '../../kernel/secrets/seal.ts';
import type { MailApi } from '../mail-notification/api.ts';
import type { SessionApi, UserDirectory } from '../session/api.ts';
import type { AuthenticationApi } from './api.ts';
import { authenticationMenu } from './authentication.menu.ts';
import { createAccessReader, findAuthorityHolders, findUserStanding } from './directory/access.store.ts';
import { createDirectoryEventsFeature } from './directory/events/feature.ts';
import { createKeysFeature } from './directory/keys/feature.ts';
import { createLoginEventsFeature } from './directory/login-events/feature.ts';
import { createLookupsFeature } from './directory/lookups/feature.ts';
import { authenticationMails } from './directory/mails/authentication-mails.ts';
import { createUserMails } from './directory/mails/user-mails.ts';
import { createRolesFeature } from './directory/roles/feature.ts';
import { findTenantOfSessions } from './directory/tenant.store.ts';
import { createTenantsFeature } from './directory/tenants/feature.ts';
import { createUsersFeature } from './directory/users/feature.ts';
import { createAccountsFeature } from './flows/accounts/feature.ts';
import { createActivationFeature } from './flows/activation/feature.ts';
import { createChallengeFeature } from './flows/challenge/feature.ts';
import { createEmailFeature } from './flows/email/feature.ts';
import { createFactorsFeature } from './flows/factors/feature.ts';
import { createImpersonationFeature } from './flows/impersonation/feature.ts';
import { createLinkPagesFeature } from './flows/link-pages/feature.ts';
import { createLogoutFeature } from './flows/logout/feature.ts';
import { createOwnPasswordFeature } from './flows/own-password/feature.ts';
import { createReauthenticationFeature } from './flows/reauthentication/feature.ts';
import { createResetFeature } from './flows/reset/feature.ts';
import { createSignInFeature } from './flows/sign-in/feature.ts';
import { createSystemLoginFeature } from './flows/system-login/feature.ts';
import { authenticationEvents } from './ground/authentication.events.ts';
import { createHashQueue } from './ground/hashing/hash-queue.ts';
import { createPasswordHasher } from './ground/hashing/password-hasher.ts';
import { createAddressLimit } from './guessing/address-limit.ts';
import { createAttemptService } from './guessing/attempt.service.ts';
import { createCaptchaFeature } from './guessing/captcha/feature.ts';
import { createProtectionFeature } from './guessing/protection/feature.ts';
import { createActivationLinks } from './secrets/activation-links.ts';
import { createDevicesFeature } from './secrets/devices/feature.ts';
import { createCodeVerifier } from './secrets/factor/code-verifier.ts';
import { TOTP_SEAL_PURPOSE } from './secrets/factor/totp-secret.ts';
import { BREACH_SERVICE_URL, createBreachCheck } from './secrets/password/breach-check.ts';
import { loadCommonPasswords } from './secrets/password/common-passwords.ts';
import { createNewPasswords } from './secrets/password/new-password.ts';
import { authenticationRules, authenticationSettings } from './settings/authentication.settings.ts';
import { replyToSignIn } from './steps/sign-in-reply.ts';
import { createSignInSteps } from './steps/sign-in-steps.ts';

export { requireAdminPassword } from './flows/activation/feature.ts';

export interface AuthenticationPeers {
  readonly session: SessionApi;
  readonly mail: MailApi;
}

type Instance = ModuleInstance<typeof contract, AuthenticationApi, AuthenticationPeers>;

export const authenticationModule: ServerModule<typeof contract, AuthenticationApi, AuthenticationPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: authenticationMenu,
  events: authenticationEvents,
  settings: authenticationSettings,
  settingRules: authenticationRules,
  create: createAuthentication,
};

/** Peers that are given once every module is created, and are not used before. */
interface LatePeers {
  readonly session: () => SessionApi;
  readonly mail: () => MailApi;
}

/** Creates the parts on which every feature may stand: settings, grants, mails, and credentials. */
function createFoundation(kernel: Kernel, { session, mail }: LatePeers) {
  const { address, clock, config, database, events, ids, keys } = kernel;
  const settings = kernel.settings.bind(authenticationSettings);
  const users: UserDirectory = {
    findAccess: createAccessReader(database),
    findStanding: (tx, tenantIdentifier, usernameFolded) =>
      findUserStanding(tx, { tenantIdentifier, usernameFolded }, clock.now()),
    findHolders: (tenantIdentifier, authority) => findAuthorityHolders(database, tenantIdentifier, authority),
  };
  const queue = createHashQueue(config.hashConcurrency, kernel);
  const hasher = createPasswordHasher({ queue, keys, pepper: config.passwordPepper, cost: config.passwordCost });
  const breachCheck = createBreachCheck({ fetch, url: BREACH_SERVICE_URL });
  const mails = createUserMails({ clock, mail });
  const seal = createSeal(keys, TOTP_SEAL_PURPOSE);
  return {
    session,
    mail,
    settings,
    users,
    hasher,
    mails,
    links: createActivationLinks({ address, clock, ids }),
    newPasswords: createNewPasswords({ database, events, hasher, settings, breachCheck }),
    codeVerifier: createCodeVerifier({ database, clock, ids, hasher, mails, seal, settings }),
  };
}

type Foundation = ReturnType<typeof createFoundation>;

function createDirectory(kernel: Kernel, foundation: Foundation) {
  const events = createDirectoryEventsFeature(kernel);
  const parts = { ...foundation, directoryEvents: events.api };
  const users = createUsersFeature(kernel, parts);
  const roles = createRolesFeature(kernel, parts);
  const tenants = createTenantsFeature(kernel, parts);
  const keys = createKeysFeature(kernel, parts);
  const loginEvents = createLoginEventsFeature(kernel);
  return {
    handlers: {
      ...users.handlers,
      ...roles.handlers,
      ...tenants.handlers,
      ...keys.handlers,
      ...loginEvents.handlers,
      ...createLookupsFeature(kernel).handlers,
    },
    jobs: events.jobs,
    directoryEvents: events.api,
    apiKeys: keys.api,
    findKeyGrants: keys.findKeyGrants,
    grants: roles.api,
  };
}

/** Creates the bounds of guesses at secrets, and the devices that are exempt from the locks by name. */
function createGuessing(kernel: Kernel, foundation: Foundation) {
  const { clock, database, keys } = kernel;
  const { settings } = foundation;
  const attempts = createAttemptService({ database, clock, keys, settings });
  const addresses = createAddressLimit({ database, clock, settings });
  const devices = createDevicesFeature(kernel, foundation);
  const captcha = createCaptchaFeature(kernel, { settings, addresses });
  const bounds = { attempts, addresses, devices: devices.api, ...captcha.api };
  const protection = createProtectionFeature(kernel, { settings, ...bounds });
  return {
    handlers: { ...devices.handlers, ...captcha.handlers, ...protection.handlers },
    jobs: protection.jobs,
    api: { ...bounds, passwordAttempts: protection.api },
  };
}

type Directory = ReturnType<typeof createDirectory>;
type Guessing = ReturnType<typeof createGuessing>;

function createFlows(
  kernel: Kernel,
  foundation: Foundation,
  { directoryEvents, apiKeys }: Directory,
  { api: bounds }: Guessing,
) {
  const { clock, events, ids, keys } = kernel;
  const steps = createSignInSteps({ ...foundation, clock, ids, keys, events, devices: bounds.devices });
  const parts = { ...foundation, ...bounds, directoryEvents, apiKeys, steps, reply: replyToSignIn };
  const accounts = createAccountsFeature(kernel, parts);
  const activation = createActivationFeature(kernel, parts);
  const challenge = createChallengeFeature(kernel, parts);
  const reset = createResetFeature(kernel, parts);
  return {
    handlers: {
      ...accounts.handlers,
      ...activation.handlers,
      ...challenge.handlers,
      ...reset.handlers,
      ...createEmailFeature(kernel, parts).handlers,
      ...createFactorsFeature(kernel, parts).handlers,
      ...createImpersonationFeature(kernel, parts).handlers,
      ...createLinkPagesFeature(kernel, parts).handlers,
      ...createLogoutFeature(kernel, parts).handlers,
      ...createOwnPasswordFeature(kernel, parts).handlers,
      ...createReauthenticationFeature(kernel, parts).handlers,
      ...createSignInFeature(kernel, parts).handlers,
      ...createSystemLoginFeature(kernel, parts).handlers,
    },
    jobs: [...accounts.jobs, ...challenge.jobs, ...reset.jobs],
    activation: activation.api,
  };
}

function createAuthentication(kernel: Kernel): Instance {
  let connected: AuthenticationPeers | null = null;
  const peers = (): AuthenticationPeers => {
    if (connected === null) throw new Error('the authentication module is not connected');
    return connected;
  };
  const foundation = createFoundation(kernel, { session: () => peers().session, mail: () => peers().mail });
  const directory = createDirectory(kernel, foundation);
  const guessing = createGuessing(kernel, foundation);
  const flows = createFlows(kernel, foundation, directory, guessing);
  const { users, hasher } = foundation;
  const { issueAdminLink, prepareDirectory } = flows.activation;

  return {
    api: {
      registerDirectoryHandler: directory.directoryEvents.register,
      issueAdminLink,
      ...directory.grants,
      findKeyGrants: directory.findKeyGrants,
    },
    handlers: { ...directory.handlers, ...guessing.handlers, ...flows.handlers },
    jobs: [...directory.jobs, ...flows.jobs, ...guessing.jobs],
    connect(given) {
      connected = given;
      given.session.registerDirectories({
        users,
        tenants: { find: findTenantOfSessions },
        apiKeys: directory.apiKeys,
      });
      for (const template of authenticationMails) given.mail.shipTemplate(template);
    },
    async start() {
      await Promise.all([hasher.prepare(), loadCommonPasswords()]);
      await prepareDirectory(modules);
    },
  };
}
