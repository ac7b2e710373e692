// Answers the contract operations of signing out by calls of their service.
import type { PublicAct } from '../../../../kernel/records/act.ts';
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import { clearedCookies } from '../../ground/cookies.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import type { LogoutService } from './logout.service.ts';

const HEADERS = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' } as const;
const CLEARED = { ...HEADERS, 'clear-site-data': '"cache", "storage"' } as const;

export type LogoutHandlers = Pick<AuthenticationHandlers, 'logout' | 'logoutPost'>;

export function createLogoutHandlers(service: LogoutService, settings: AuthenticationSettings): LogoutHandlers {
  const headersFor = (act: PublicAct) =>
    act.context.secure && settings.clearSiteData.get(act.caller?.tenantIdentifier ?? null) ? CLEARED : HEADERS;
  return {
    async logout({ query, act }) {
      const target = { field: 'query.redirectUrl', url: query.redirectUrl ?? query['redirect-url'] ?? null };
      const location = await service.logout(act, target);
      return { location, headers: headersFor(act), cookies: clearedCookies(act.context) };
    },
    async logoutPost({ body, act }) {
      const target = { field: 'redirectUrl', url: body.redirectUrl ?? null };
      const redirectUrl = await service.logout(act, target);
      return { body: { redirectUrl }, headers: headersFor(act), cookies: clearedCookies(act.context) };
    },
  };
}
