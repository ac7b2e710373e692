// Throws signals from outside: to all who hear them, or to one instance.
import type { Variables } from '@keelson/bpmn-core';
import type { SvcBpmnSignalModel } from '@keelson/contract';
import type { Database } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { IdempotencyClaim } from '../../../kernel/records/idempotency.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { CallerAct } from '../interface/caller-act.types.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { isInstanceId, parsePartId } from '../interface/part-id.ts';
import type { Heard, Signals } from '../runtime/events/signals.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { requireTenant, tenantOf } from './correlate.service.ts';

interface Signal {
  readonly name: string;
  readonly payload: Variables;
}

export function createSignalService({
  clock,
  database,
  runtime,
  signals,
  limits,
  wakeJobs,
}: Pick<Kernel, 'clock'> & {
  readonly database: Pick<Database, 'transaction'>;
  readonly runtime: InstanceRuntime;
  readonly signals: Signals;
  readonly limits: EngineLimits;
  readonly wakeJobs: () => void;
}) {
  /** Throws a signal that one instance alone hears. */
  async function toOne(
    caller: Caller,
    instanceId: string,
    { name, payload }: Signal,
    claim: IdempotencyClaim,
  ): Promise<Heard> {
    let isHeard = false;
    const done = await runtime.run(instanceId, {
      decide({ state }) {
        requireTenant(caller, instanceId, state.facts.tenantIdentifier);
        isHeard = state.waits.some((open) => open.kind === 'signal' && open.name === name);
        return isHeard ? { kind: 'signal', at: clock.now(), actor: caller.username, name, payload } : null;
      },
      answer: (): Heard => ({ subscriptions: isHeard ? 1 : 0, starts: 0 }),
      claim,
    });
    return done ?? failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: instanceId });
  }

  async function toAll(tenant: string, signal: Signal, claim: IdempotencyClaim): Promise<Heard> {
    const thrown = { ...signal, thrownAt: clock.now(), throwerId: null };
    const heard = await database.transaction(async (tx) => {
      const answer = await signals.spread(tx, tenant, thrown);
      await claim.save(tx, answer);
      return answer;
    });
    wakeJobs();
    return heard;
  }

  return {
    throwSignal: (act: CallerAct, body: SvcBpmnSignalModel): Promise<Heard> =>
      act.once((claim) => {
        const { caller } = act;
        const tenant = tenantOf(caller, body.tenantIdentifier ?? null);
        const payload = (body.variables ?? {}) as Variables;
        checkVariables(payload, limits.variableBytes(tenant));
        const signal = { name: body.name, payload };
        const instanceId = instanceOf(body);
        return instanceId === null ? toAll(tenant, signal, claim) : toOne(caller, instanceId, signal, claim);
      }),
  };
}

export type SignalService = ReturnType<typeof createSignalService>;

/** Finds the instance that is meant; null where everybody is. */
function instanceOf({ executionId, processInstanceId }: SvcBpmnSignalModel): string | null {
  const wanted = executionId ?? processInstanceId ?? null;
  if (wanted === null) return null;
  const instanceId = parsePartId(wanted, 'e')?.instanceId ?? wanted;
  return isInstanceId(instanceId) ? instanceId : failNotFound('INSTANCE_NOT_FOUND', { processInstanceId: wanted });
}
