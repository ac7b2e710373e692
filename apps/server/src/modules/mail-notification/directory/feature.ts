// Wires the handling of mails when tenants are deactivated, activated or deleted.
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { DirectoryHooks } from '../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Priority } from '../record/mail.types.ts';
import {
  endTenant,
  forgetChangesAfter,
  hasMails,
  pauseTenant,
  removeMailsOf,
  resumeTenant,
} from './directory.store.ts';

/** Mails that one statement removes. */
const MAILS_AT_ONCE = 1_000;
/** Changes that one statement reads; most are only looked at. */
const CHANGES_AT_ONCE = 5_000;
/** Lies before every change. */
const FIRST_PLACE: Cursor = { xid: '0', order: '0' };

export function createDirectoryHooks(
  { database, clock }: Pick<Kernel, 'database' | 'clock'>,
  wakeAt: (priority: Priority, dueAt: number, tenantIdentifier: string) => void,
): DirectoryHooks {
  return {
    'tenant-deactivated': pauseTenant,
    async 'tenant-activated'(tx, tenant) {
      await resumeTenant(tx, tenant);
      tx.afterCommit(() => {
        for (const priority of ['HIGH', 'NORMAL', 'LOW'] as const) wakeAt(priority, clock.now(), tenant);
      });
    },
    'tenant-deleted': (tx, tenant) => endTenant(tx, tenant, new Date(clock.now())),
    /** Mails under way wait for their result, and everything else of the tenant with them. */
    async emptyFirst(tenant) {
      while ((await removeMailsOf(database, tenant, MAILS_AT_ONCE)) === MAILS_AT_ONCE);
      for (let place: Cursor | null = FIRST_PLACE; place !== null; )
        place = await forgetChangesAfter(database, place, CHANGES_AT_ONCE);
      return !(await hasMails(database, tenant));
    },
  };
}
