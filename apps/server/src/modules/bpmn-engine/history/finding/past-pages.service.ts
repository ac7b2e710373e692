// Pages what is past of all instances of a tenant.
import {
  closedTaskSortStandard,
  operationSortStandard,
  resolvePageable,
  type SvcBpmnClosedTaskQueryModel,
  type SvcBpmnOperationQueryModel,
} from '@keelson/contract';
import type { Act } from '../../../../kernel/records/act.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { isInstanceId } from '../../interface/part-id.ts';
import type { ClosedTaskStore } from './closed-task.store.ts';
import type { OperationStore } from './operation.store.ts';

export function createPastPagesService({
  closedTasks,
  operations,
  catchUp,
}: {
  readonly closedTasks: ClosedTaskStore;
  readonly operations: OperationStore;
  /** Waits for the projector; milliseconds of lag when that took too long. */
  readonly catchUp: () => Promise<number | null>;
}) {
  return {
    /** Pages closed tasks: all of the tenant with `BPMN_HISTORY_VIEW`, else those that the caller had at their end. */
    async tasks({ caller }: Act, { pageable, ...filters }: SvcBpmnClosedTaskQueryModel) {
      const request = resolvePageable(pageable, closedTaskSortStandard);
      const { processInstanceId } = filters;
      if (processInstanceId && !isInstanceId(processInstanceId)) return { rows: [], total: 0, request, lag: null };
      const lag = await catchUp();
      const { tenantIdentifier } = caller;
      const ownOf = caller.holds('BPMN_HISTORY_VIEW') ? null : foldName(caller.username);
      return { ...(await closedTasks.page({ ...filters, tenantIdentifier, ownOf }, request)), request, lag };
    },
    /** Pages operations: all of the tenant with `BPMN_HISTORY_VIEW`, else what the caller did. */
    async operations({ caller }: Act, { pageable, ...filters }: SvcBpmnOperationQueryModel) {
      const request = resolvePageable(pageable, operationSortStandard);
      const { processInstanceId } = filters;
      if (processInstanceId && !isInstanceId(processInstanceId)) return { rows: [], total: 0, request, lag: null };
      const lag = await catchUp();
      const { tenantIdentifier } = caller;
      const ownOf = caller.holds('BPMN_HISTORY_VIEW') ? null : foldName(caller.username);
      return { ...(await operations.page({ ...filters, tenantIdentifier, ownOf }, request)), request, lag };
    },
  };
}

export type PastPagesService = ReturnType<typeof createPastPagesService>;
