// Keeps what starts instances in step with the versions: the newest active version of a process is started, older ones no more.
import { firstStartFiring, type StartTrigger } from '@keelson/bpmn-core';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import { type ProcessStarts, processStartsOf } from '../definitions/deployment-reader.ts';
import { startSubscriptionStore } from '../events/subscription.store.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import { saveJob } from '../waits/job.store.ts';
import type { MakeJob } from '../waits/new-job.ts';
import { armStartsStore } from './arm-starts.store.ts';
import { conditionStore } from './condition.store.ts';

export function createArmStarts({
  clock,
  ids,
  definitions,
  limits,
  makeJob,
}: Pick<Kernel, 'clock' | 'ids'> & {
  readonly definitions: DefinitionCache;
  readonly limits: EngineLimits;
  readonly makeJob: MakeJob;
}) {
  async function arm(tx: Transaction, tenant: string, id: string, key: string, starts: ProcessStarts): Promise<void> {
    const at = clock.now();
    for (const start of starts.triggers) {
      if (start.trigger.kind === 'timer') await armTimer(tx, tenant, id, starts, start);
      else {
        const { kind } = start.trigger;
        await startSubscriptionStore.save(
          tx,
          { tenant, definitionId: id, key, at },
          {
            id: ids.uuidV7(),
            kind: kind === 'message' ? 'm' : kind === 'signal' ? 's' : 'c',
            name: start.trigger.kind === 'conditional' ? null : start.trigger.name,
            elementId: start.elementId,
            triggerIndex: start.index,
            triggersNeeded: start.needed,
          },
        );
      }
    }
  }

  async function armTimer(
    tx: Transaction,
    tenant: string,
    definitionId: string,
    { timeZone }: ProcessStarts,
    { elementId, index, needed, trigger }: StartTrigger,
  ): Promise<void> {
    if (trigger.kind !== 'timer') return;
    const at = clock.now();
    const { calendar } = limits.host(tenant);
    const firing = firstStartFiring(trigger.timer, { calendar, at, timeZone });
    if (firing === null) return;
    const payload = JSON.stringify({ trigger: index, needed, remaining: firing.remaining });
    await saveJob(
      tx,
      makeJob(tenant, {
        kind: 'START_TIMER',
        definitionId,
        elementId,
        dueAt: firing.dueAt,
        cycle: firing.cycle,
        payload,
      }),
    );
  }

  return {
    /**
     * Arms starts anew after versions of a process came or changed their state; `uncommitted` has the starts of those that nobody else
     * sees yet.
     */
    async renew(
      tx: Transaction,
      tenant: string,
      key: string,
      uncommitted: ReadonlyMap<string, ProcessStarts>,
    ): Promise<void> {
      const newest = await armStartsStore.newestActive(tx, tenant, key);
      if (newest === null) return;
      await startSubscriptionStore.settle(tx, tenant, key, newest.version);
      await armStartsStore.settleTimers(tx, tenant, key, newest.version);
      await armStartsStore.disarmOlder(tx, tenant, key, newest.version);
      await conditionStore.forgetOlder(tx, tenant, key, newest.version);
      if (newest.armed || newest.suspended) return;
      const starts = uncommitted.get(newest.id) ?? processStartsOf((await definitions.compiled(newest.id)).model);
      await arm(tx, tenant, newest.id, key, starts);
      await armStartsStore.setArmed(tx, newest.id);
    },
  };
}

export type ArmStarts = ReturnType<typeof createArmStarts>;
