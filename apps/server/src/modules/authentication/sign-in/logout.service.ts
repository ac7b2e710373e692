// Signs out: closes what was presented, tells nothing, and leads only to allowed pages.

import type { Database } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { SessionApi } from '../../session/api.ts';
import type { AuthenticationSettings } from '../authentication.settings.ts';
import { DEFAULT_TENANT } from '../authentication.types.ts';
import { findTenant, type Tenant, tenantIdentifierOfHost } from '../directory/tenant.store.ts';
import { clearedCookies } from './cookies.ts';
import { resolveRedirectTarget } from './redirect-target.ts';

const REFUSED_TARGET = {
  code: 'REDIRECT_NOT_ALLOWED',
  message: 'This page is not on the list of the tenant. You are signed out.',
} as const;

/** Where to go, and the field that asked for it. */
export interface LogoutTarget {
  readonly field: string;
  readonly url: string | null;
}

export interface LogoutService {
  /**
   * Where to go, or null to stay. Where the tenant wants no default page instead, a refused target is 400 with
   * `REDIRECT_NOT_ALLOWED`; the session has ended by then.
   */
  logout(target: LogoutTarget, caller: Caller | null, context: Context): Promise<string | null>;
}

export interface LogoutServiceDependencies {
  readonly database: Database;
  readonly settings: AuthenticationSettings;
  readonly events: EventRecorder;
  readonly session: () => SessionApi;
}

export function createLogoutService({ database, settings, events, session }: LogoutServiceDependencies): LogoutService {
  const close = async (caller: Caller, context: Context): Promise<void> => {
    const origin = { ipAddress: context.remoteAddress, requestId: context.requestId };
    const { username, tenantIdentifier } = caller;
    await database.transaction(async (tx) => {
      const closed = await session().close(tx, caller.identifier, 'LOGOUT', { username, tenantIdentifier, ...origin });
      if (closed === 0) return;
      await events.record(tx, {
        kind: 'authentication.logged-out',
        type: 'SECURITY',
        tenantIdentifier: caller.tenantIdentifier,
        actor: caller.username,
        ...origin,
        subject: caller.username,
        detail: { sessionIdentifier: caller.identifier },
      });
    });
  };

  const recordRefused = async (tenantIdentifier: string, caller: Caller | null, context: Context): Promise<void> => {
    await database.transaction((tx) =>
      events.record(tx, {
        kind: 'authentication.redirect-refused',
        type: 'SECURITY',
        tenantIdentifier,
        actor: caller?.username ?? 'unknown',
        ipAddress: context.remoteAddress,
        requestId: context.requestId,
      }),
    );
  };

  return {
    async logout({ field, url }, caller, context) {
      // An API key has no session of its own that could end here.
      if (caller !== null && context.token !== null) await close(caller, context);
      const ofHost = caller === null ? await tenantIdentifierOfHost(database, context.host) : null;
      const tenant = await findTenant(database, caller?.tenantIdentifier ?? ofHost ?? DEFAULT_TENANT);
      if (url === null) return context.prefersHtml ? defaultPage(tenant) : null;
      const allowed = resolveRedirectTarget(url, tenant?.redirectUrlList ?? []);
      if (allowed !== null) return allowed;
      const tenantIdentifier = tenant?.identifier ?? DEFAULT_TENANT;
      await recordRefused(tenantIdentifier, caller, context);
      if (settings.refusedTarget.get(tenantIdentifier) === 'ERROR') {
        fail('VALIDATION_FAILED', { errorArguments: [{ field, ...REFUSED_TARGET }], cookies: clearedCookies(context) });
      }
      return defaultPage(tenant);
    },
  };
}

/** Set by administrators; built anew like any other target, so that it is a page and nothing else. */
function defaultPage(tenant: Tenant | null): string | null {
  const page = tenant?.defaultRedirectUrl ?? null;
  return page === null ? null : resolveRedirectTarget(page, [page]);
}
