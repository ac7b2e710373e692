// Follows the directory: what a person has read moves with the person, and audiences name people as they are called now.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { DirectoryHooks, RenamedPerson } from '../../../kernel/directory/directory-event.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Audience } from '../record/announcement.types.ts';
import { lockHeads, raiseHead } from '../record/head.store.ts';
import type { Signals } from '../record/signals.ts';
import { changeAudience, listNaming, markTenant, renameStates } from './directory.store.ts';

/** Puts the new name where the old one stood; null where it stands nowhere. */
function renamedAudience(audience: Audience, { previousFolded, username }: RenamedPerson): Audience | null {
  const names = [...(audience.users ?? []), ...(audience.excludeUsers ?? [])];
  if (!names.some((name) => foldName(name) === previousFolded)) return null;
  const renamed = (list: readonly string[] | null) =>
    list?.map((name) => (foldName(name) === previousFolded ? username : name)) ?? null;
  return { ...audience, users: renamed(audience.users), excludeUsers: renamed(audience.excludeUsers) };
}

async function rename(tx: Transaction, renamed: RenamedPerson, signals: Signals): Promise<void> {
  const { tenantIdentifier } = renamed;
  await lockHeads(tx, [tenantIdentifier]);
  await renameStates(tx, renamed);
  const head = await raiseHead(tx, tenantIdentifier);
  signals.headRaised(tx, tenantIdentifier, head);
  tx.afterCommit(() => signals.ownChanged(renamed));
  for (const { id, audience } of await listNaming(tx, tenantIdentifier)) {
    const after = renamedAudience(audience, renamed);
    if (after !== null) await changeAudience(tx, id, after, head.changeSeq);
  }
}

export const directoryHooks = (signals: Signals): DirectoryHooks => ({
  'tenant-deactivated': (tx, tenantIdentifier) => markTenant(tx, tenantIdentifier, true),
  'tenant-activated': (tx, tenantIdentifier) => markTenant(tx, tenantIdentifier, false),
  'tenant-deleted': (tx, tenantIdentifier) => markTenant(tx, tenantIdentifier, true),
  'user-renamed': (tx, renamed) => rename(tx, renamed, signals),
});
