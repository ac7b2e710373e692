// Changes what stands around the work of a worker: failures, locks, attempts.
import type { ErrorCode } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { parsePartId } from '../interface/part-id.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { ExternalTaskStore } from './external-task.store.ts';
import { heldTask, refuseHeld, taskNotFound } from './held-task.ts';
import type { WaitingWorkers } from './waiting-workers.ts';

export interface Failure {
  readonly id: string;
  readonly workerId: string;
  readonly message: string;
  readonly details: string | null;
  readonly retries: number;
  readonly retryMillis: number;
}

export function createLockService({
  clock,
  runtime,
  store,
  workers,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: Pick<InstanceRuntime, 'forget'>;
  readonly store: ExternalTaskStore;
  readonly workers: Pick<WaitingWorkers, 'wake'>;
}) {
  return {
    async fail({ caller }: Act, { id, workerId, message, details, retries, retryMillis }: Failure): Promise<undefined> {
      const held = heldTask(caller, id, { workerId, clock });
      const availableAt = held.now + retryMillis;
      if (!(await store.fail(held, { retries, message, details, availableAt }))) return refuseHeld(store, held, id);
      runtime.forget(held.instanceId);
      workers.wake();
    },

    async extendLock(
      { caller }: Act,
      { id, workerId, lockMillis }: { readonly id: string; readonly workerId: string; readonly lockMillis: number },
    ): Promise<undefined> {
      const held = heldTask(caller, id, { workerId, clock });
      if (!(await store.extend(held, held.now + lockMillis))) await refuseHeld(store, held, id);
    },

    /** Unlocks a task; an unlocked one stays so. */
    async unlock(
      { caller }: Act,
      { id, workerId }: { readonly id: string; readonly workerId: string },
    ): Promise<undefined> {
      const held = heldTask(caller, id, { workerId, clock });
      if (await store.unlock(held)) return void workers.wake();
      const row = (await store.find(held.instanceId, held.number, held.tenantIdentifier)) ?? taskNotFound(id);
      if (row.worker_id !== null) fail('LOCK_LOST', { parameters: { workerId } });
    },

    async setRetries({ caller }: Act, ids: readonly string[], retries: number) {
      const { tenantIdentifier } = caller;
      const results: { id: string; errorCode: ErrorCode | null }[] = [];
      for (const id of ids) {
        const part = parsePartId(id, 'x');
        const given = { retries, now: clock.now() };
        const isThere =
          part !== null && (await store.setRetries(part.instanceId, part.number, tenantIdentifier, given));
        if (isThere) runtime.forget(part.instanceId);
        results.push({ id, errorCode: isThere ? null : 'EXTERNAL_TASK_NOT_FOUND' });
      }
      workers.wake();
      return results;
    },
  };
}

export type LockService = ReturnType<typeof createLockService>;
