// Shows where a running instance stands: its executions as a tree with those of called instances, and as pages.
import {
  executionSortStandard,
  resolvePageable,
  type SvcBpmnExecutionModel,
  type SvcBpmnExecutionQueryModel,
  type SvcBpmnExecutionTreeModel,
  treeExecutionsMax,
} from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import { pageInMemory } from '../../../kernel/records/page-in-memory.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { isReachable, isReadable } from '../interface/is-reachable.ts';
import { isInstanceId } from '../interface/part-id.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { ExecutionStore } from './execution.store.ts';
import { executionsOf } from './execution-tree.ts';

/** Sorts executions in the order asked for, outer ones first when nothing else distinguishes them. */
const ORDER = {
  keys: {
    since: ({ execution }: Placed) => execution.since,
    elementId: ({ execution }: Placed) => execution.elementId,
    elementType: ({ execution }: Placed) => execution.elementType,
  },
  tieBreak: ({ place }: Placed) => place,
};

interface Placed {
  readonly execution: SvcBpmnExecutionModel;
  readonly place: number;
}

export function createExecutionViewService({
  runtime,
  history,
  store,
}: {
  readonly runtime: InstanceRuntime;
  readonly history: HistoryApi;
  readonly store: ExecutionStore;
}) {
  async function findRunning(caller: Caller, id: string, mayRead: typeof isReadable): Promise<LiveInstance> {
    const live = isInstanceId(id) ? await runtime.find(id) : null;
    if (live !== null && mayRead(caller, live.state.facts)) return live;
    if (live === null && isInstanceId(id) && (await history.isVisible(caller, id))) {
      fail('INSTANCE_ENDED', { parameters: { processInstanceId: id } });
    }
    return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: id });
  }

  /** Answers the instance and all that it called, callers first. */
  async function withCalled(root: LiveInstance): Promise<LiveInstance[]> {
    const found = [root];
    let count = 0;
    for (const live of found) {
      count += live.state.tokens.length + 1;
      if (count > treeExecutionsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: treeExecutionsMax } });
      for (const id of calledIds(live)) {
        const called = await runtime.find(id);
        if (called !== null) found.push(called);
      }
    }
    return found;
  }

  async function view(instances: readonly LiveInstance[]): Promise<SvcBpmnExecutionModel[]> {
    const incidents = await store.openIncidents(instances.map(({ state }) => state.facts.id));
    const ofInstance = Map.groupBy(incidents, (row) => row.instance_id);
    return instances.flatMap((live) => executionsOf(live, ofInstance.get(live.state.facts.id) ?? []));
  }

  return {
    async tree({ caller }: Act, id: string): Promise<SvcBpmnExecutionTreeModel> {
      const root = await findRunning(caller, id, isReadable);
      const executions = await view(await withCalled(root));
      const inside = Map.groupBy(executions, ({ parentId }) => parentId);
      const grown = (execution: SvcBpmnExecutionModel): SvcBpmnExecutionTreeModel => ({
        ...execution,
        children: (inside.get(execution.id) ?? []).map(grown),
      });
      return grown(executions[0]!);
    },

    async page({ caller }: Act, query: SvcBpmnExecutionQueryModel) {
      const live = await findRunning(caller, query.processInstanceId, isReachable);
      const request = resolvePageable(query.pageable, executionSortStandard);
      const placed = (await view([live])).map((execution, place) => ({ execution, place }));
      const matching = placed.filter(({ execution }) => matches(execution, query));
      return pageInMemory(matching, request, ORDER, ({ execution }) => execution);
    },
  };
}

export type ExecutionViewService = ReturnType<typeof createExecutionViewService>;

function calledIds({ state }: LiveInstance): readonly string[] {
  return state.waits.flatMap((wait) => (wait.kind === 'work' && wait.called !== undefined ? [wait.called] : []));
}

function matches(
  execution: SvcBpmnExecutionModel,
  { elementId, hasIncident }: Pick<SvcBpmnExecutionQueryModel, 'elementId' | 'hasIncident'>,
): boolean {
  if (elementId != null && execution.elementId !== elementId) return false;
  return hasIncident == null || hasIncident === execution.incidentIds.length > 0;
}
