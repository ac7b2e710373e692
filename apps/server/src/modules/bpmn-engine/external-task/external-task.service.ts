// Hands in what came of external tasks: by the worker that holds the lock when it is committed.
import type { Variables, WorkResult } from '@keelson/bpmn-core';
import type { ErrorCode } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { ServiceError } from '../../../kernel/request/errors.ts';
import { checkVariables } from '../interface/check-variables.ts';
import type { Burst } from '../runtime/burst/burst.ts';
import { CommitConflict } from '../runtime/flush/commit-conflict.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { LOCK_CONFLICT } from '../runtime/waits/wait.store.ts';
import type { ExternalTaskStore, Held } from './external-task.store.ts';
import { heldTask, refuseHeld } from './held-task.ts';

interface Work {
  readonly id: string;
  readonly workerId: string;
  readonly variables: Variables;
  readonly localVariables?: Variables;
}

interface Completed {
  readonly id: string;
  readonly errorCode: ErrorCode | null;
}

/** Number of works that share a commit: all may be of one instance, for which no more than 256 commands may wait. */
const COMMITTED_TOGETHER = 64;

type Result = Exclude<WorkResult, { outcome: 'failed' }>;

export function createExternalTaskService({
  clock,
  runtime,
  store,
  limits,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly store: ExternalTaskStore;
  readonly limits: EngineLimits;
}) {
  async function finish(caller: Caller, work: Work, result: Result): Promise<undefined> {
    const { id, workerId, variables, localVariables = {} } = work;
    for (const given of [variables, localVariables])
      checkVariables(given, limits.variableBytes(caller.tenantIdentifier));
    const held = heldTask(caller, id, { workerId, clock });
    try {
      if (await runResult({ runtime, clock }, caller, held, result)) return;
    } catch (error) {
      if (!(error instanceof CommitConflict) || error.conflict !== LOCK_CONFLICT) throw error;
      return refuseHeld(store, held, id);
    }
    // Who completes again what he has completed is answered as the first time.
    if (!(await store.isDone(held))) await refuseHeld(store, held, id);
  }

  const complete = (caller: Caller, work: Work): Promise<undefined> => {
    const { variables: writes, localVariables = {} } = work;
    return finish(caller, work, { outcome: 'done', value: null, writes, localVariables });
  };

  async function completeApart(caller: Caller, work: Work): Promise<Completed> {
    try {
      await complete(caller, work);
      return { id: work.id, errorCode: null };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { id: work.id, errorCode: error.code };
    }
  }

  return {
    complete: ({ caller }: Act, work: Work): Promise<undefined> => complete(caller, work),

    /** Completes works, each apart; answers why one was not done. */
    async completeAll({ caller }: Act, works: readonly Work[]) {
      const results: Completed[] = [];
      for (let from = 0; from < works.length; from += COMMITTED_TOGETHER) {
        const together = works.slice(from, from + COMMITTED_TOGETHER);
        results.push(...(await Promise.all(together.map((work) => completeApart(caller, work)))));
      }
      return results;
    },

    throwError: ({ caller }: Act, work: Work & { readonly code: string; readonly message: string | null }) => {
      const { code: errorCode, message, variables } = work;
      return finish(caller, work, { outcome: 'error', errorCode, message, variables });
    },

    escalate: ({ caller }: Act, work: Work & { readonly code: string }) => {
      const { code: escalationCode, variables } = work;
      return finish(caller, work, { outcome: 'escalation', escalationCode, variables });
    },
  };
}

export type ExternalTaskService = ReturnType<typeof createExternalTaskService>;

/** Hands in the result of a work; answers whether the task was open. Throws `CommitConflict` where the lock is lost. */
async function runResult(
  { runtime, clock }: { readonly runtime: InstanceRuntime; readonly clock: Clock },
  { username }: Caller,
  held: Held,
  result: Result,
): Promise<boolean> {
  const { instanceId, number, tenantIdentifier, workerId, now } = held;
  let isOpen = false;
  const done = await runtime.run(instanceId, {
    decide({ state }) {
      const wait = state.waits.find((open) => open.number === number);
      isOpen = wait?.kind === 'work' && wait.work === 'external' && state.facts.tenantIdentifier === tenantIdentifier;
      return isOpen ? { kind: 'work', at: clock.now(), actor: username, wait: number, result } : null;
    },
    accompany(burst: Burst) {
      const { externalGuard, externalDone } = runtime.waitWriters;
      burst.rows.push((changes) => {
        changes.add(externalGuard, [instanceId, number, workerId, now]);
        changes.add(externalDone, [instanceId, number, tenantIdentifier, workerId, now]);
      });
    },
    answer: () => undefined,
  });
  return done !== null && isOpen;
}
