// Answers the contract operations that look at sessions, by calls of their services.
import type { sessionModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../kernel/module.ts';
import type { QueryService } from './query.service.ts';
import type { StatisticsService } from './statistics.service.ts';

type QueryHandlers = Pick<
  ModuleHandlers<typeof sessionModule>,
  | 'exist'
  | 'countByCurrentUser'
  | 'queryPage'
  | 'queryPageByUser'
  | 'count'
  | 'getByIdentifier'
  | 'statistics'
  | 'systemExist'
  | 'systemQueryPage'
>;

export function createQueryHandlers(service: QueryService, statistics: StatisticsService): QueryHandlers {
  return {
    exist: ({ act, body }) => service.exists(act, body),
    countByCurrentUser: ({ act }) => service.countOfCaller(act),
    queryPage: ({ act, body }) => service.pageOfTenant(act, body),
    queryPageByUser: ({ act, body }) => service.pageOfCaller(act, body),
    count: ({ act, body }) => service.countOfTenant(act, body),
    getByIdentifier: ({ act, params }) => service.getByIdentifier(act, params.identifier),
    statistics: ({ act }) => statistics(act),
    systemExist: ({ act, body }) => service.existsSystem(act, body),
    systemQueryPage: ({ act, body }) => service.pageOfTenant(act, { ...body, system: true }),
  };
}
