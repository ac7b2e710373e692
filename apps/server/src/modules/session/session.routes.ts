// Contract operations of the session module, as calls of its service.
import type { Handlers, sessionModule } from '@keelson/contract';
import type { Caller } from '../../kernel/request/caller.ts';
import type { Context } from '../../kernel/request/context.ts';
import type { SessionService } from './session.service.ts';
import { type BeginHandlers, closed } from './session-begin.routes.ts';
import type { CloseByQuery } from './session-close-query.ts';
import type { SessionClosing } from './session-closing.ts';
import type { LiveHandlers } from './session-live.routes.ts';
import type { SessionStatistics } from './session-statistics.ts';

export function createHandlers(
  service: SessionService,
  closing: SessionClosing,
  queries: { readonly closeByQuery: CloseByQuery; readonly statistics: SessionStatistics },
): Omit<Handlers<typeof sessionModule, Caller, Context>, keyof BeginHandlers | keyof LiveHandlers> {
  return {
    async get({ caller, context }) {
      const { json, expiryDate } = await service.current(caller, context);
      return {
        body: { preparedJson: json },
        headers: { 'x-svc-session-expiry': expiryDate, 'cache-control': 'no-store' },
      };
    },
    async close({ caller, context, body }) {
      return closed(await service.close(caller, context, body), context);
    },
    async closeAllByUser({ caller, context, query }) {
      const closedCurrent = await service.closeAllOfCaller(caller, context, query.exceptCurrent ?? false);
      return closed(closedCurrent, context);
    },
    async close1({ caller, context, body }) {
      return closed(await closing.reference(caller, context, body), context);
    },
    async closeAll({ caller, context, query }) {
      const { exceptCurrent = false, allTenants = false, includeSystem = false } = query;
      return closed(await closing.all(caller, context, { exceptCurrent, allTenants, includeSystem }), context);
    },
    async closeAll2({ caller, context, params }) {
      return closed(await closing.users(caller, context, [params.username]), context);
    },
    async closeAllIdentifiers({ caller, context, body }) {
      return closed(await closing.identifiers(caller, context, body), context);
    },
    async closeAllSessions({ caller, context, body }) {
      return closed(await closing.references(caller, context, body), context);
    },
    async closeAllSessionsByUser({ caller, context, body }) {
      return closed(await closing.ownReferences(caller, context, body), context);
    },
    async closeAllUsers({ caller, context, body }) {
      return closed(await closing.users(caller, context, body), context);
    },
    async closeByUser({ caller, context, body }) {
      return closed(await closing.own(caller, context, body), context);
    },
    queryPage: ({ caller, context, body }) => service.pageOfTenant(caller, context, body),
    async closeByQuery({ caller, context, body, query }) {
      const options = { dryRun: query.dryRun ?? false, includeCurrent: query.includeCurrent ?? false };
      const { count, closedCurrent } = await queries.closeByQuery(caller, context, body, options);
      return { ...closed(closedCurrent, context), body: count };
    },
    statistics: ({ caller }) => queries.statistics(caller),
    count: ({ caller, body }) => service.countOfTenant(caller, body),
    getByIdentifier: ({ caller, context, params }) => service.byIdentifier(caller, context, params.identifier),
    expiry: ({ caller }) => service.expiry(caller),
    exist: ({ caller, body }) => service.exists(caller, body),
    countByCurrentUser: ({ caller }) => service.countOfCaller(caller),
    queryPageByUser: ({ caller, context, body }) => service.pageOfCaller(caller, context, body),
  };
}
