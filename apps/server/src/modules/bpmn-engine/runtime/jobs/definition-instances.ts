// Suspends or activates the running instances of a version, page by page, and goes on where a process died.
import type { Kernel } from '../../../../kernel/module.ts';
import { type CommandEach, PAGE_INSTANCES } from '../command-each.ts';
import type { DefinitionInstancesStore } from '../starts/definition-instances.store.ts';
import type { OrderedInstances } from '../starts/definition-states.ts';
import type { ClaimedJob } from '../waits/claimed-job.ts';

export function createSwitchInstances({
  clock,
  store,
  commandEach,
}: Pick<Kernel, 'clock'> & { readonly store: DefinitionInstancesStore; readonly commandEach: CommandEach }) {
  /** Does a page of instances; answers the order of the next one, null where all are done, or the job is somebody else's. */
  async function step({ row, leaseToken }: ClaimedJob, payload: string): Promise<string | null> {
    const { reached, suspended, actor, ...order } = JSON.parse(payload) as OrderedInstances;
    const of = { definitionId: row.definition_id ?? '', after: reached, max: PAGE_INSTANCES };
    const ids = await store.page(of, suspended);
    const last = ids.at(-1);
    if (last === undefined) {
      const isDone = await store.remove(row.id, leaseToken, payload);
      return isDone ? null : store.payload(row.id, leaseToken);
    }
    const kind = suspended ? 'suspend' : 'activate';
    await commandEach(ids, {
      decide: () => ({ kind, at: clock.now(), actor }),
      answer: () => undefined,
      interrupts: true,
    });
    const next = JSON.stringify({ ...order, suspended, actor, reached: last } satisfies OrderedInstances);
    const isOurs = await store.reach(row.id, leaseToken, payload, next);
    return isOurs ? next : store.payload(row.id, leaseToken);
  }

  return async function switchInstances(job: ClaimedJob): Promise<void> {
    for (let payload = job.row.payload; payload !== null; ) payload = await step(job, payload);
  };
}
