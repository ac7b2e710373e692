// Answers the pages of the past: closed tasks, and the variables of an instance.
import type { bpmnEngineModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import { pageBody } from '../../../../kernel/records/page.ts';
import type { HistoryService } from '../history.service.ts';
import { closedTaskToWire } from './closed-task.wire.ts';
import { pageVariables } from './page-variables.ts';
import type { PastPagesService } from './past-pages.service.ts';

type PastHandlers = Pick<ModuleHandlers<typeof bpmnEngineModule>, 'queryHistoryTasks' | 'queryHistoryVariables'>;

export function createPastHandlers(pages: PastPagesService, service: Pick<HistoryService, 'get'>): PastHandlers {
  return {
    async queryHistoryTasks({ body, act }) {
      const { rows, total, request, lag } = await pages.tasks(act, body);
      return { body: pageBody(rows.map(closedTaskToWire), total, request), headers: lagHeader(lag) };
    },
    async queryHistoryVariables({ body, act }) {
      return pageVariables(await service.get(act, body.processInstanceId), body);
    },
  };
}

/** Says how far what is shown may be behind, in milliseconds; nothing where it is not. */
function lagHeader(lag: number | null) {
  return lag === null ? {} : { 'x-svc-history-lag': String(lag) };
}
