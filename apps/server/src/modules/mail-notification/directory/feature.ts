// Wires what becomes of mails when people are renamed, and when tenants are switched off, on again or deleted.
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Priority } from '../record/mail.types.ts';
import {
  endTenant,
  forgetChangesAfter,
  forgetTenant,
  hasMails,
  listEndedTenants,
  pauseTenant,
  removeMailsOf,
  renameSome,
  resumeTenant,
  saveRenaming,
} from './directory.store.ts';

/** It is woken by each change; this is for what a process that died has left over. */
const INTERVAL_MS = 3_600_000;
/** A transaction changes so many rows; there may be a million of them. */
const ROWS_AT_ONCE = 1_000;
/** Most of these changes are only looked at. */
const CHANGES_AT_ONCE = 5_000;
/** Lies before every change. */
const FIRST_PLACE: Cursor = { xid: '0', order: '0' };

/** Is what the directory tells; names are null where it speaks of a tenant. */
export interface DirectoryChange {
  readonly kind: string;
  readonly tenantIdentifier: string;
  readonly username: string | null;
  readonly previousUsername: string | null;
}

export function createDirectoryFeature(
  { database, clock, log }: Pick<Kernel, 'database' | 'clock' | 'log'>,
  wakeAt: (priority: Priority, dueAt: number, tenantIdentifier: string) => void,
) {
  /** A tenant keeps its mark until everything is gone: whoever is interrupted begins anew. */
  async function removeEnded(): Promise<void> {
    const emptied: string[] = [];
    for (const tenant of await listEndedTenants(database)) {
      while ((await removeMailsOf(database, tenant, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
      if (!(await hasMails(database, tenant))) emptied.push(tenant);
    }
    if (emptied.length === 0) return;
    for (let place: Cursor | null = FIRST_PLACE; place !== null; )
      place = await forgetChangesAfter(database, place, CHANGES_AT_ONCE);
    for (const tenant of emptied) await forgetTenant(database, tenant);
  }
  async function run(): Promise<void> {
    while (await database.transaction((tx) => renameSome(tx, ROWS_AT_ONCE)));
    await removeEnded();
  }
  const job = createRepeatedJob({ name: 'mail-directory', run, intervalMs: () => INTERVAL_MS }, log);

  async function rename(tx: Transaction, { tenantIdentifier, username, previousUsername }: DirectoryChange) {
    if (username === null || previousUsername === null) return;
    const [usernameFolded, previousFolded] = [foldName(username), foldName(previousUsername)];
    // Another spelling of the same name is the same person.
    if (usernameFolded === previousFolded) return;
    await saveRenaming(tx, { tenantIdentifier, previousFolded, username, usernameFolded });
    tx.afterCommit(job.wake);
  }
  return {
    job,
    /** Marks alone: what may be many rows is left to the job. */
    async follow(tx: Transaction, change: DirectoryChange): Promise<void> {
      const { kind, tenantIdentifier } = change;
      if (kind === 'user-renamed') await rename(tx, change);
      else if (kind === 'tenant-deactivated') await pauseTenant(tx, tenantIdentifier);
      else if (kind === 'tenant-activated') {
        await resumeTenant(tx, tenantIdentifier);
        tx.afterCommit(() => {
          for (const priority of ['HIGH', 'NORMAL', 'LOW'] as const) wakeAt(priority, clock.now(), tenantIdentifier);
        });
      } else if (kind === 'tenant-deleted') {
        await endTenant(tx, tenantIdentifier, new Date(clock.now()));
        tx.afterCommit(job.wake);
      }
    },
  };
}
