// Answers the contract operations on the own session, by calls of its service.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { OwnService } from './own.service.ts';

const NO_STORE = 'no-store';

type OwnHandlers = Pick<ModuleHandlers<typeof sessionModule>, 'get' | 'expiry' | 'refresh' | 'updateAttributes'>;

export function createOwnHandlers(service: OwnService): OwnHandlers {
  return {
    async get({ act }) {
      const { json, expiryDate } = await service.current(act);
      return {
        body: { preparedJson: json },
        headers: { 'x-svc-session-expiry': expiryDate, 'cache-control': NO_STORE },
      };
    },
    expiry: ({ act }) => service.expiry(act),
    async refresh({ act }) {
      const { body, cookies } = await service.refresh(act);
      return { body, headers: { 'cache-control': NO_STORE }, cookies };
    },
    async updateAttributes({ act, body }) {
      await service.updateAttributes(act, body);
      return undefined;
    },
  };
}
