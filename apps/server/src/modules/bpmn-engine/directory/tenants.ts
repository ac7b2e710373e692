// Lets the engine follow its tenants: jobs of one that is deactivated wait, and nothing is left of one that is deleted.
import type { Kernel } from '../../../kernel/module.ts';
import type { HistoryApi } from '../history/feature.ts';
import { PAGE_INSTANCES } from '../runtime/command-each.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { HeldTenants } from '../runtime/jobs/held-tenants.ts';
import type { EachInstance, LeasedChange } from './each-instance.ts';
import type { TenantStore } from './tenant.store.ts';

export function createTenants({
  clock,
  history,
  runtime,
  held,
  store,
  eachInstance,
  wakeJobs,
}: Pick<Kernel, 'clock'> & {
  readonly history: HistoryApi;
  readonly runtime: InstanceRuntime;
  readonly held: HeldTenants;
  readonly store: TenantStore;
  readonly eachInstance: EachInstance;
  /** Announces that jobs may be due that were not before. */
  readonly wakeJobs: () => void;
}) {
  /** Removes the rows of a tenant batch by batch: no statement is long, and what is done stays done. */
  async function removeRows(tenant: string, before: Date): Promise<void> {
    for (;;) {
      const ids = await store.instances(tenant, before);
      if (ids.length === 0) break;
      await store.removeInstances(ids);
      for (const id of ids) runtime.forget(id);
    }
    for (const removeSome of store.removals) while (await removeSome(tenant, before));
    await store.removeDefinitions(tenant, before);
  }

  return {
    async hold({ row: { tenant_identifier: tenant } }: LeasedChange): Promise<void> {
      await store.hold(tenant);
      await held.broadcast();
      while (await store.holdJobs(tenant));
    },

    async resume({ row: { tenant_identifier: tenant } }: LeasedChange): Promise<void> {
      await store.resume(tenant);
      await held.broadcast();
      while (await store.resumeJobs(tenant));
      wakeJobs();
    },

    /** Ends what runs of a tenant, then removes it: a tenant that is made later under the same identifier keeps what is its own. */
    async remove(change: LeasedChange): Promise<void> {
      const { tenant_identifier: tenant, created_at: before } = change.row;
      await eachInstance(
        change,
        (after) => store.outermost({ tenant, before, after, max: PAGE_INSTANCES }),
        () => ({ kind: 'cancel', at: clock.now(), actor: null, skipListeners: true }),
      );
      if ((await history.catchUp()) !== null) throw new Error('the history is behind; the removal goes on later');
      await removeRows(tenant, before);
      await store.resume(tenant);
      await held.broadcast();
    },
  };
}
