// Wires the authentication module.
import { authenticationModule as contract, modules } from '@keelson/contract';
import type { Kernel, ModuleInstance, ServerModule } from '../../kernel/module.ts';
import type { SessionApi, UserDirectory } from '../session/api.ts';
import { createActivationService } from './activation/activation.service.ts';
import { createActivationLinks } from './activation/activation-links.ts';
import { createActivationPages } from './activation/activation-page.ts';
import { prepareDirectory } from './activation/first-start.ts';
import type { AuthenticationApi } from './api.ts';
import { createApiKeyService } from './api-key/api-key.service.ts';
import { createApiKeyVerifier } from './api-key/api-key-verifier.ts';
import { createHandlers } from './authentication.routes.ts';
import { createAccessReader, findUserStanding } from './directory/access.store.ts';
import { createRoleService } from './directory/role.service.ts';
import { createUserService } from './directory/user.service.ts';
import { createUserRolesService } from './directory/user-roles.service.ts';
import { createHashQueue } from './password/hash-queue.ts';
import { createPasswordHasher } from './password/password-hasher.ts';
import { createLoginService } from './sign-in/login.service.ts';
import { createLogoutService } from './sign-in/logout.service.ts';

export interface AuthenticationPeers {
  readonly session: SessionApi;
}

type Instance = ModuleInstance<typeof contract, AuthenticationApi, AuthenticationPeers>;

export const authenticationModule: ServerModule<typeof contract, AuthenticationApi, AuthenticationPeers> = {
  contract,
  migrations: new URL('./migrations/', import.meta.url),
  create: createAuthentication,
};

function createAuthentication(kernel: Kernel): Instance {
  const { clock, config, database, events, ids, idempotency, keys } = kernel;
  let connected: SessionApi | null = null;
  const session = (): SessionApi => {
    if (connected === null) throw new Error('the authentication module is not connected');
    return connected;
  };
  const users: UserDirectory = {
    findAccess: createAccessReader(database),
    findStanding: (tx, tenantIdentifier, usernameFolded) =>
      findUserStanding(tx, { tenantIdentifier, usernameFolded }, clock.now()),
  };
  const queue = createHashQueue(config.hashConcurrency);
  const hasher = createPasswordHasher({ queue, keys, pepper: config.passwordPepper });
  const links = createActivationLinks({ config, clock, ids, session });
  const apiKeys = createApiKeyVerifier({ database, clock, users });
  // The link is for whoever started the process: standard output, not the log, whose lines are shipped and kept.
  const announce = (line: string): void => void process.stdout.write(`${line}\n`);

  return {
    api: {},
    handlers: createHandlers({
      login: createLoginService({ database, clock, events, hasher, users, session }),
      logout: createLogoutService({ database, events, session }),
      activation: createActivationService({ database, clock, events, hasher, session }),
      activationPage: createActivationPages(),
      users: createUserService({ database, clock, ids, events, links, session }),
      userRoles: createUserRolesService({ database, clock, events, session }),
      roles: createRoleService({ database, clock, ids, events, idempotency }),
      apiKeys: createApiKeyService({ database, clock, ids, events, session }),
      session,
    }),
    jobs: [],
    connect(peers) {
      connected = peers.session;
      connected.registerDirectories({ users, apiKeys });
    },
    async start() {
      await hasher.prepare();
      const { adminPassword } = config;
      await prepareDirectory({ database, clock, ids, events, hasher, links, modules, adminPassword, announce });
    },
  };
}
