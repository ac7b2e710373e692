// Hears what happened to people and tenants, and notes what is to be done about it: the transaction of the event stays short.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { DirectoryEvent, DirectoryEventHandler } from '../../authentication/api.ts';
import { type DirectoryChangeKind, saveDirectoryChange } from './directory-change.store.ts';

const CHANGES: Readonly<Partial<Record<DirectoryEvent['kind'], DirectoryChangeKind>>> = {
  'user-renamed': 'RENAME',
  'user-deleted': 'RELEASE',
  'user-deactivated': 'RELEASE',
  'tenant-deactivated': 'HOLD',
  'tenant-activated': 'RESUME',
  'tenant-deleted': 'REMOVE',
};

/** Lets the definitions that name this person show the new name: they are few, and found by an index. */
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
  /** Tells that there is something to do. */
  readonly wake: () => void;
}): DirectoryEventHandler {
  return async (tx, { kind, tenantIdentifier, userUuid, username, previousUsername }) => {
    if (kind === 'user-renamed' && userUuid !== null && username !== null) {
      await renameRunAs(tx, tenantIdentifier, { userUuid, username });
    }
    const change = CHANGES[kind];
    if (change === undefined) return;
    await saveDirectoryChange(
      tx,
      { kind: change, tenantIdentifier, username, previousUsername },
      new Date(clock.now()),
    );
    tx.afterCommit(wake);
  };
}
