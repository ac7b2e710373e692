// Answers what happened in an instance: its whole history for whoever may see it, and what other features ask of the past.
import type { ClosedTask, Variables } from '@keelson/bpmn-core';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { isInstanceId, type PartId } from '../interface/part-id.ts';
import type { CompiledDefinition } from '../runtime/definitions/definition.types.ts';
import type { DefinitionCache } from '../runtime/definitions/definition-cache.ts';
import { type InstanceHistory, readHistory } from '../runtime/state/instance-history.ts';
import { isSamePerson } from '../runtime/state/person-name.ts';
import type { HistoryStore, InstanceOrigin } from './history.store.ts';

export interface FoundHistory {
  readonly instanceId: string;
  readonly origin: InstanceOrigin;
  /** Version that the instance runs by, or did at the moment that was asked for. */
  readonly compiled: CompiledDefinition;
  readonly history: InstanceHistory;
}

export function createHistoryService({
  store,
  definitions,
}: {
  readonly store: HistoryStore;
  readonly definitions: DefinitionCache;
}) {
  async function foundOf(
    instanceId: string,
    origin: InstanceOrigin,
    records: readonly string[],
  ): Promise<FoundHistory> {
    const history = await readHistory(definitions, origin.first_definition_id, records);
    return { instanceId, origin, compiled: history.compiled, history };
  }

  async function read(instanceId: string): Promise<FoundHistory | null> {
    const origin = await store.findOrigin(instanceId);
    if (origin === null) return null;
    return foundOf(instanceId, origin, await store.records(instanceId));
  }

  async function find({ caller }: Act, instanceId: string): Promise<FoundHistory | null> {
    const found = isInstanceId(instanceId) ? await read(instanceId) : null;
    return found === null || !isVisible(caller, found.origin) ? null : found;
  }

  return {
    /** Finds a history as `get` does, null for what is 404. */
    find,

    /**
     * Finds the history of an instance: of the own started ones, and of all of the tenant with `BPMN_INSTANCE_VIEW` or
     * `BPMN_HISTORY_VIEW`; else 404.
     */
    async get(act: Act, instanceId: string): Promise<FoundHistory> {
      return (await find(act, instanceId)) ?? failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: instanceId });
    },

    /** Answers the instance as it had been committed at a moment, epoch milliseconds; 400 where it had not begun. */
    async replay({ caller }: Act, instanceId: string, at: number): Promise<FoundHistory> {
      const origin = isInstanceId(instanceId) ? await store.findOrigin(instanceId) : null;
      if (origin === null || !isVisible(caller, origin))
        return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: instanceId });
      const records = await store.recordsUntil(instanceId, new Date(at));
      if (records.length === 0)
        invalid({ field: 'query.at', code: 'OUT_OF_RANGE', message: 'The instance had not begun at that time.' });
      return foundOf(instanceId, origin, records);
    },

    /** Finds a closed task; null when the caller's tenant had no such task, or it is still open. */
    async findClosedTask(caller: Caller, part: PartId): Promise<ClosedTask | null> {
      const found = await read(part.instanceId);
      if (found === null || found.origin.tenant_identifier !== caller.tenantIdentifier) return null;
      return found.history.closedTask(part.number);
    },

    /** Says whether such an instance was ever started and the caller may know of it. */
    async isVisible(caller: Caller, instanceId: string): Promise<boolean> {
      const origin = await store.findOrigin(instanceId);
      return origin !== null && isVisible(caller, origin);
    },

    /** Answers the variables after everything that has happened. */
    async variablesAtEnd(instanceId: string): Promise<Variables> {
      return (await read(instanceId))?.history.variables() ?? {};
    },
  };
}

export type HistoryService = ReturnType<typeof createHistoryService>;

function isVisible(caller: Caller, origin: InstanceOrigin): boolean {
  if (origin.tenant_identifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) return false;
  if (caller.holds('BPMN_INSTANCE_VIEW') || caller.holds('BPMN_HISTORY_VIEW')) return true;
  return origin.start_user_id !== null && isSamePerson(origin.start_user_id, caller.username);
}
