// Answers the pages of the past: closed tasks, activities, decisions, operations, and the variables of an instance.
import type { bpmnEngineModule, SvcBpmnActivityQueryModel } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import { invalid } from '../../../../kernel/request/errors.ts';
import type { HistoryService } from '../history.service.ts';
import { pageActivities } from '../page-activities.ts';
import type { Watching } from '../watching/watching.service.ts';
import type { ActivityPagesService } from './activity-pages.service.ts';
import { closedTaskToWire } from './closed-task.wire.ts';
import type { MadeDecisionsService } from './made-decisions.service.ts';
import { operationToWire } from './operation.wire.ts';
import { pageVariables } from './page-variables.ts';
import type { PastPagesService } from './past-pages.service.ts';

type PastHandlers = Pick<
  ModuleHandlers<typeof bpmnEngineModule>,
  | 'queryActivities'
  | 'queryHistoryDecisions'
  | 'queryHistoryOperations'
  | 'queryHistoryTasks'
  | 'queryHistoryVariables'
  | 'watchProcessInstance'
>;

export function createPastHandlers({
  pages,
  activities,
  decisions,
  service,
  watching,
}: {
  readonly pages: PastPagesService;
  readonly activities: ActivityPagesService;
  readonly decisions: MadeDecisionsService;
  readonly service: Pick<HistoryService, 'get'>;
  readonly watching: Pick<Watching, 'watchInstance'>;
}): PastHandlers {
  return {
    async queryActivities({ body, act }) {
      const instanceId = checkOneOf(body);
      return instanceId === null
        ? activities.page(act, body)
        : pageActivities(await service.get(act, instanceId), body);
    },
    watchProcessInstance: ({ params, act }) => watching.watchInstance(act, params.id),
    async queryHistoryTasks({ body, act }) {
      const { rows, total, request, lag } = await pages.tasks(act, body);
      return { body: pageBody(rows.map(closedTaskToWire), total, request), headers: lagHeader(lag) };
    },
    async queryHistoryDecisions({ body, act }) {
      const { shown, total, request, lag } = await decisions.page(act, body);
      return { body: pageBody(shown, total, request), headers: lagHeader(lag) };
    },
    async queryHistoryOperations({ body, act }) {
      const { rows, total, request, lag } = await pages.operations(act, body);
      return { body: pageBody(rows.map(operationToWire), total, request), headers: lagHeader(lag) };
    },
    async queryHistoryVariables({ body, act }) {
      return pageVariables(await service.get(act, body.processInstanceId), body);
    },
  };
}

/** Reads the instance whose activities are wanted; null where those of a process are. */
function checkOneOf({ processInstanceId, processDefinitionId, processDefinitionKey }: SvcBpmnActivityQueryModel) {
  const given = [processInstanceId, processDefinitionId, processDefinitionKey].filter((value) => value != null);
  if (given.length !== 1) {
    const message = 'Send exactly one of processInstanceId, processDefinitionId and processDefinitionKey.';
    invalid({ field: 'processInstanceId', code: given.length === 0 ? 'REQUIRED' : 'NOT_ALLOWED', message });
  }
  return processInstanceId ?? null;
}

/** Makes the header that says how far what is shown may be behind, in milliseconds; none where it is not. */
function lagHeader(lag: number | null) {
  return lag === null ? {} : { 'x-svc-history-lag': String(lag) };
}
