// Wires API keys and their verification.
import type { Kernel } from '../../../../kernel/module.ts';
import type { ApiKeyVerifier, SessionApi, UserDirectory } from '../../../session/api.ts';
import { createApiKeyHandlers } from './api-key.routes.ts';
import { createApiKeyService } from './api-key.service.ts';
import { createApiKeyVerifier } from './api-key-verifier.ts';
import { createKeyGrants } from './key-grants.ts';

export function createKeysFeature(
  { database, clock, ids }: Pick<Kernel, 'database' | 'clock' | 'ids'>,
  { users, session }: { readonly users: UserDirectory; readonly session: () => SessionApi },
) {
  const keys = createApiKeyService({ database, clock, ids, session });
  const api: ApiKeyVerifier = createApiKeyVerifier({ database, clock, users });
  return { handlers: createApiKeyHandlers(keys), api, findKeyGrants: createKeyGrants(api) };
}
