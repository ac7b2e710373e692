// Deletes the history of instances that have ended, for whoever may.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { isInstanceId } from '../../interface/part-id.ts';
import type { HistoryStore } from '../history.store.ts';
import { removalStore } from './removal.store.ts';

export function createRemovalService({
  database,
  store,
  catchUp,
}: Pick<Kernel, 'database'> & {
  readonly store: Pick<HistoryStore, 'findOrigin'>;
  /** Waits until the projector has taken, and told, what was committed before. */
  readonly catchUp: () => Promise<number | null>;
}) {
  return {
    async remove(act: Act, instanceId: string): Promise<undefined> {
      const { caller } = act;
      const origin = isInstanceId(instanceId) ? await store.findOrigin(instanceId) : null;
      if (origin === null || (origin.tenant_identifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')))
        return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: instanceId });
      // What is deleted before the projector has seen it would be told to nobody.
      if ((await catchUp()) !== null) return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      await database.transaction(async (tx) => {
        const ids = await removalStore.tree(tx, instanceId);
        if (await removalStore.isRunning(tx, ids))
          return fail('INSTANCE_NOT_ENDED', { parameters: { processInstanceId: instanceId } });
        await removalStore.remove(tx, ids);
        await act.record(tx, bpmnEngineEvents.historyDeleted, instanceId, { instances: ids.length });
      });
    },
  };
}

export type RemovalService = ReturnType<typeof createRemovalService>;
