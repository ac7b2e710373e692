// Shows operators the jobs of their tenant, and lets them do, change and remove one.
import type { SvcBpmnUpdateJobModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { parseRowId } from '../interface/part-id.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { answered } from '../runtime/state/fail-command.ts';
import type { JobPlace, ManagedJobStore, ShownJob } from './job.store.ts';

export function createJobService({
  clock,
  processes,
  store,
  engine,
}: Pick<Kernel, 'clock' | 'processes'> & { readonly store: ManagedJobStore; readonly engine: EngineRuntime }) {
  function placeOf({ tenantIdentifier }: Caller, id: string): JobPlace {
    const part = parseRowId(id, 'j');
    if (part === null) return notFound(id);
    return { id: part.instanceId, number: part.number, tenantIdentifier };
  }

  /** Ends the request for a job that is gone or being done. */
  async function refuse(place: JobPlace, id: string): Promise<never> {
    return (await store.find(place)) === null ? notFound(id) : fail('JOB_LOCKED', { parameters: { id } });
  }

  return {
    get: async ({ caller }: Act, id: string): Promise<ShownJob> =>
      (await store.find(placeOf(caller, id))) ?? notFound(id),

    /** Does a job and answers when it is done; a failure is noted as that of any attempt, and answered. */
    async execute({ caller }: Act, id: string): Promise<undefined> {
      const place = placeOf(caller, id);
      const taken = await store.take(place, processes.id);
      if (taken === null) return refuse(place, id);
      engine.runtime.forget(place.id);
      const { lease_token: leaseToken, ...row } = taken;
      // What became of it may be due again: the next firing of a timer, or the next attempt.
      await answered(engine.doJob({ row, leaseToken })).finally(engine.wakeJobs);
      await store.resolve(place, clock.now());
    },

    async update({ caller }: Act, id: string, change: SvcBpmnUpdateJobModel): Promise<undefined> {
      const place = placeOf(caller, id);
      const { due, retries, priority, suspended } = change;
      const dueAt = typeof due === 'string' ? new Date(due) : null;
      const values = { dueAt, retries: retries ?? null, priority: priority ?? null, suspended: suspended ?? null };
      if (!(await store.update(place, values, clock.now()))) return refuse(place, id);
      engine.runtime.forget(place.id);
      engine.wakeJobs();
    },

    async remove({ caller }: Act, id: string): Promise<undefined> {
      const place = placeOf(caller, id);
      if (!(await store.remove(place, clock.now()))) return refuse(place, id);
      engine.runtime.forget(place.id);
    },
  };
}

export type JobService = ReturnType<typeof createJobService>;

function notFound(id: string): never {
  return failNotFound('JOB_NOT_FOUND', { jobId: id });
}
