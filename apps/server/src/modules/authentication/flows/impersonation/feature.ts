// Wires impersonation: acting as another user.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi, UserDirectory } from '../../../session/api.ts';
import { type AuthenticationHandlers, NO_STORE } from '../../ground/authentication.types.ts';
import { createImpersonationService } from './impersonation.service.ts';

export function createImpersonationFeature(
  { database }: Pick<Kernel, 'database'>,
  { users, session }: { readonly users: UserDirectory; readonly session: () => SessionApi },
) {
  const impersonation = createImpersonationService({ database, users, session });
  const handlers: Pick<AuthenticationHandlers, 'impersonate'> = {
    impersonate: async ({ body, act }) => ({ ...(await impersonation.impersonate(act, body)), headers: NO_STORE }),
  };
  return { handlers };
}
