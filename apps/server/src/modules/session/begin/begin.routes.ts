// Answers the contract operations that begin sessions, by calls of their service.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { createBeginService } from './begin.service.ts';

type BeginHandlers = Pick<ModuleHandlers<typeof sessionModule>, 'begin' | 'beginWithToken' | 'systemBegin'>;

export function createBeginHandlers(begins: ReturnType<typeof createBeginService>): BeginHandlers {
  return {
    async begin({ act, body }) {
      await begins.begin(act, body);
      return undefined;
    },
    async systemBegin({ act, body }) {
      await begins.beginSystem(act, body);
      return undefined;
    },
    beginWithToken: async ({ act, body }) => ({
      body: await begins.beginWithToken(act, body),
      headers: { 'cache-control': 'no-store' },
    }),
  };
}
