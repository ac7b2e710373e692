// Contract operations of the authentication module, as calls of its services.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../kernel/caller.ts';
import type { Context } from '../../kernel/context.ts';
import type { SessionApi } from '../session/api.ts';
import type { ActivationService } from './activation/activation.service.ts';
import type { Page } from './activation/activation-page.ts';
import type { ApiKeyService } from './api-key/api-key.service.ts';
import { logoutSettings } from './authentication.settings.ts';
import type { RoleService } from './directory/role.service.ts';
import type { UserService } from './directory/user.service.ts';
import type { UserRolesService } from './directory/user-roles.service.ts';
import { clearedCookies, sessionCookie } from './sign-in/cookies.ts';
import type { LoginService } from './sign-in/login.service.ts';
import { toLoginAnswer } from './sign-in/login.wire.ts';
import type { LogoutService } from './sign-in/logout.service.ts';

const NO_STORE = { 'cache-control': 'no-store' } as const;
const LOGOUT_HEADERS = { ...NO_STORE, 'referrer-policy': 'no-referrer' } as const;

export interface AuthenticationServices {
  readonly login: LoginService;
  readonly logout: LogoutService;
  readonly activation: ActivationService;
  readonly activationPage: (language: Context['language']) => Page;
  readonly users: UserService;
  readonly userRoles: UserRolesService;
  readonly roles: RoleService;
  readonly apiKeys: ApiKeyService;
  readonly session: () => SessionApi;
}

export function createHandlers(
  services: AuthenticationServices,
): Handlers<typeof authenticationModule, Caller, Context> {
  const { users, userRoles, roles, apiKeys } = services;
  return {
    async login({ body, caller, context }) {
      const signedIn = await services.login.login(body, caller, context);
      const tokenInBody = body.tokenDelivery !== 'COOKIE';
      return {
        body: toLoginAnswer(signedIn, { tokenInBody, answerLanguage: context.language }, services.session()),
        headers: NO_STORE,
        cookies: tokenInBody ? [] : [sessionCookie(signedIn.session.token, context)],
      };
    },
    async logout({ query, caller, context }) {
      const target = query.redirectUrl ?? query['redirect-url'] ?? null;
      const location = await services.logout.logout(target, caller, context);
      const clear = context.secure && logoutSettings.clearSiteData.default;
      const headers = clear ? { ...LOGOUT_HEADERS, 'clear-site-data': '"cache", "storage"' } : LOGOUT_HEADERS;
      return { location, headers, cookies: clearedCookies(context) };
    },
    async activate({ body, context }) {
      await services.activation.activate(body, context);
      return undefined;
    },
    activationPage: async ({ context }) => services.activationPage(context.language),
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
