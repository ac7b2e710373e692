// Contract operations of the session module, as calls of its service.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import { type BeginHandlers, closed } from '../begin/begin.routes.ts';
import type { LiveHandlers } from '../live/live.routes.ts';
import type { SessionService } from '../query/query.service.ts';
import type { SessionStatistics } from '../query/statistics.service.ts';
import type { CloseByQuery } from './by-query.service.ts';
import type { SessionClosing } from './close.service.ts';

export function createHandlers(
  service: SessionService,
  closing: SessionClosing,
  queries: { readonly closeByQuery: CloseByQuery; readonly statistics: SessionStatistics },
): Omit<ModuleHandlers<typeof sessionModule>, keyof BeginHandlers | keyof LiveHandlers> {
  return {
    async get({ act }) {
      const { json, expiryDate } = await service.current(act);
      return {
        body: { preparedJson: json },
        headers: { 'x-svc-session-expiry': expiryDate, 'cache-control': 'no-store' },
      };
    },
    async close({ act, body }) {
      return closed(await service.close(act, body), act.context);
    },
    async closeAllByUser({ act, query }) {
      const closedCurrent = await service.closeAllOfCaller(act, query.exceptCurrent ?? false);
      return closed(closedCurrent, act.context);
    },
    async close1({ act, body }) {
      return closed(await closing.reference(act, body), act.context);
    },
    async closeAll({ act, query }) {
      const { exceptCurrent = false, allTenants = false, includeSystem = false } = query;
      return closed(await closing.all(act, { exceptCurrent, allTenants, includeSystem }), act.context);
    },
    async closeAll2({ act, params }) {
      return closed(await closing.users(act, [params.username]), act.context);
    },
    async closeAllIdentifiers({ act, body }) {
      return closed(await closing.identifiers(act, body), act.context);
    },
    async closeAllSessions({ act, body }) {
      return closed(await closing.references(act, body), act.context);
    },
    async closeAllSessionsByUser({ act, body }) {
      return closed(await closing.ownReferences(act, body), act.context);
    },
    async closeAllUsers({ act, body }) {
      return closed(await closing.users(act, body), act.context);
    },
    async closeByUser({ act, body }) {
      return closed(await closing.own(act, body), act.context);
    },
    queryPage: ({ act, body }) => service.pageOfTenant(act, body),
    async closeByQuery({ act, body, query }) {
      const options = { dryRun: query.dryRun ?? false, includeCurrent: query.includeCurrent ?? false };
      const { count, closedCurrent } = await queries.closeByQuery(act, body, options);
      return { ...closed(closedCurrent, act.context), body: count };
    },
    statistics: ({ act }) => queries.statistics(act),
    count: ({ act, body }) => service.countOfTenant(act, body),
    getByIdentifier: ({ act, params }) => service.byIdentifier(act, params.identifier),
    expiry: ({ act }) => service.expiry(act),
    exist: ({ act, body }) => service.exists(act, body),
    countByCurrentUser: ({ act }) => service.countOfCaller(act),
    queryPageByUser: ({ act, body }) => service.pageOfCaller(act, body),
  };
}
