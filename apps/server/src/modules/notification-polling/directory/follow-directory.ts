// Follows the directory: what a person has read moves or ends with the person, and audiences name people as they are called now.
import type { Transaction } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { DirectoryEventHandler } from '../../authentication/api.ts';
import type { Audience } from '../record/announcement.types.ts';
import { lockHeads, raiseHead } from '../record/head.store.ts';
import type { Signals } from '../record/signals.ts';
import {
  changeAudience,
  listNaming,
  markTenant,
  markTenantEnded,
  type Renamed,
  removePerson,
  renamePerson,
} from './directory.store.ts';

/** Puts the new name where the old one stood; null where it stands nowhere. */
function renamedAudience(audience: Audience, { previousFolded, username }: Renamed): Audience | null {
  const names = [...(audience.users ?? []), ...(audience.excludeUsers ?? [])];
  if (!names.some((name) => foldName(name) === previousFolded)) return null;
  const renamed = (list: readonly string[] | null) =>
    list?.map((name) => (foldName(name) === previousFolded ? username : name)) ?? null;
  return { ...audience, users: renamed(audience.users), excludeUsers: renamed(audience.excludeUsers) };
}

async function rename(tx: Transaction, renamed: Renamed, signals: Signals): Promise<void> {
  const { tenantIdentifier } = renamed;
  await lockHeads(tx, [tenantIdentifier]);
  await renamePerson(tx, renamed);
  const head = await raiseHead(tx, tenantIdentifier);
  signals.headRaised(tx, tenantIdentifier, head);
  tx.afterCommit(() => signals.ownChanged(renamed));
  for (const { id, audience } of await listNaming(tx, tenantIdentifier)) {
    const after = renamedAudience(audience, renamed);
    if (after !== null) await changeAudience(tx, id, after, head.changeSeq);
  }
}

export const followDirectory =
  (signals: Signals): DirectoryEventHandler =>
  async (tx, event) => {
    const { kind, tenantIdentifier, username, previousUsername } = event;
    if (kind === 'tenant-deactivated' || kind === 'tenant-activated') {
      return markTenant(tx, tenantIdentifier, kind === 'tenant-deactivated');
    }
    if (kind === 'tenant-deleted') return markTenantEnded(tx, tenantIdentifier);
    if (username === null) return;
    const usernameFolded = foldName(username);
    if (kind === 'user-deleted') await removePerson(tx, tenantIdentifier, usernameFolded);
    if (kind !== 'user-renamed' || previousUsername === null) return;
    const previousFolded = foldName(previousUsername);
    // Another spelling of the same name is the same person.
    if (previousFolded !== usernameFolded) {
      await rename(tx, { tenantIdentifier, previousFolded, usernameFolded, username }, signals);
    }
  };
