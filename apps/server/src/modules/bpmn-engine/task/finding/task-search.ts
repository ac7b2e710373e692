// Finds tasks for a caller: lists and pages, with what stands elsewhere than in a task's row.
import {
  listRowsMax,
  resolvePageable,
  type SvcBpmnTaskCountQueryModel,
  type SvcBpmnTaskQueryModel,
  taskGroupsMax,
  taskSortStandard,
} from '@keelson/contract';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import type { AuthenticationApi } from '../../../authentication/api.ts';
import type { HistoryApi } from '../../history/feature.ts';
import { isInstanceId, parsePartId } from '../../interface/part-id.ts';
import { requireSearchable, variableConditions } from '../../interface/variable-conditions.ts';
import type { DefinitionCache } from '../../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../../runtime/instance-runtime.ts';
import type { TaskCounts, TaskQuery, TaskRow, TaskStore } from '../task.store.ts';
import { isMine, maySee, peopleOf, viewerOf } from '../task-people.ts';
import { createDescribeTasks, type FoundTask } from './describe-tasks.ts';
import type { TasksOfInstance } from './tasks-of-instance.ts';

/** Filters that the look-up by instance answers by itself; everything else goes through a page. */
const INSTANCE_LOOK_UP = ['processInstanceId', 'mine'];

export interface TaskSearchParts extends Pick<Kernel, 'clock'> {
  readonly runtime: InstanceRuntime;
  readonly definitions: DefinitionCache;
  readonly history: HistoryApi;
  readonly store: TaskStore;
  readonly tasksOf: TasksOfInstance;
  readonly findAbsentUsers: AuthenticationApi['findAbsentUsers'];
}

export function createTaskSearch(parts: TaskSearchParts) {
  const { clock, runtime, definitions, history, store, tasksOf, findAbsentUsers } = parts;
  const describe = createDescribeTasks({ runtime, definitions });

  /** Finds the assignees who are gone, where a filter asks for their tasks. */
  async function absentOf({ tenantIdentifier }: Caller, search: SvcBpmnTaskQueryModel): Promise<readonly string[]> {
    const asks = [search, ...(search.or ?? [])].some(({ orphaned }) => typeof orphaned === 'boolean');
    return asks ? findAbsentUsers(tenantIdentifier, await store.assignees(tenantIdentifier)) : [];
  }

  async function queryFor(caller: Caller, search: SvcBpmnTaskQueryModel): Promise<TaskQuery> {
    const query = queryOf(caller, search, clock.now());
    await requireSearchable(definitions, caller.tenantIdentifier, query);
    return { ...query, absent: await absentOf(caller, search) };
  }

  /** Pages tasks; `pageSize` overrules what the search says, and begins at its first row. */
  async function page({ caller }: Act, search: SvcBpmnTaskQueryModel, pageSize?: number) {
    const request = {
      ...resolvePageable(search.pageable, taskSortStandard),
      ...(pageSize === undefined ? {} : { pageNumber: 0, pageSize }),
    };
    const { rows, total } = await store.page(await queryFor(caller, search), request);
    return { tasks: await describe(search, rows), total, request };
  }

  return {
    /** Counts tasks; more groups than may be answered are refused, never cut. */
    async count({ caller }: Act, { groupBy, ...search }: SvcBpmnTaskCountQueryModel): Promise<TaskCounts> {
      const counts = await store.count(await queryFor(caller, search), groupBy ?? null, taskGroupsMax + 1);
      if (counts.groups.length > taskGroupsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: taskGroupsMax } });
      return counts;
    },

    page: (act: Act, search: SvcBpmnTaskQueryModel) => page(act, search),

    /** Finds one open task that the caller may see; a closed one is 409 for whoever could see it. */
    async get({ caller }: Act, id: string): Promise<FoundTask> {
      const part = parsePartId(id, 't') ?? failNotFound('TASK_NOT_FOUND', { taskId: id });
      const rows = await tasksOf(part.instanceId);
      const row = rows.find(({ number }) => number === part.number);
      if (row !== undefined && isSeenRow(caller, {}, row)) {
        const [found] = await describe({}, [row]);
        if (found !== undefined) return found;
      }
      const closed = row === undefined ? await history.findClosedTask(caller, part) : null;
      if (closed !== null && maySee(caller, closed)) fail('TASK_ALREADY_COMPLETED');
      return failNotFound('TASK_NOT_FOUND', { taskId: id });
    },

    async list(act: Act, search: SvcBpmnTaskQueryModel): Promise<FoundTask[]> {
      const instanceId = search.processInstanceId;
      if (typeof instanceId === 'string' && isInstanceLookUp(search)) {
        const rows = isInstanceId(instanceId) ? await tasksOf(instanceId) : [];
        const seen = rows.filter((row) => isSeenRow(act.caller, search, row));
        return describe(search, seen);
      }
      const { tasks, total } = await page(act, search, listRowsMax);
      if (total > listRowsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: listRowsMax } });
      return tasks;
    },
  };
}

export type TaskSearch = ReturnType<typeof createTaskSearch>;

function queryOf(caller: Caller, search: SvcBpmnTaskQueryModel, now: number) {
  const viewer = viewerOf(caller);
  return {
    ...search,
    tenantIdentifier: caller.tenantIdentifier,
    visibleTo: caller.holds('BPMN_TASK_VIEW_ALL') ? null : viewer,
    viewer,
    now,
    variables: variableConditions(search),
    or: (search.or ?? []).map((each, index) => ({ ...each, variables: variableConditions(each, `or[${index}].`) })),
  };
}

function isSeenRow(caller: Caller, { mine }: SvcBpmnTaskQueryModel, row: TaskRow): boolean {
  const people = peopleOf(row);
  if (row.tenant_identifier !== caller.tenantIdentifier || !maySee(caller, people)) return false;
  return mine !== true || isMine(caller, people);
}

function isInstanceLookUp(search: SvcBpmnTaskQueryModel): boolean {
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && !INSTANCE_LOOK_UP.includes(name)) return false;
  }
  return true;
}
