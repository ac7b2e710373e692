// Does what workers ask for: fetch external tasks, and hand in what came of them.
import type { Variables, WorkResult } from '@keelson/bpmn-core';
import type { ErrorCode, SvcBpmnFetchAndLockModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, ServiceError } from '../../../kernel/request/errors.ts';
import { checkVariables } from '../interface/check-variables.ts';
import { type PartId, parsePartId } from '../interface/part-id.ts';
import { visibleVariables } from '../interface/visible-variables.ts';
import { CommitConflict } from '../runtime/flush/commit-conflict.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { EngineLimits } from '../runtime/state/engine-limits.ts';
import { LOCK_CONFLICT } from '../runtime/waits/wait.store.ts';
import type { ExternalTaskStore, Held, LockedRow } from './external-task.store.ts';
import type { WaitingWorkers } from './waiting-workers.ts';

export interface FetchedTask {
  readonly row: LockedRow;
  readonly variables: Variables;
}

interface Completion {
  readonly id: string;
  readonly workerId: string;
  readonly variables: Variables;
}

type Result = Exclude<WorkResult, { outcome: 'failed' }>;

export function createExternalTaskService({
  clock,
  runtime,
  store,
  workers,
  limits,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: InstanceRuntime;
  readonly store: ExternalTaskStore;
  readonly workers: WaitingWorkers;
  readonly limits: EngineLimits;
}) {
  function heldBy({ tenantIdentifier }: Caller, id: string, workerId: string): Held {
    const part = parsePartId(id, 'x') ?? notFound(id);
    return { instanceId: part.instanceId, number: part.number, tenantIdentifier, workerId, now: clock.now() };
  }

  /** Ends the request: the lock is lost, or there is no such task. */
  async function refuse({ instanceId, number, tenantIdentifier, workerId }: Held, id: string): Promise<never> {
    const row = await store.find(instanceId, number, tenantIdentifier);
    return row === null ? notFound(id) : fail('LOCK_LOST', { parameters: { workerId } });
  }

  /** Hands in a result, by the worker that holds the lock when it is committed. */
  async function finish(
    caller: Caller,
    { id, workerId }: { readonly id: string; readonly workerId: string },
    result: Result,
  ): Promise<undefined> {
    const held = heldBy(caller, id, workerId);
    const { instanceId, number, tenantIdentifier, now } = held;
    let isOpen = false;
    try {
      const done = await runtime.run(instanceId, {
        decide({ state }) {
          isOpen = state.waits.some(
            (wait) => wait.number === number && wait.kind === 'work' && wait.work === 'external',
          );
          if (!isOpen || state.facts.tenantIdentifier !== tenantIdentifier) return null;
          return { kind: 'work', at: clock.now(), actor: caller.username, wait: number, result };
        },
        accompany(burst) {
          const { externalGuard, externalDone } = runtime.waitWriters;
          burst.rows.push((changes) => {
            changes.add(externalGuard, [instanceId, number, workerId, now]);
            changes.add(externalDone, [instanceId, number, tenantIdentifier, workerId, now]);
          });
        },
        answer: () => undefined,
      });
      if (done !== null && isOpen) return;
    } catch (error) {
      if (!(error instanceof CommitConflict) || error.conflict !== LOCK_CONFLICT) throw error;
      return refuse(held, id);
    }
    if (await store.isDone(held)) return;
    return refuse(held, id);
  }

  async function fetched(rows: readonly LockedRow[], topics: SvcBpmnFetchAndLockModel['topics']) {
    return Promise.all(
      rows.map(async (row): Promise<FetchedTask> => {
        const live = await runtime.decode(row);
        const all = visibleVariables(live.state, row.token);
        const names = topics.find(({ topic }) => topic === row.topic)?.variables ?? null;
        if (names === null) return { row, variables: all };
        const known = names.filter((name) => Object.hasOwn(all, name));
        return { row, variables: Object.fromEntries(known.map((name) => [name, all[name] ?? null])) };
      }),
    );
  }

  return {
    async fetchAndLock({ caller, context }: Act, body: SvcBpmnFetchAndLockModel): Promise<readonly FetchedTask[]> {
      const wanted = {
        tenantIdentifier: caller.tenantIdentifier,
        workerId: body.workerId,
        maxTasks: body.maxTasks,
        usePriority: body.usePriority ?? false,
        topics: body.topics.map(({ topic, lockMillis, processDefinitionKeys, businessKey }) => ({
          topic,
          lockMillis,
          processDefinitionKeys: processDefinitionKeys ?? null,
          businessKey: businessKey ?? null,
        })),
      };
      const rows = await store.claim({ ...wanted, now: clock.now() });
      if (rows.length > 0 || !body.waitMillis) return fetched(rows, body.topics);
      const waited = await workers.wait(wanted, body.waitMillis, (action) => context.onHangUp(action));
      return fetched(waited, body.topics);
    },

    complete: ({ caller }: Act, completion: Completion): Promise<undefined> => completeOne(caller, completion),

    /** Each apart; answers why one was not done. */
    async completeAll({ caller }: Act, completions: readonly Completion[]) {
      const results: { id: string; errorCode: ErrorCode | null }[] = [];
      for (const completion of completions) {
        try {
          await completeOne(caller, completion);
          results.push({ id: completion.id, errorCode: null });
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          results.push({ id: completion.id, errorCode: error.code });
        }
      }
      return results;
    },

    throwError: (
      { caller }: Act,
      {
        id,
        workerId,
        code,
        message,
        variables,
      }: {
        readonly id: string;
        readonly workerId: string;
        readonly code: string;
        readonly message: string | null;
        readonly variables: Variables;
      },
    ): Promise<undefined> => {
      checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));
      const thrown = { outcome: 'error', errorCode: code, message, variables } as const;
      return finish(caller, { id, workerId }, thrown);
    },

    escalate: (
      { caller }: Act,
      { id, workerId, code, variables }: { id: string; workerId: string; code: string; variables: Variables },
    ): Promise<undefined> => {
      checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));
      const raised = { outcome: 'escalation', escalationCode: code, variables } as const;
      return finish(caller, { id, workerId }, raised);
    },

    async fail({ caller }: Act, { id, workerId, message, details, retries, retryMillis }: Failure): Promise<undefined> {
      const held = heldBy(caller, id, workerId);
      const availableAt = held.now + retryMillis;
      if (!(await store.fail(held, { retries, message, details, availableAt }))) return refuse(held, id);
      runtime.forget(held.instanceId);
      workers.wake();
    },

    async extendLock(
      { caller }: Act,
      { id, workerId, lockMillis }: { id: string; workerId: string; lockMillis: number },
    ) {
      const held = heldBy(caller, id, workerId);
      if (!(await store.extend(held, held.now + lockMillis))) await refuse(held, id);
    },

    async unlock({ caller }: Act, { id, workerId }: { readonly id: string; readonly workerId: string }) {
      const held = heldBy(caller, id, workerId);
      if (await store.unlock(held)) return workers.wake();
      const row = await store.find(held.instanceId, held.number, held.tenantIdentifier);
      if (row === null) return notFound(id);
      if (row.worker_id !== null) fail('LOCK_LOST', { parameters: { workerId } });
    },

    async setRetries({ caller }: Act, ids: readonly string[], retries: number) {
      const results: { id: string; errorCode: ErrorCode | null }[] = [];
      for (const id of ids) {
        const part: PartId | null = parsePartId(id, 'x');
        const { tenantIdentifier } = caller;
        const isThere =
          part !== null &&
          (await store.setRetries(part.instanceId, part.number, tenantIdentifier, { retries, now: clock.now() }));
        if (isThere) runtime.forget(part.instanceId);
        results.push({ id, errorCode: isThere ? null : 'EXTERNAL_TASK_NOT_FOUND' });
      }
      workers.wake();
      return results;
    },
  };

  function completeOne(caller: Caller, { id, workerId, variables }: Completion): Promise<undefined> {
    checkVariables(variables, limits.variableBytes(caller.tenantIdentifier));
    const result = { outcome: 'done', value: null, writes: variables } as const;
    return finish(caller, { id, workerId }, result);
  }
}

export type ExternalTaskService = ReturnType<typeof createExternalTaskService>;

export interface Failure {
  readonly id: string;
  readonly workerId: string;
  readonly message: string;
  readonly details: string | null;
  readonly retries: number;
  readonly retryMillis: number;
}

function notFound(id: string): never {
  return fail('EXTERNAL_TASK_NOT_FOUND', { parameters: { id } });
}
