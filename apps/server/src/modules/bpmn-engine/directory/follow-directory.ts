// Hears what happened to people and tenants, and notes what is to be done about it: the transaction of the event stays short.
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

export function followDirectory({
  clock,
  wake,
}: Pick<Kernel, 'clock'> & {
  /** Tells that there is something to do. */
  readonly wake: () => void;
}): DirectoryEventHandler {
  return async (tx, { kind, tenantIdentifier, username, previousUsername }) => {
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
