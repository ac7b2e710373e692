// Deletes what is left beside instances when its time is over: what people tried in vain, and deployments that were deleted.
import { DAY_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { type CleanupStore, type EndedVersion, removeFailed, takeCleanupTurn } from './cleanup.store.ts';
import { removeGone } from './gone.store.ts';

/** Time for which a deleted deployment is kept: the projector has seen the ends of its cancelled instances by then. */
const DELETED_KEPT_MS = DAY_MS;

/** Records in a transaction what it has deleted. */
export type RecordDeleted = (
  tx: Transaction,
  version: EndedVersion,
  deleted: { readonly instances: number; readonly failures?: number },
) => Promise<void>;

export function createCleanBeside({
  clock,
  database,
  store,
  cutoffOf,
}: Pick<Kernel, 'clock' | 'database'> & {
  readonly store: Pick<CleanupStore, 'failedVersions'>;
  readonly cutoffOf: (version: EndedVersion) => Promise<Date | null>;
}) {
  /** Cleans up some rows; answers whether there may be more, null while another process cleans up. */
  function cleanSome(version: EndedVersion, cutoff: Date, record: RecordDeleted) {
    return database.transaction(async (tx) => {
      if (!(await takeCleanupTurn(tx))) return null;
      const { removed, more } = await removeFailed(tx, version, cutoff);
      if (removed > 0) await record(tx, version, { instances: 0, failures: removed });
      return more;
    });
  }

  /** Cleans up what belongs to no instance; false where something may be left: `goesOn` said no, or another process has the turn. */
  return async function cleanBeside(
    tenant: string | null,
    record: RecordDeleted,
    goesOn: () => boolean,
  ): Promise<boolean> {
    for (const version of await store.failedVersions(tenant)) {
      const cutoff = await cutoffOf(version);
      for (let more: boolean | null = cutoff !== null; cutoff !== null && more; ) {
        if (!goesOn()) return false;
        more = await cleanSome(version, cutoff, record);
        if (more === null) return false;
      }
    }
    const deletedBefore = new Date(clock.now() - DELETED_KEPT_MS);
    while (await database.transaction((tx) => removeGone(tx, tenant, deletedBefore)));
    return true;
  };
}
