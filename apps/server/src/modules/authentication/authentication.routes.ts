// Contract operations of the authentication module, as calls of its services.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';
import type { SessionApi } from '../session/api.ts';
import type { ActivationService } from './activation/activation.service.ts';
import type { AdministrationHandlers } from './administration/administration.routes.ts';
import type { ApiKeyService } from './api-key/api-key.service.ts';
import type { SignInProtection } from './attempt/sign-in-protection.ts';
import type { AuthenticationSettings } from './authentication.settings.ts';
import type { SignInFeature } from './challenge/sign-in-feature.ts';
import type { RoleService } from './directory/role.service.ts';
import type { UserService } from './directory/user.service.ts';
import type { UserRolesService } from './directory/user-roles.service.ts';
import { createLoginEventHandlers } from './login-event/login-event.routes.ts';
import type { LoginEventService } from './login-event/login-event.service.ts';
import type { PasswordHandlers } from './password/password-feature.ts';
import type { LoginService } from './sign-in/login.service.ts';
import { createLogoutHandlers } from './sign-in/logout.routes.ts';
import type { LogoutService } from './sign-in/logout.service.ts';
import type { SystemLoginService } from './system-login/system-login.service.ts';

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

export function createHandlers(
  services: AuthenticationServices,
): Handlers<typeof authenticationModule, Caller, Context> {
  const { users, userRoles, roles, apiKeys, signIn, protection } = services;
  return {
    ...signIn.handlers,
    ...services.administration,
    ...protection.captchaHandlers,
    ...services.passwords,
    ...createLoginEventHandlers(services.loginEvents),
    async login({ body, caller, context }) {
      return signIn.reply(await services.login.login(body, caller, context), context);
    },
    systemLogin: async ({ caller, context }) => ({
      body: await services.systemLogin.login(caller, context),
      headers: NO_STORE,
    }),
    unlockUser: ({ params, caller, context }) => protection.unlock.unlock(params.uuid, caller, context),
    ...createLogoutHandlers(services.logout, services.settings),
    async activate({ body, context }) {
      await services.activation.activate(body, context);
      return undefined;
    },
    async createUser({ body, caller, context }) {
      return { body: await users.create(body, caller, context), headers: NO_STORE };
    },
    setRoles: ({ params, body, caller, context }) => userRoles.setRoles(params.uuid, body, caller, context),
    createRole: ({ body, caller, context }) => roles.create(body, caller, context),
    async createApiKey({ body, caller, context }) {
      return { body: await apiKeys.create(body, caller, context), headers: NO_STORE };
    },
    async deleteApiKey({ params, caller, context }) {
      await apiKeys.remove(params.uuid, caller, context);
      return undefined;
    },
  };
}
