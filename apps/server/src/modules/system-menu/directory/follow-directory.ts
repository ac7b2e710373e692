// Follows the directory: what a person kept ends or moves with the person, what a tenant made ends with the tenant.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { DirectoryEventHandler } from '../../authentication/api.ts';
import { publishRevision, saveRows, takeRevision } from '../records/menu-data.store.ts';
import type { MenuSnapshot } from '../view/menu-snapshot.ts';
import { removePersonsOfTenant, removeUser, renameUser } from './directory.store.ts';

const FOLLOWER = 'system';

async function removeTenant(
  tx: Transaction,
  { clock, snapshot }: { readonly clock: Clock; readonly snapshot: MenuSnapshot },
  tenant: string,
): Promise<void> {
  const revision = await takeRevision(tx);
  const data = await snapshot.readCurrent(tx);
  const dateUpdated = new Date(clock.now()).toISOString();
  const ofTenant = <R extends { readonly tenantIdentifier: string | null }>(records: Iterable<R>): R[] =>
    [...records].filter(({ tenantIdentifier }) => tenantIdentifier === tenant);
  const ended = <R extends { readonly version: number }>(record: R) => ({
    ...record,
    version: record.version + 1,
    updatedBy: FOLLOWER,
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
  await publishRevision(tx, revision);
  await removePersonsOfTenant(tx, tenant);
}

export function createDirectoryFollower(deps: {
  readonly clock: Clock;
  readonly snapshot: MenuSnapshot;
}): DirectoryEventHandler {
  return async (tx, { kind, tenantIdentifier, username, previousUsername }) => {
    if (kind === 'tenant-deleted') return removeTenant(tx, deps, tenantIdentifier);
    if (username === null) return;
    const usernameFolded = foldName(username);
    if (kind === 'user-deleted') await removeUser(tx, { tenantIdentifier, usernameFolded });
    if (kind !== 'user-renamed' || previousUsername === null) return;
    const previous = { tenantIdentifier, usernameFolded: foldName(previousUsername) };
    // Another spelling of the same name is the same person.
    if (previous.usernameFolded !== usernameFolded) await renameUser(tx, previous, { usernameFolded, username });
  };
}
