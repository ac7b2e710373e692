// Adds to rows of tasks what stands elsewhere: lanes in the model, variables in the instance.
import type { Variables } from '@keelson/bpmn-core';
import type { SvcBpmnTaskQueryModel } from '@keelson/contract';
import { pickVariables } from '../interface/check-variables.ts';
import { visibleVariables } from '../interface/visible-variables.ts';
import type { CompiledDefinition } from '../runtime/definitions/definition.types.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { LiveInstance } from '../runtime/state/live-instance.ts';
import type { TaskRow } from './task.store.ts';

export interface FoundTask {
  readonly row: TaskRow;
  readonly compiled: CompiledDefinition;
  /** Is null when the caller did not ask for variables. */
  readonly variables: Variables | null;
}

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
  };
}
