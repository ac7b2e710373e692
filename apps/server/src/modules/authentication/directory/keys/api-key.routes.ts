// Answers the contract operations on API keys by calls of their services.
import { type AuthenticationHandlers, NO_STORE } from '../../ground/authentication.types.ts';
import type { ApiKeyService } from './api-key.service.ts';

type ApiKeyHandlers = Pick<
  AuthenticationHandlers,
  'createApiKey' | 'updateApiKey' | 'getApiKey' | 'queryApiKeyPage' | 'rotateApiKey' | 'deleteApiKey'
>;

export function createApiKeyHandlers(keys: ApiKeyService): ApiKeyHandlers {
  return {
    async createApiKey({ body, act }) {
      return { body: await keys.create(act, body), headers: NO_STORE };
    },
    updateApiKey: ({ body, act }) => keys.update(act, { uuid: body.uuid }, body),
    getApiKey: ({ params, act }) => keys.get(act, params),
    queryApiKeyPage: ({ body, act }) => keys.page(act, body),
    async rotateApiKey({ params, body, act }) {
      return { body: await keys.rotate(act, { uuid: params.uuid, ...body }), headers: NO_STORE };
    },
    async deleteApiKey({ params, act }) {
      await keys.remove(act, params);
      return undefined;
    },
  };
}
