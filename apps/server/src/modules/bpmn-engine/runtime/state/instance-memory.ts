// Finds states of running instances: in memory where this process moved them last, else from their rows.
import { decodeState } from '@keelson/bpmn-core';
import { LRUCache } from 'lru-cache';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { CallColumns, InstanceRow, InstanceStore } from './instance.store.ts';
import type { CallPlace, LiveInstance } from './live-instance.ts';

/** Bound of the states kept in memory, by their encoded bytes; decoded they take some three times as much. */
const STATE_BYTES_MAX = 64 * 1024 * 1024;

export function createInstanceMemory(definitions: DefinitionCache, store: InstanceStore) {
  const states = new LRUCache<string, LiveInstance>({ maxSize: STATE_BYTES_MAX, maxEntrySize: STATE_BYTES_MAX });

  async function decode(row: InstanceRow): Promise<LiveInstance> {
    const compiled = await definitions.compiled(row.definition_id);
    const { revision, failed_jobs: failedJobs } = row;
    const changedAt = row.changed_at.getTime();
    return { revision, changedAt, state: decodeState(row.state), compiled, call: callOf(row), failedJobs, ended: null };
  }

  return {
    /** Answers the state in memory, which may be behind another process: the revision decides at the flush. */
    recall: (instanceId: string): LiveInstance | undefined => states.get(instanceId),
    /** Remembers a state after its commit; `bytes` of the encoded state. An ended instance is forgotten. */
    remember(live: LiveInstance, bytes: number): void {
      const { id } = live.state.facts;
      if (live.ended !== null) states.delete(id);
      else states.set(id, live, { size: bytes + 1 });
    },
    forget: (instanceId: string): void => void states.delete(instanceId),
    /** Reads from the database; null when no such instance runs. */
    async load(instanceId: string): Promise<LiveInstance | null> {
      const row = await store.find(instanceId);
      return row === null ? null : decode(row);
    },
    decode,
  };
}

export type InstanceMemory = ReturnType<typeof createInstanceMemory>;

function callOf(row: CallColumns): CallPlace | null {
  const { caller_id: callerId, caller_wait: wait, caller_token: token, root_id: rootId, depth } = row;
  if (callerId === null || wait === null || token === null || rootId === null || depth === null) return null;
  return { callerId, wait, token, rootId, depth };
}
