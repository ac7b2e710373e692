// Contract operations of signing out, as calls of their service.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { AuthenticationSettings } from '../authentication.settings.ts';
import { clearedCookies } from './cookies.ts';
import type { LogoutService } from './logout.service.ts';

const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;
const CLEARED = { ...HEADERS, 'clear-site-data': '"cache", "storage"' } as const;

export type LogoutHandlers = Pick<Handlers<typeof authenticationModule, Caller, Context>, 'logout' | 'logoutPost'>;

export function createLogoutHandlers(service: LogoutService, settings: AuthenticationSettings): LogoutHandlers {
  const headersFor = (caller: Caller | null, context: Context) =>
    context.secure && settings.clearSiteData.get(caller?.tenantIdentifier ?? null) ? CLEARED : HEADERS;
  return {
    async logout({ query, caller, context }) {
      const target = { field: 'query.redirectUrl', url: query.redirectUrl ?? query['redirect-url'] ?? null };
      const location = await service.logout(target, caller, context);
      return { location, headers: headersFor(caller, context), cookies: clearedCookies(context) };
    },
    async logoutPost({ body, caller, context }) {
      const target = { field: 'redirectUrl', url: body.redirectUrl ?? null };
      const redirectUrl = await service.logout(target, caller, context);
      return { body: { redirectUrl }, headers: headersFor(caller, context), cookies: clearedCookies(context) };
    },
  };
}
