// Finds tasks for a caller: lists and pages, with what stands elsewhere than in a task's row.
import type { Variables } from '@keelson/bpmn-core';
import { listRowsMax, resolvePageable, type SvcBpmnTaskQueryModel, taskSortStandard } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { pickVariables } from '../interface/check-variables.ts';
import { isInstanceId } from '../interface/part-id.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { CompiledDefinition, LiveInstance } from '../runtime/state/live-instance.ts';
import type { TaskQueryStore, TaskRow } from './task.store.ts';
import { isMine, maySee, peopleOf, viewerOf } from './task-people.ts';

export type TaskSearch = SvcBpmnTaskQueryModel;

export interface FoundTask {
  readonly row: TaskRow;
  readonly compiled: CompiledDefinition;
  /** Null when the caller did not ask for variables. */
  readonly variables: Variables | null;
}

/** What finding tasks needs. */
export interface TaskSearchNeeds {
  readonly clock: Clock;
  readonly runtime: InstanceRuntime;
  readonly definitions: DefinitionCache;
  readonly store: TaskQueryStore;
}

/** The filters that the look-up by instance answers by itself; everything else goes through a page. */
const INSTANCE_LOOK_UP = ['processInstanceId', 'mine'];

function queryOf({ clock }: TaskSearchNeeds, caller: Caller, search: TaskSearch) {
  const viewer = viewerOf(caller);
  const seesAll = caller.holds('BPMN_TASK_VIEW_ALL');
  return {
    ...search,
    tenantIdentifier: caller.tenantIdentifier,
    visibleTo: seesAll ? null : viewer,
    viewer,
    now: clock.now(),
    or: search.or ?? [],
  };
}

/** Adds what stands elsewhere than in the task's row: lanes in the model, variables in the instance. */
async function describe(needs: TaskSearchNeeds, search: TaskSearch, rows: readonly TaskRow[]): Promise<FoundTask[]> {
  const instances = new Map<string, Promise<LiveInstance | null>>();
  const wanted = search.withVariables ?? [];
  const wantsVariables = search.includeVariables === true || wanted.length > 0;
  for (const { instance_id: instanceId } of rows) {
    if (wantsVariables && !instances.has(instanceId)) instances.set(instanceId, needs.runtime.find(instanceId));
  }
  const found: FoundTask[] = [];
  for (const row of rows) {
    const cached = needs.definitions.compiled(row.definition_id);
    const compiled = cached instanceof Promise ? await cached : cached;
    const all = wantsVariables ? ((await instances.get(row.instance_id))?.state.variables ?? {}) : null;
    found.push({
      row,
      compiled,
      variables: all === null || search.includeVariables === true ? all : pickVariables(all, wanted),
    });
  }
  return found;
}

/** `pageSize` overrules what the search says, and begins at its first row. */
export async function pageTasks(needs: TaskSearchNeeds, caller: Caller, search: TaskSearch, pageSize?: number) {
  const request = {
    ...resolvePageable(search.pageable, taskSortStandard),
    ...(pageSize === undefined ? {} : { pageNumber: 0, pageSize }),
  };
  const { rows, total } = await needs.store.page(queryOf(needs, caller, search), request);
  return { tasks: await describe(needs, search, rows), total, request };
}

export async function listTasks(needs: TaskSearchNeeds, caller: Caller, search: TaskSearch): Promise<FoundTask[]> {
  const instanceId = search.processInstanceId;
  if (typeof instanceId === 'string' && isInstanceLookUp(search)) {
    const rows = isInstanceId(instanceId) ? await needs.store.ofInstance(instanceId) : [];
    const seen = rows.filter(
      (row) => isSeenRow(caller, row) && (search.mine !== true || isMine(caller, peopleOf(row))),
    );
    return describe(needs, search, seen);
  }
  const { tasks, total } = await pageTasks(needs, caller, search, listRowsMax);
  if (total > listRowsMax) fail('RESULT_TOO_LARGE', { parameters: { limit: listRowsMax } });
  return tasks;
}

function isSeenRow(caller: Caller, row: TaskRow): boolean {
  return row.tenant_identifier === caller.tenantIdentifier && maySee(caller, peopleOf(row));
}

function isInstanceLookUp(search: TaskSearch): boolean {
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null && !INSTANCE_LOOK_UP.includes(name)) return false;
  }
  return true;
}
