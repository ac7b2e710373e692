// Signs out: closes what was presented, tells nothing, and leads only to allowed pages.
import type { Caller } from '../../../kernel/caller.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Database } from '../../../kernel/database.ts';
import type { EventRecorder } from '../../../kernel/events.ts';
import type { SessionApi } from '../../session/api.ts';
import { DEFAULT_TENANT } from '../authentication.types.ts';
import { findTenant, type Tenant } from '../directory/tenant.store.ts';
import { resolveRedirectTarget } from './redirect-target.ts';

export interface LogoutService {
  /** Where to go, or null to stay. */
  logout(target: string | null, caller: Caller | null, context: Context): Promise<string | null>;
}

export interface LogoutServiceDependencies {
  readonly database: Database;
  readonly events: EventRecorder;
  readonly session: () => SessionApi;
}

export function createLogoutService({ database, events, session }: LogoutServiceDependencies): LogoutService {
  const close = async (caller: Caller, context: Context): Promise<void> => {
    const origin = { ipAddress: context.remoteAddress, requestId: context.requestId };
    await database.transaction(async (tx) => {
      const closed = await session().close(tx, caller.identifier, 'LOGOUT', { username: caller.username, ...origin });
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
    async logout(target, caller, context) {
      // An API key has no session of its own that could end here.
      if (caller?.kind === 'person') await close(caller, context);
      const tenant = await findTenant(database, caller?.tenantIdentifier ?? DEFAULT_TENANT);
      if (target === null) return context.prefersHtml ? defaultPage(tenant) : null;
      const allowed = resolveRedirectTarget(target, tenant?.redirectUrlList ?? []);
      if (allowed !== null) return allowed;
      await recordRefused(tenant?.identifier ?? DEFAULT_TENANT, caller, context);
      return defaultPage(tenant);
    },
  };
}

/** Set by administrators; built anew like any other target, so that it is a page and nothing else. */
function defaultPage(tenant: Tenant | null): string | null {
  const page = tenant?.defaultRedirectUrl ?? null;
  return page === null ? null : resolveRedirectTarget(page, [page]);
}
