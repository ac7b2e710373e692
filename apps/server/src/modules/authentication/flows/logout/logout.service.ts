// Signs out: closes the presented session, does not say whether there was one, and leads only to allowed pages.
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { resolveRedirectTarget } from '../../../../kernel/text/redirect-target.ts';
import type { SessionApi } from '../../../session/api.ts';
import { findTenant, type Tenant, tenantIdentifierOfHost } from '../../directory/tenant.store.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { DEFAULT_TENANT } from '../../ground/authentication.types.ts';
import { clearedCookies } from '../../ground/cookies.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';

const REFUSED_TARGET = {
  code: 'REDIRECT_NOT_ALLOWED',
  message: 'This page is not on the list of the tenant. You are signed out.',
} as const;

/** Where a sign-out is to lead, and the field that asked for it. */
export interface LogoutTarget {
  readonly field: string;
  readonly url: string | null;
}

export function createLogoutService({
  database,
  settings,
  events,
  session,
}: Pick<Kernel, 'database' | 'events'> & {
  readonly settings: AuthenticationSettings;
  readonly session: () => SessionApi;
}) {
  const close = async (act: PublicAct, { identifier, username, tenantIdentifier }: Caller): Promise<void> => {
    const actor = act.actorNamed(username, tenantIdentifier);
    await database.transaction(async (tx) => {
      if ((await session().close(tx, identifier, 'LOGOUT', actor)) === 0) return;
      const detail = { sessionIdentifier: identifier };
      await events.record(tx, authenticationEvents.loggedOut, actor, username, detail);
    });
  };

  const recordRefused = async (act: PublicAct, tenantIdentifier: string): Promise<void> => {
    const actor = act.actorNamed(act.caller?.username ?? 'unknown', tenantIdentifier);
    await database.transaction((tx) => events.record(tx, authenticationEvents.redirectRefused, actor, null));
  };

  return {
    /**
     * Answers where to go, or null to stay. Where the tenant wants no default page instead, a refused target is 400 with
     * `REDIRECT_NOT_ALLOWED`; the session has ended by then.
     */
    async logout(act: PublicAct, { field, url }: LogoutTarget): Promise<string | null> {
      const { caller, context } = act;
      // An API key has no session of its own that could end here.
      if (caller !== null && context.token !== null) await close(act, caller);
      const ofHost = caller === null ? await tenantIdentifierOfHost(database, context.host) : null;
      const tenant = await findTenant(database, caller?.tenantIdentifier ?? ofHost ?? DEFAULT_TENANT);
      if (url === null) return context.prefersHtml ? defaultPage(tenant) : null;
      const allowed = resolveRedirectTarget(url, tenant?.redirectUrlList ?? []);
      if (allowed !== null) return allowed;
      const tenantIdentifier = tenant?.identifier ?? DEFAULT_TENANT;
      await recordRefused(act, tenantIdentifier);
      if (settings.refusedTarget.get(tenantIdentifier) === 'ERROR') {
        fail('VALIDATION_FAILED', { errorArguments: [{ field, ...REFUSED_TARGET }], cookies: clearedCookies(context) });
      }
      return defaultPage(tenant);
    },
  };
}

export type LogoutService = ReturnType<typeof createLogoutService>;

/** Answers the default page of the tenant, built anew like any other target, so that it is a URL and nothing else. */
function defaultPage(tenant: Tenant | null): string | null {
  const page = tenant?.defaultRedirectUrl ?? null;
  return page === null ? null : resolveRedirectTarget(page, [page]);
}
