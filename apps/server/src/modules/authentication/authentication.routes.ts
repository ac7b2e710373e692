// Contract operations of the authentication module, as calls of its services.
import type { authenticationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../kernel/module.ts';
import type { SessionApi } from '../session/api.ts';
import type { ApiKeyService } from './directory/keys/api-key.service.ts';
import { createLoginEventHandlers } from './directory/login-events/login-event.routes.ts';
import type { LoginEventService } from './directory/login-events/login-event.service.ts';
import type { RoleService } from './directory/roles/role.service.ts';
import type { UserRolesService } from './directory/users/user-roles.service.ts';
import type { AdministrationHandlers } from './flows/accounts/administration.routes.ts';
import type { UserService } from './flows/accounts/user.service.ts';
import type { ActivationService } from './flows/activation/activation.service.ts';
import type { SignInFeature } from './flows/challenge/feature.ts';
import { createLogoutHandlers } from './flows/logout/logout.routes.ts';
import type { LogoutService } from './flows/logout/logout.service.ts';
import type { PasswordHandlers } from './flows/own-password/feature.ts';
import type { LoginService } from './flows/sign-in/login.service.ts';
import type { SystemLoginService } from './flows/system-login/system-login.service.ts';
import type { SignInProtection } from './guessing/protection/feature.ts';
import type { AuthenticationSettings } from './settings/authentication.settings.ts';

const NO_STORE = { 'cache-control': 'no-store' } as const;

export interface AuthenticationServices {
  readonly settings: AuthenticationSettings;
  readonly login: LoginService;
  readonly signIn: SignInFeature;
  readonly administration: AdministrationHandlers;
  readonly protection: SignInProtection;
  readonly systemLogin: SystemLoginService;
  readonly logout: LogoutService;
  readonly loginEvents: LoginEventService;
  readonly activation: ActivationService;
  readonly passwords: PasswordHandlers;
  readonly users: UserService;
  readonly userRoles: UserRolesService;
  readonly roles: RoleService;
  readonly apiKeys: ApiKeyService;
  readonly session: () => SessionApi;
}

export function createHandlers(services: AuthenticationServices): ModuleHandlers<typeof authenticationModule> {
  const { users, userRoles, roles, apiKeys, signIn, protection } = services;
  return {
    ...signIn.handlers,
    ...services.administration,
    ...protection.captchaHandlers,
    ...services.passwords,
    ...createLoginEventHandlers(services.loginEvents),
    async login({ body, act }) {
      return signIn.reply(await services.login.login(act, body), act.context);
    },
    systemLogin: async ({ act }) => ({
      body: await services.systemLogin.login(act),
      headers: NO_STORE,
    }),
    unlockUser: ({ params, act }) => protection.unlock.unlock(act, params.uuid),
    ...createLogoutHandlers(services.logout, services.settings),
    async activate({ body, act }) {
      await services.activation.activate(act, body);
      return undefined;
    },
    async createUser({ body, act }) {
      return { body: await users.create(act, body), headers: NO_STORE };
    },
    setRoles: ({ params, body, act }) => userRoles.setRoles(act, params.uuid, body),
    createRole: ({ body, act }) => roles.create(act, body),
    async createApiKey({ body, act }) {
      return { body: await apiKeys.create(act, body), headers: NO_STORE };
    },
    async deleteApiKey({ params, act }) {
      await apiKeys.remove(act, params.uuid);
      return undefined;
    },
  };
}
