// Gives workers external tasks, at once or at the first that comes.
import type { Variables } from '@keelson/bpmn-core';
import type { SvcBpmnFetchAndLockModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { visibleVariables } from '../runtime/burst/visible-variables.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { ExternalTaskStore, LockedRow } from './external-task.store.ts';
import type { WaitingWorkers } from './waiting-workers.ts';

export interface FetchedTask {
  readonly row: LockedRow;
  readonly variables: Variables;
}

type Topics = SvcBpmnFetchAndLockModel['topics'];

export function createFetchService({
  clock,
  runtime,
  store,
  workers,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: Pick<InstanceRuntime, 'decode'>;
  readonly store: ExternalTaskStore;
  readonly workers: WaitingWorkers;
}) {
  async function withVariables(row: LockedRow, topics: Topics): Promise<FetchedTask> {
    const { state } = await runtime.decode(row);
    const all = visibleVariables(state, row.token);
    const names = topics.find(({ topic }) => topic === row.topic)?.variables ?? null;
    if (names === null) return { row, variables: all };
    const known = names.filter((name) => Object.hasOwn(all, name));
    return { row, variables: Object.fromEntries(known.map((name) => [name, all[name] ?? null])) };
  }

  return {
    async fetchAndLock({ caller, context }: Act, body: SvcBpmnFetchAndLockModel): Promise<readonly FetchedTask[]> {
      const { workerId, maxTasks, usePriority, topics, waitMillis } = body;
      const wanted = {
        tenantIdentifier: caller.tenantIdentifier,
        workerId,
        maxTasks,
        usePriority: usePriority ?? false,
        topics: topics.map(({ topic, lockMillis, processDefinitionKeys, businessKey }) => ({
          topic,
          lockMillis,
          processDefinitionKeys: processDefinitionKeys ?? null,
          businessKey: businessKey ?? null,
        })),
      };
      const found = await store.claim({ ...wanted, now: clock.now() });
      const rows =
        found.length > 0 || !waitMillis
          ? found
          : await workers.wait(wanted, waitMillis, (action) => context.onHangUp(action));
      return Promise.all(rows.map((row) => withVariables(row, topics)));
    },
  };
}

export type FetchService = ReturnType<typeof createFetchService>;
