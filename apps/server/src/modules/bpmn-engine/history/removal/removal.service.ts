// Deletes the history of instances that have ended, for whoever may.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { Actor } from '../../../../kernel/records/events.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { bpmnEngineEvents } from '../../bpmn-engine.events.ts';
import { isInstanceId } from '../../interface/part-id.ts';
import type { HistoryStore } from '../history.store.ts';
import { removalStore } from './removal.store.ts';

export function createRemovalService({
  database,
  events,
  store,
  catchUp,
}: Pick<Kernel, 'database' | 'events'> & {
  readonly store: Pick<HistoryStore, 'findOrigin'>;
  /** Waits until the projector has taken, and delivered, what was committed before. */
  readonly catchUp: () => Promise<number | null>;
}) {
  return {
    async remove(act: Act, instanceId: string): Promise<undefined> {
      const { caller } = act;
      const origin = isInstanceId(instanceId) ? await store.findOrigin(instanceId) : null;
      if (origin === null || (origin.tenant_identifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')))
        return failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: instanceId });
      // What is deleted before the projector has seen it would be delivered to nobody.
      if ((await catchUp()) !== null) return fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      await database.transaction(async (tx) => {
        const instances = await removeTree(tx, instanceId);
        if (instances === null) return fail('INSTANCE_NOT_ENDED', { parameters: { processInstanceId: instanceId } });
        await act.record(tx, bpmnEngineEvents.historyDeleted, instanceId, { instances });
      });
    },

    /**
     * Deletes the history of many instances of a tenant, in a transaction before which the projector has caught up. Answers why those were
     * not deleted that were not.
     */
    async removeAll(
      tx: Transaction,
      actor: Actor,
      ids: readonly string[],
    ): Promise<ReadonlyMap<string, 'INSTANCE_NOT_FOUND' | 'INSTANCE_NOT_ENDED'>> {
      const known = await removalStore.known(tx, actor.tenantIdentifier, ids);
      const refused = new Map<string, 'INSTANCE_NOT_FOUND' | 'INSTANCE_NOT_ENDED'>();
      for (const id of ids) {
        const instances = known.has(id) ? await removeTree(tx, id) : 0;
        if (instances === null) refused.set(id, 'INSTANCE_NOT_ENDED');
        else if (instances === 0) refused.set(id, 'INSTANCE_NOT_FOUND');
        else await events.record(tx, bpmnEngineEvents.historyDeleted, actor, id, { instances });
      }
      return refused;
    },
  };
}

/** Removes an instance with all that it called; answers how many, null where something runs. */
async function removeTree(tx: Transaction, instanceId: string): Promise<number | null> {
  const ids = await removalStore.tree(tx, instanceId);
  if (await removalStore.isRunning(tx, ids)) return null;
  await removalStore.remove(tx, ids);
  return ids.length;
}

export type RemovalService = ReturnType<typeof createRemovalService>;
