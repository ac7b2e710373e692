// Hears what happened to people and tenants, and notes what is to be done about it: the transaction of the event stays short.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { DirectoryHooks } from '../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { type DirectoryChangeKind, type NewDirectoryChange, saveDirectoryChange } from './directory-change.store.ts';

/** Renames a person in the definitions that name him: they are few, and found by an index. */
export type RenameRunAs = (
  tx: Transaction,
  tenantIdentifier: string,
  person: { readonly userUuid: string; readonly username: string },
) => Promise<void>;

export function followDirectory({
  clock,
  wake,
  renameRunAs,
}: Pick<Kernel, 'clock'> & {
  readonly renameRunAs: RenameRunAs;
  /** Announces that there is something to do. */
  readonly wake: () => void;
}): DirectoryHooks {
  const note = async (tx: Transaction, change: NewDirectoryChange): Promise<void> => {
    await saveDirectoryChange(tx, change, new Date(clock.now()));
    tx.afterCommit(wake);
  };
  const ofTenant =
    (kind: DirectoryChangeKind) =>
    (tx: Transaction, tenantIdentifier: string): Promise<void> =>
      note(tx, { kind, tenantIdentifier, username: null, previousUsername: null });
  const release: DirectoryHooks['user-deleted'] = (tx, person) =>
    note(tx, { ...person, kind: 'RELEASE', previousUsername: null });
  const rename: DirectoryHooks['user-renamed'] = async (tx, renamed) => {
    await renameRunAs(tx, renamed.tenantIdentifier, renamed);
    await note(tx, { ...renamed, kind: 'RENAME' });
  };
  return {
    'user-renamed': rename,
    'user-respelt': rename,
    'user-deleted': release,
    'user-deactivated': release,
    'tenant-deactivated': ofTenant('HOLD'),
    'tenant-activated': ofTenant('RESUME'),
    'tenant-deleted': ofTenant('REMOVE'),
  };
}
