// Reads the id of an execution, which may be that of an instance: the process itself is one, too.
import type { InstanceState } from '@keelson/bpmn-core';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { HistoryApi } from '../history/feature.ts';
import { isReachable } from '../interface/is-reachable.ts';
import { isInstanceId, parsePartId } from '../interface/part-id.ts';

export interface ExecutionPlace {
  readonly executionId: string;
  readonly instanceId: string;
  /** Token of the execution; null for the process itself. */
  readonly token: number | null;
}

export function placeOf(executionId: string): ExecutionPlace {
  const part = parsePartId(executionId, 'e');
  if (part !== null) return { executionId, instanceId: part.instanceId, token: part.number };
  if (isInstanceId(executionId)) return { executionId, instanceId: executionId, token: null };
  return failNotFound('EXECUTION_NOT_FOUND', { executionId });
}

/** Ends the request where the caller reaches no such execution of the instance. */
export function requireThere(caller: Caller, { facts, tokens }: InstanceState, place: ExecutionPlace): void {
  const isThere = place.token === null || tokens.some(({ number }) => number === place.token);
  if (!isReachable(caller, facts) || !isThere) failNotFound('EXECUTION_NOT_FOUND', { executionId: place.executionId });
}

/** Ends the request for an instance that does not run. */
export async function refuseEnded(history: HistoryApi, caller: Caller, place: ExecutionPlace): Promise<never> {
  const { executionId, instanceId } = place;
  if (await history.isVisible(caller, instanceId)) {
    fail('INSTANCE_ENDED', { parameters: { processInstanceId: instanceId } });
  }
  return failNotFound('EXECUTION_NOT_FOUND', { executionId });
}
