// Wires the authentication module.
import { authenticationModule as contract, modules } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { MailApi } from '../mail-notification/api.ts';
import type { SessionApi, UserDirectory } from '../session/api.ts';
import { createActivationService } from './activation/activation.service.ts';
import { createActivationLinks } from './activation/activation-links.ts';
import { createAdminLinkIssuer } from './activation/admin-link.ts';
import { prepareDirectory } from './activation/first-start.ts';
import { createAdministration } from './administration/administration.ts';
import type { AuthenticationApi } from './api.ts';
import { createApiKeyService } from './api-key/api-key.service.ts';
import { createApiKeyVerifier } from './api-key/api-key-verifier.ts';
import { createSignInProtection } from './attempt/sign-in-protection.ts';
import { authenticationMenu } from './authentication.menu.ts';
import { createHandlers } from './authentication.routes.ts';
import { authenticationRules, authenticationSettings } from './authentication.settings.ts';
import { createSignInFeature } from './challenge/sign-in-feature.ts';
import { createAccessReader, findAuthorityHolders, findUserStanding } from './directory/access.store.ts';
import { createGrantCatalogue, createUserGrants } from './directory/grant-catalogue.ts';
import { createRoleService } from './directory/role.service.ts';
import { findTenantOfSessions } from './directory/tenant.store.ts';
import { createUserService } from './directory/user.service.ts';
import { createUserRolesService } from './directory/user-roles.service.ts';
import { createLoginEventService } from './login-event/login-event.service.ts';
import { authenticationMails } from './mail/authentication-mails.ts';
import { createUserMails } from './mail/user-mails.ts';
import { BREACH_SERVICE_URL, createBreachCheck } from './password/breach-check.ts';
import { loadCommonPasswords } from './password/common-passwords.ts';
import { createHashQueue } from './password/hash-queue.ts';
import { createNewPasswords } from './password/new-password.ts';
import { createPasswordFeature } from './password/password-feature.ts';
import { createPasswordHasher } from './password/password-hasher.ts';
import { createLoginService } from './sign-in/login.service.ts';
import { createLogoutService } from './sign-in/logout.service.ts';
import { createSystemLoginService } from './system-login/system-login.service.ts';

export { requireAdminPassword } from './activation/first-start.ts';

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
  const { clock, config, database, events, ids, idempotency } = kernel;
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
      roles: createRoleService({ database, clock, ids, events, idempotency }),
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
