// Wires the system sessions of programs with an API key.
import type { Kernel } from '../../../../kernel/module.ts';
import type { ApiKeyVerifier, SessionApi } from '../../../session/api.ts';
import { type AuthenticationHandlers, NO_STORE } from '../../ground/authentication.types.ts';
import { createSystemLoginService } from './system-login.service.ts';

export function createSystemLoginFeature(
  { database, events }: Pick<Kernel, 'database' | 'events'>,
  { apiKeys, session }: { readonly apiKeys: ApiKeyVerifier; readonly session: () => SessionApi },
) {
  const systemLogin = createSystemLoginService({ database, events, apiKeys, session });
  const handlers: Pick<AuthenticationHandlers, 'systemLogin'> = {
    systemLogin: async ({ act }) => ({ body: await systemLogin.login(act), headers: NO_STORE }),
  };
  return { handlers };
}
