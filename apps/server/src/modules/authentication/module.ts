// Wires the authentication module.
import { authenticationModule as contract, modules } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { MailApi } from '../mail-notification/api.ts';
import type { SessionApi, UserDirectory } from '../session/api.ts';
import type { AuthenticationApi } from './api.ts';
import { authenticationMenu } from './authentication.menu.ts';
import { createHandlers } from './authentication.routes.ts';
import { createAccessReader, findAuthorityHolders, findUserStanding } from './directory/access.store.ts';
import { createApiKeyService } from './directory/keys/api-key.service.ts';
import { createApiKeyVerifier } from './directory/keys/api-key-verifier.ts';
import { createLoginEventService } from './directory/login-events/login-event.service.ts';
import { authenticationMails } from './directory/mails/authentication-mails.ts';
import { createUserMails } from './directory/mails/user-mails.ts';
import { createGrantCatalogue, createUserGrants } from './directory/roles/grant-catalogue.ts';
import { createRoleService } from './directory/roles/role.service.ts';
import { findTenantOfSessions } from './directory/tenant.store.ts';
import { createUserRolesService } from './directory/users/user-roles.service.ts';
import { createAdministration } from './flows/accounts/feature.ts';
import { createUserService } from './flows/accounts/user.service.ts';
import { createActivationService } from './flows/activation/activation.service.ts';
import { createAdminLinkIssuer } from './flows/activation/admin-link.ts';
import { prepareDirectory } from './flows/activation/first-start.ts';
import { createSignInFeature } from './flows/challenge/feature.ts';
import { createLogoutService } from './flows/logout/logout.service.ts';
import { createPasswordFeature } from './flows/own-password/feature.ts';
import { createLoginService } from './flows/sign-in/login.service.ts';
import { createSystemLoginService } from './flows/system-login/system-login.service.ts';
import { createSignInProtection } from './guessing/protection/feature.ts';
import { createActivationLinks } from './secrets/activation-links.ts';
import { createHashQueue } from './secrets/hashing/hash-queue.ts';
import { createPasswordHasher } from './secrets/hashing/password-hasher.ts';
import { BREACH_SERVICE_URL, createBreachCheck } from './secrets/password/breach-check.ts';
import { loadCommonPasswords } from './secrets/password/common-passwords.ts';
import { createNewPasswords } from './secrets/password/new-password.ts';
import { authenticationRules, authenticationSettings } from './settings/authentication.settings.ts';

export interface AuthenticationPeers {
  readonly session: SessionApi;
  readonly mail: MailApi;
}

type Instance = ModuleInstance<typeof contract, AuthenticationApi, AuthenticationPeers>;

export const authenticationModule: ServerModule<typeof contract, AuthenticationApi, AuthenticationPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  menu: authenticationMenu,
  create: createAuthentication,
};

/** The link is for whoever started the process: standard output, not the log, whose lines are shipped and kept. */
function announce(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What every feature stands on. */
function createFoundation(kernel: Kernel, session: () => SessionApi, mail: () => MailApi) {
  const { clock, config, database, events, ids, keys } = kernel;
  const settings = kernel.settings.bind(authenticationSettings);
  for (const rule of authenticationRules) kernel.settings.addRule(rule);
  const users: UserDirectory = {
    findAccess: createAccessReader(database),
    findStanding: (tx, tenantIdentifier, usernameFolded) =>
      findUserStanding(tx, { tenantIdentifier, usernameFolded }, clock.now()),
    findHolders: (tenantIdentifier, authority) => findAuthorityHolders(database, tenantIdentifier, authority),
  };
  const queue = createHashQueue(config.hashConcurrency);
  const hasher = createPasswordHasher({ queue, keys, pepper: config.passwordPepper });
  const breachCheck = createBreachCheck({ fetch, url: BREACH_SERVICE_URL });
  const mails = createUserMails({ clock, mail });
  return {
    ...{ kernel, settings, users, hasher, mails, session, mail },
    links: createActivationLinks({ config, clock, ids, session }),
    apiKeys: createApiKeyVerifier({ database, clock, users }),
    protection: createSignInProtection(kernel, settings, session, mails),
    newPasswords: createNewPasswords({ database, events, hasher, settings, breachCheck }),
  };
}

function createAuthentication(kernel: Kernel): Instance {
  const { clock, config, database, events, ids } = kernel;
  let connected: AuthenticationPeers | null = null;
  const peers = (): AuthenticationPeers => {
    if (connected === null) throw new Error('the authentication module is not connected');
    return connected;
  };
  const session = (): SessionApi => peers().session;
  const foundation = createFoundation(kernel, session, () => peers().mail);
  const { settings, users, hasher, links, apiKeys, mails, protection, newPasswords } = foundation;
  const { devices, passwordAttempts: attempts, attempts: locks } = protection;
  const signIn = createSignInFeature({ ...foundation, attempts, locks, devices });
  const passwords = createPasswordFeature({ ...foundation, codes: signIn.verifier });
  const administration = createAdministration(foundation);
  const { directoryEvents } = administration;

  return {
    api: {
      registerDirectoryHandler: directoryEvents.register,
      issueAdminLink: createAdminLinkIssuer({ database, events, links }),
      findUnknownGrants: createGrantCatalogue(database),
      findUserGrants: createUserGrants(database, users),
    },
    handlers: createHandlers({
      settings,
      login: createLoginService({ database, clock, hasher, attempts, steps: signIn.steps, session, settings }),
      signIn,
      protection,
      systemLogin: createSystemLoginService({ database, events, apiKeys, session }),
      loginEvents: createLoginEventService({ database, eventReader: kernel.eventReader, session }),
      logout: createLogoutService({ database, settings, events, session }),
      activation: createActivationService({ database, clock, events, newPasswords, attempts: locks, mails, session }),
      passwords: passwords.handlers,
      users: createUserService({ database, clock, ids, events, links, mails, session }),
      userRoles: createUserRolesService({ database, clock, events, directoryEvents, session }),
      administration: administration.handlers,
      roles: createRoleService({ database, clock, ids }),
      apiKeys: createApiKeyService({ database, clock, ids, events, session }),
      session,
    }),
    jobs: [...administration.jobs, ...signIn.jobs, ...passwords.jobs, protection.cleanUp],
    connect(given) {
      connected = given;
      given.session.registerDirectories({ users, tenants: { find: findTenantOfSessions }, apiKeys });
      for (const template of authenticationMails) given.mail.shipTemplate(template);
    },
    async start() {
      await Promise.all([hasher.prepare(), loadCommonPasswords()]);
      const { adminPassword } = config;
      await prepareDirectory({
        ...{ database, clock, ids, events, hasher, links, modules, settings, adminPassword, announce },
      });
    },
  };
}
