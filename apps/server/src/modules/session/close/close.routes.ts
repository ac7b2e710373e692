// Answers the contract operations that close sessions, by calls of their services.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { clearedSessionCookie } from '../record/session-cookie.ts';
import type { ByQueryService } from './by-query.service.ts';
import type { CloseService } from './close.service.ts';

type CloseHandlers = Pick<
  ModuleHandlers<typeof sessionModule>,
  | 'close'
  | 'close1'
  | 'closeAll'
  | 'closeAll2'
  | 'closeAllByUser'
  | 'closeAllIdentifiers'
  | 'closeAllSessions'
  | 'closeAllSessionsByUser'
  | 'closeAllUsers'
  | 'closeByUser'
  | 'closeByQuery'
  | 'systemClose'
  | 'systemCloseAll'
>;

export function createCloseHandlers(service: CloseService, closeByQuery: ByQueryService): CloseHandlers {
  return {
    close: async ({ act, body }) => closed(await service.closeOne(act, body), act.context),
    close1: async ({ act, body }) => closed(await service.closeReference(act, body), act.context),
    closeAll: async ({ act, query }) => closed(await service.closeAll(act, query), act.context),
    closeAll2: async ({ act, params }) => closed(await service.closeUsers(act, [params.username]), act.context),
    closeAllByUser: async ({ act, query }) =>
      closed(await service.closeAllOfCaller(act, query.exceptCurrent ?? false), act.context),
    closeAllIdentifiers: async ({ act, body }) => closed(await service.closeIdentifiers(act, body), act.context),
    closeAllSessions: async ({ act, body }) => closed(await service.closeReferences(act, body), act.context),
    closeAllSessionsByUser: async ({ act, body }) => closed(await service.closeOwnReferences(act, body), act.context),
    closeAllUsers: async ({ act, body }) => closed(await service.closeUsers(act, body), act.context),
    closeByUser: async ({ act, body }) => closed(await service.closeOwn(act, body), act.context),
    async closeByQuery({ act, body, query }) {
      const { count, closedCurrent } = await closeByQuery(act, { model: body, ...query });
      return { ...closed(closedCurrent, act.context), body: count };
    },
    systemClose: async ({ act, body }) => closed(await service.closeSystem(act, body), act.context),
    systemCloseAll: async ({ act, query }) => closed(await service.closeAllSystem(act, query), act.context),
  };
}

/** Answers the reply; the cookie of a closed own session is cleared with it. */
function closed(closedCurrent: boolean, context: Context) {
  return { body: undefined, headers: {}, cookies: closedCurrent ? [clearedSessionCookie(context)] : [] };
}
