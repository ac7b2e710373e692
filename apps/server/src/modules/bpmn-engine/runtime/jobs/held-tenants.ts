// Knows the tenants whose jobs wait, as they are deactivated: a job that was made or taken meanwhile is put by.
import type { Kernel } from '../../../../kernel/module.ts';
import { createHeldTenantStore } from './held-tenant.store.ts';

const CHANNEL = 'keelson_engine_held';

export function createHeldTenants({ database, notify, log }: Pick<Kernel, 'database' | 'notify' | 'log'>) {
  const store = createHeldTenantStore(database);
  let held: ReadonlySet<string> = new Set();

  async function load(): Promise<void> {
    held = await store.list();
  }
  const reload = (): void =>
    void load().catch((error: unknown) => log.warn({ err: error }, 'the held tenants could not be read'));
  notify.listen(CHANNEL, reload);
  notify.onReconnect(reload);

  return {
    load,
    /** Notifies every process that the tenants are others; this one knows them when it resolves. */
    async broadcast(): Promise<void> {
      notify.send(CHANNEL, '');
      await load();
    },
    /** Puts a job by that this process holds, where its tenant is held; answers whether it did. */
    async putBy(
      job: { readonly id: string; readonly number: number; readonly tenant_identifier: string },
      token: string,
    ) {
      // Messages that may have been missed are not relied on.
      if (notify.alive && !held.has(job.tenant_identifier)) return false;
      return store.putBy(job, token);
    },
  };
}

export type HeldTenants = ReturnType<typeof createHeldTenants>;
