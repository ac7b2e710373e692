// Finds tasks for a caller: lists and pages, with what stands elsewhere than in a task's row.
import type { Variables } from '@keelson/bpmn-core';
import { listRowsMax, resolvePageable, type SvcBpmnTaskQueryModel, taskSortStandard } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { pickVariables } from '../interface/check-variables.ts';
import { isInstanceId, parsePartId } from '../interface/part-id.ts';
import { visibleVariables } from '../interface/visible-variables.ts';
import type { CompiledDefinition } from '../runtime/definitions/definition.types.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { TaskRow, TaskStore } from './task.store.ts';
import { isMine, maySee, peopleOf, viewerOf } from './task-people.ts';

export interface FoundTask {
  readonly row: TaskRow;
  readonly compiled: CompiledDefinition;
  /** Is null when the caller did not ask for variables. */
  readonly variables: Variables | null;
}

/** Names the filters that the look-up by instance answers by itself; everything else goes through a page. */
const INSTANCE_LOOK_UP = ['processInstanceId', 'mine'];

export function createTaskSearch({
  clock,
  runtime,
  definitions,
  history,
  store,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly definitions: DefinitionCache;
  readonly history: HistoryApi;
  readonly store: TaskStore;
}) {
  /** Adds what stands elsewhere than in the task's row: lanes in the model, variables in the instance. */
  async function describe(search: SvcBpmnTaskQueryModel, rows: readonly TaskRow[]): Promise<FoundTask[]> {
    const instances = new Map<string, Promise<LiveInstance | null>>();
    const wanted = search.withVariables ?? [];
    const wantsVariables = search.includeVariables === true || wanted.length > 0;
    for (const { instance_id: instanceId } of rows) {
      if (wantsVariables && !instances.has(instanceId)) instances.set(instanceId, runtime.find(instanceId));
    }
    const found: FoundTask[] = [];
    for (const row of rows) {
      const cached = definitions.compiled(row.definition_id);
      const compiled = cached instanceof Promise ? await cached : cached;
      const live = wantsVariables ? ((await instances.get(row.instance_id)) ?? null) : null;
      const seen = live === null ? {} : visibleVariables(live.state, row.token);
      const all = wantsVariables ? seen : null;
      found.push({
        row,
        compiled,
        variables: all === null || search.includeVariables === true ? all : pickVariables(all, wanted),
      });
    }
    return found;
  }

  /** `pageSize` overrules what the search says, and begins at its first row. */
  async function page({ caller }: Act, search: SvcBpmnTaskQueryModel, pageSize?: number) {
    const request = {
      ...resolvePageable(search.pageable, taskSortStandard),
      ...(pageSize === undefined ? {} : { pageNumber: 0, pageSize }),
    };
    const { rows, total } = await store.page(queryOf(caller, search, clock.now()), request);
    return { tasks: await describe(search, rows), total, request };
  }

  return {
    page: (act: Act, search: SvcBpmnTaskQueryModel) => page(act, search),

    /** Finds one open task that the caller may see; a closed one is 409 for whoever could see it. */
    async get({ caller }: Act, id: string): Promise<FoundTask> {
      const part = parsePartId(id, 't') ?? failNotFound('TASK_NOT_FOUND', { taskId: id });
      const rows = await store.ofInstance(part.instanceId);
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
        const rows = isInstanceId(instanceId) ? await store.ofInstance(instanceId) : [];
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
    or: search.or ?? [],
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
