// Answers the contract operations on API keys by calls of their services.
import { type AuthenticationHandlers, NO_STORE } from '../../ground/authentication.types.ts';
import type { ApiKeyService } from './api-key.service.ts';
import type { ApiKeyAdministrationService } from './api-key-administration.service.ts';

type ApiKeyHandlers = Pick<
  AuthenticationHandlers,
  'createApiKey' | 'updateApiKey' | 'getApiKey' | 'queryApiKeyPage' | 'rotateApiKey' | 'deleteApiKey'
>;

export function createApiKeyHandlers(keys: ApiKeyService, administration: ApiKeyAdministrationService): ApiKeyHandlers {
  return {
    async createApiKey({ body, act }) {
      return { body: await keys.create(act, body), headers: NO_STORE };
    },
    updateApiKey: ({ body, act }) => administration.update(act, body),
    getApiKey: ({ params, act }) => administration.get(params.uuid, act.caller),
    queryApiKeyPage: ({ body, act }) => administration.page(body, act.caller),
    async rotateApiKey({ params, body, act }) {
      return { body: await administration.rotate(act, { uuid: params.uuid, ...body }), headers: NO_STORE };
    },
    async deleteApiKey({ params, act }) {
      await keys.remove(act, params.uuid);
      return undefined;
    },
  };
}
