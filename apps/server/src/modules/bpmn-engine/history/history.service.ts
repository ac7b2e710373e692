// What happened in an instance: timeline, activities, variables of the past.
import type { ActivityInstance, TimelineEntry, Variables } from '@keelson/bpmn-core';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { isInstanceId, type PartId } from '../interface/part-id.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { type ClosedTask, type InstanceHistory, readHistory } from '../runtime/state/instance-history.ts';
import type { CompiledDefinition } from '../runtime/state/live-instance.ts';
import type { HistoryStore, InstanceOrigin } from './history.store.ts';
import type { Projector } from './projector.ts';

export interface FoundHistory {
  readonly instanceId: string;
  readonly origin: InstanceOrigin;
  readonly compiled: CompiledDefinition;
  readonly history: InstanceHistory;
}

interface Needs {
  readonly store: HistoryStore;
  readonly definitions: DefinitionCache;
  readonly projector: Projector;
}

export function createHistoryService(needs: Needs) {
  const { store, definitions, projector } = needs;

  async function read(instanceId: string): Promise<FoundHistory | null> {
    const origin = await store.findOrigin(instanceId);
    if (origin === null) return null;
    const [rows, compiled] = await Promise.all([store.records(instanceId), definitions.compiled(origin.definition_id)]);
    return { instanceId, origin, compiled, history: readHistory(compiled, rows) };
  }

  /** Own started instances, and all of the tenant with `BPMN_INSTANCE_VIEW` or `BPMN_HISTORY_VIEW`. */
  async function readVisible(caller: Caller, instanceId: string): Promise<FoundHistory> {
    const found = isInstanceId(instanceId) ? await read(instanceId) : null;
    if (found === null || !isVisible(caller, found.origin)) {
      return fail('INSTANCE_NOT_FOUND');
    }
    return found;
  }

  return {
    async timeline(
      caller: Caller,
      instanceId: string,
    ): Promise<{ found: FoundHistory; entries: readonly TimelineEntry[] }> {
      const found = await readVisible(caller, instanceId);
      return { found, entries: found.history.timeline() };
    },

    async activities(
      caller: Caller,
      instanceId: string,
    ): Promise<{ found: FoundHistory; activities: readonly ActivityInstance[] }> {
      const found = await readVisible(caller, instanceId);
      return { found, activities: found.history.activities() };
    },

    /** Of the caller's tenant; null when there was no such task or it is still open. */
    async findClosedTask(caller: Caller, part: PartId): Promise<ClosedTask | null> {
      const found = await read(part.instanceId);
      if (found === null || found.origin.tenant_identifier !== caller.tenantIdentifier) return null;
      return found.history.closedTask(part.number);
    },

    /** Whether such an instance was ever started and the caller may know of it. */
    async isVisible(caller: Caller, instanceId: string): Promise<boolean> {
      const origin = await store.findOrigin(instanceId);
      return origin !== null && isVisible(caller, origin);
    },

    /** Variables after everything that has happened. */
    async variablesAtEnd(instanceId: string): Promise<Variables> {
      return (await read(instanceId))?.history.variables() ?? {};
    },

    /** Waits until what was committed before this call is in the pages; milliseconds of lag when that took too long. */
    catchUp: (): Promise<number | null> => projector.catchUp(),
  };
}

export type HistoryService = ReturnType<typeof createHistoryService>;

function isVisible(caller: Caller, origin: InstanceOrigin): boolean {
  if (origin.tenant_identifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) return false;
  return (
    origin.start_user_id === caller.username || caller.holds('BPMN_INSTANCE_VIEW') || caller.holds('BPMN_HISTORY_VIEW')
  );
}
