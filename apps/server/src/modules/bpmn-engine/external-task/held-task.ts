// Says which external task a worker means, and why it may not change it.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { parsePartId } from '../interface/part-id.ts';
import type { ExternalTaskStore, Held } from './external-task.store.ts';

export function heldTask(
  { tenantIdentifier }: Caller,
  id: string,
  { workerId, clock }: { readonly workerId: string; readonly clock: Clock },
): Held {
  const part = parsePartId(id, 'x') ?? taskNotFound(id);
  return { instanceId: part.instanceId, number: part.number, tenantIdentifier, workerId, now: clock.now() };
}

/** Ends the request of a worker that does not hold the task: the lock is lost, or there is no such task. */
export async function refuseHeld(store: ExternalTaskStore, held: Held, id: string): Promise<never> {
  const { instanceId, number, tenantIdentifier, workerId } = held;
  const row = await store.find(instanceId, number, tenantIdentifier);
  return row === null ? taskNotFound(id) : fail('LOCK_LOST', { parameters: { workerId } });
}

export function taskNotFound(id: string): never {
  return failNotFound('EXTERNAL_TASK_NOT_FOUND', { externalTaskId: id });
}
