// Follows the directory: what a person wants moves or ends with the person, and with the tenant everything.
import type { Transaction } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { markEnded } from './record/ended-tenant.store.ts';
import { removePreferences, renamePreferences } from './record/preference.store.ts';

/** Hears what happened to people and tenants, in the transaction in which it is told. */
export type PeopleFollower = (
  tx: Transaction,
  event: {
    readonly kind: string;
    readonly tenantIdentifier: string;
    readonly username: string | null;
    readonly previousUsername: string | null;
  },
) => Promise<void>;

export const followPeople: PeopleFollower = async (tx, { kind, tenantIdentifier, username, previousUsername }) => {
  if (kind === 'tenant-deleted') return markEnded(tx, tenantIdentifier);
  if (username === null) return;
  const usernameFolded = foldName(username);
  if (kind === 'user-deleted') await removePreferences(tx, { tenantIdentifier, usernameFolded });
  if (kind !== 'user-renamed' || previousUsername === null) return;
  const previousFolded = foldName(previousUsername);
  // Another spelling of the same name is the same person.
  if (previousFolded === usernameFolded) return;
  await renamePreferences(tx, { tenantIdentifier, usernameFolded: previousFolded }, usernameFolded);
};
