// Follows the directory: what a person kept ends or moves with the person, what a tenant made ends with the tenant.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Turn } from '../../../kernel/records/revisioned.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { DirectoryEventHandler } from '../../authentication/api.ts';
import { saveRows } from '../records/menu-data.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { removePersonsOfTenant, removeUser, renameUser } from './directory.store.ts';

const FOLLOWER = 'system';

type Following = Pick<Kernel, 'clock'> & { readonly snapshot: MenuSnapshot };

/** Marks what a tenant made as deleted, removed or emptied. */
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

async function removeTenant(following: Following, tx: Transaction, tenantIdentifier: string): Promise<void> {
  const actor = { username: FOLLOWER, tenantIdentifier, ipAddress: null, requestId: null };
  await following.snapshot.revisioned.changeIn(tx, actor, async (turn) => {
    await endRecords(following, turn);
    return { answer: null, changed: true };
  });
  await removePersonsOfTenant(tx, tenantIdentifier);
}

export function followDirectory(following: Following): DirectoryEventHandler {
  return async (tx, { kind, tenantIdentifier, username, previousUsername }) => {
    if (kind === 'tenant-deleted') return removeTenant(following, tx, tenantIdentifier);
    if (username === null) return;
    const usernameFolded = foldName(username);
    if (kind === 'user-deleted') await removeUser(tx, { tenantIdentifier, usernameFolded });
    if (kind !== 'user-renamed' || previousUsername === null) return;
    const previous = { tenantIdentifier, usernameFolded: foldName(previousUsername) };
    // Another spelling of the same name is the same person.
    if (previous.usernameFolded !== usernameFolded) await renameUser(tx, previous, { usernameFolded, username });
  };
}
