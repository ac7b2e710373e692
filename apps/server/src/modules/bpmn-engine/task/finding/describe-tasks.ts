// Adds to rows of tasks what stands elsewhere: lanes in the model, variables and ways back in the instance.
import { setImmediate as breathe } from 'node:timers/promises';
import type { ReturnTarget, Variables } from '@keelson/bpmn-core';
import type { SvcBpmnTaskQueryModel } from '@keelson/contract';
import { pickVariables } from '../../interface/check-variables.ts';
import { visibleVariables } from '../../runtime/burst/visible-variables.ts';
import type { CompiledDefinition } from '../../runtime/definitions/definition.types.ts';
import type { DefinitionCache } from '../../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../../runtime/instance-runtime.ts';
import type { LiveInstance } from '../../runtime/state/live-instance.ts';
import { returnsOf } from '../../runtime/state/returns-of.ts';
import type { TaskRow } from '../task.store.ts';

export interface FoundTask {
  readonly row: TaskRow;
  readonly compiled: CompiledDefinition;
  /** Variables; null when the caller did not ask for them. */
  readonly variables: Variables | null;
  /** Places that the task can be returned to, the nearest first; null when the caller did not ask. */
  readonly returns: readonly ReturnTarget[] | null;
}

/** Number of tasks whose ways back are looked for before others get their turn. */
const TASKS_BETWEEN = 20;

export function createDescribeTasks({
  runtime,
  definitions,
}: {
  readonly runtime: Pick<InstanceRuntime, 'find'>;
  readonly definitions: Pick<DefinitionCache, 'compiled'>;
}) {
  return async function describe(search: SvcBpmnTaskQueryModel, rows: readonly TaskRow[]): Promise<FoundTask[]> {
    const instances = new Map<string, Promise<LiveInstance | null>>();
    const wanted = search.withVariables ?? [];
    const wantsVariables = search.includeVariables === true || wanted.length > 0;
    const wantsReturns = search.withReturns === true;
    const wantsState = wantsVariables || wantsReturns;
    for (const { instance_id: instanceId } of rows) {
      if (wantsState && !instances.has(instanceId)) instances.set(instanceId, runtime.find(instanceId));
    }
    const found: FoundTask[] = [];
    for (const row of rows) {
      const cached = definitions.compiled(row.definition_id);
      const compiled = cached instanceof Promise ? await cached : cached;
      const live = wantsState ? ((await instances.get(row.instance_id)) ?? null) : null;
      const seen = live === null ? {} : visibleVariables(live.state, row.token);
      const all = wantsVariables ? seen : null;
      found.push({
        row,
        compiled,
        variables: all === null || search.includeVariables === true ? all : pickVariables(all, wanted),
        returns: wantsReturns ? returnsOf(live, row.number) : null,
      });
      if (wantsReturns && found.length % TASKS_BETWEEN === 0) await breathe();
    }
    return found;
  };
}
