// Ends the menu of a deleted tenant, and continues the versions of persons.
import type { DirectoryHooks } from '../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Turn } from '../../../kernel/records/revisioned.ts';
import { saveRows } from '../records/menu-data.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { raiseVersions, takeOverVersions } from './directory.store.ts';

const FOLLOWER = 'system';

type Following = Pick<Kernel, 'clock'> & { readonly snapshot: MenuSnapshot };

/** Marks the records of a tenant as deleted, removed or emptied. */
async function endRecords({ clock, snapshot }: Following, { tx, revision, actor }: Turn): Promise<void> {
  const data = await snapshot.readCurrent(tx);
  const dateUpdated = new Date(clock.now()).toISOString();
  const ofTenant = <R extends { readonly tenantIdentifier: string | null }>(records: Iterable<R>): R[] =>
    [...records].filter(({ tenantIdentifier }) => tenantIdentifier === actor.tenantIdentifier);
  const ended = <R extends { readonly version: number }>(record: R) => ({
    ...record,
    version: record.version + 1,
    updatedBy: actor.username,
    dateUpdated,
  });
  const deleted = { deleted: true, deletedDate: dateUpdated };
  await saveRows(
    tx,
    {
      apps: ofTenant(data.apps.values()).map((app) => ({ ...ended(app), ...deleted })),
      items: ofTenant(data.items.values()).map((item) => ({ ...ended(item), ...deleted })),
      authorities: ofTenant(data.authorities.values()).map((one) => ({ ...ended(one), removed: true })),
      overlays: ofTenant(data.overlays.values()).map((one) => ({ ...ended(one), fields: {} })),
    },
    revision,
  );
}

export function directoryHooks(following: Following): DirectoryHooks {
  return {
    'tenant-deleted': (tx, tenantIdentifier) => {
      const actor = { username: FOLLOWER, tenantIdentifier, ipAddress: null, requestId: null };
      return following.snapshot.revisioned.changeIn(tx, actor, async (turn) => {
        await endRecords(following, turn);
        return { answer: null, changed: true };
      });
    },
    'user-deleted': raiseVersions,
    'user-renamed': takeOverVersions,
  };
}
