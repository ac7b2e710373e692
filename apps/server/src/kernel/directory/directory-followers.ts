// Makes the tables of every module follow people and tenants: one person's rows at once, what may be many rows by a
// job.
import type { Database, Transaction } from '../database/database.ts';
import type { Job } from '../jobs/job.ts';
import { createRepeatedJob } from '../jobs/repeated-job.ts';
import type { Logger } from '../process/logger.ts';
import { foldName } from '../text/fold.ts';
import type { DirectoryEvent, DirectoryEventHandler, DirectoryHooks } from './directory-event.ts';
import {
  claimOpenRename,
  createOwnedRows,
  findEnded,
  type OwnedRows,
  removeDirectoryChange,
  saveEnded,
  saveRename,
} from './owned-rows.store.ts';
import type { OwnedTable } from './owned-table.ts';

/**
 * Interval of the job. Changes in this process wake it; the interval serves rows that a dead process left, and tenants
 * that have to wait.
 */
const INTERVAL_MS = 60_000;
/** Rows that one statement changes. */
const ROWS_AT_ONCE = 1_000;

interface Follower {
  readonly module: string;
  readonly rows: OwnedRows;
  readonly hooks: readonly DirectoryHooks[];
}

export interface DirectoryFollowers {
  readonly job: Job;
  /** Answers the handler of a module; called once for each, before the start. */
  handlerOf(module: string, tables: readonly OwnedTable[], hooks: readonly DirectoryHooks[]): DirectoryEventHandler;
}

export function createDirectoryFollowers({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Logger;
}): DirectoryFollowers {
  const followers = new Map<string, Follower>();
  const job = createRepeatedJob({ name: 'directory-followers', run, intervalMs: () => INTERVAL_MS }, log);

  /** Deletes the rows of a tenant; another process begins again with the rest where this one dies in the middle. */
  async function empty({ rows, hooks }: Follower, tenantIdentifier: string): Promise<boolean> {
    for (const { emptyFirst } of hooks)
      if (emptyFirst !== undefined && !(await emptyFirst(tenantIdentifier))) return false;
    await rows.empty(database, tenantIdentifier, ROWS_AT_ONCE);
    for (const { emptied } of hooks) await emptied?.(tenantIdentifier);
    return true;
  }

  /** Empties all ended tenants; one that cannot be emptied now does not hold up the others. */
  async function emptyAll(modules: readonly string[]): Promise<void> {
    const failures: unknown[] = [];
    for (let after = 0; ; ) {
      const ended = await findEnded(database, modules, after);
      if (ended === null) break;
      try {
        const isEmpty = await empty(followers.get(ended.module)!, ended.tenantIdentifier);
        if (isEmpty) await removeDirectoryChange(database, ended.id);
      } catch (error) {
        failures.push(error);
      }
      after = ended.id;
    }
    if (failures.length > 0) throw failures[0];
  }

  const renameSome = (modules: readonly string[]): Promise<boolean> =>
    database.transaction(async (tx) => {
      const renamed = await claimOpenRename(tx, modules);
      if (renamed === null) return false;
      const isMore = await followers.get(renamed.module)!.rows.renameLater(tx, renamed, ROWS_AT_ONCE);
      if (!isMore) await removeDirectoryChange(tx, renamed.id);
      return true;
    });

  async function run(): Promise<void> {
    const modules = [...followers.keys()];
    while (await renameSome(modules));
    await emptyAll(modules);
  }

  return {
    job,
    handlerOf(module, tables, hooks) {
      const follower = { module, rows: createOwnedRows(tables), hooks };
      followers.set(module, follower);
      return async (tx, event) => {
        const isLeft = await follow(tx, follower, event);
        if (isLeft) tx.afterCommit(job.wake);
      };
    },
  };
}

/** Answers whether something is left to the job. */
async function follow(tx: Transaction, follower: Follower, event: DirectoryEvent): Promise<boolean> {
  const { kind, tenantIdentifier, userUuid, username, previousUsername } = event;
  if (kind === 'authorities-changed') return false;
  if (kind === 'tenant-activated' || kind === 'tenant-deactivated' || kind === 'tenant-deleted') {
    const { module, rows, hooks } = follower;
    for (const hook of hooks) await hook[kind]?.(tx, tenantIdentifier);
    if (kind !== 'tenant-deleted' || !rows.isEmptied) return false;
    await saveEnded(tx, module, tenantIdentifier);
    return true;
  }
  if (userUuid === null || username === null) return false;
  const person = { tenantIdentifier, userUuid, username, usernameFolded: foldName(username) };
  if (kind === 'user-renamed') {
    return previousUsername === null ? false : followRename(tx, follower, { ...person, previousUsername });
  }
  for (const hook of follower.hooks) await hook[kind]?.(tx, person);
  if (kind === 'user-deleted') await follower.rows.endPerson(tx, tenantIdentifier, person.usernameFolded);
  return false;
}

async function followRename(
  tx: Transaction,
  { module, rows, hooks }: Follower,
  person: Parameters<NonNullable<DirectoryHooks['user-deleted']>>[1] & { readonly previousUsername: string },
): Promise<boolean> {
  const renamed = { ...person, previousFolded: foldName(person.previousUsername) };
  const isRespelt = renamed.previousFolded === renamed.usernameFolded;
  for (const hook of hooks) await hook[isRespelt ? 'user-respelt' : 'user-renamed']?.(tx, renamed);
  if (!isRespelt) await rows.handOver(tx, renamed);
  await rows.rename(tx, renamed);
  if (!rows.isRenamedLater) return false;
  await saveRename(tx, module, renamed);
  return true;
}
