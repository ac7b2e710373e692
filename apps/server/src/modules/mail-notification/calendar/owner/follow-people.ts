// Keeps events with whoever invited to them: another name takes them along at once, so that nobody who gets the old one sees them.
import type { Transaction } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import { renameEventOwner } from './owner.store.ts';

/** Is what the directory tells; names are null where it speaks of a tenant. */
interface PeopleChange {
  readonly kind: string;
  readonly tenantIdentifier: string;
  readonly username: string | null;
  readonly previousUsername: string | null;
}

/** The name of who was deleted is nobody's again, so that his events stay under it. */
export async function followPeople(tx: Transaction, change: PeopleChange): Promise<void> {
  const { kind, tenantIdentifier, username, previousUsername } = change;
  if (kind !== 'user-renamed' || username === null || previousUsername === null) return;
  const [usernameFolded, previousFolded] = [foldName(username), foldName(previousUsername)];
  // Another spelling of the same name is the same person.
  if (usernameFolded === previousFolded) return;
  await renameEventOwner(tx, { tenantIdentifier, previousFolded, username, usernameFolded });
}
