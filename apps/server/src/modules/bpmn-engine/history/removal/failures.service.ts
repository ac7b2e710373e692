// Deletes what people tried and never became an instance, when its time is over.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { type CleanupStore, type EndedVersion, removeFailed, takeCleanupTurn } from './cleanup.store.ts';

/** Tells of what a transaction has deleted, in it. */
export type RecordDeleted = (
  tx: Transaction,
  version: EndedVersion,
  deleted: { readonly instances: number; readonly failures?: number },
) => Promise<void>;

export function createCleanFailures({
  database,
  store,
  cutoffOf,
}: Pick<Kernel, 'database'> & {
  readonly store: Pick<CleanupStore, 'failedVersions'>;
  readonly cutoffOf: (version: EndedVersion) => Promise<Date | null>;
}) {
  /** Answers whether there may be more; null while another process cleans up. */
  function cleanSome(version: EndedVersion, cutoff: Date, record: RecordDeleted) {
    return database.transaction(async (tx) => {
      if (!(await takeCleanupTurn(tx))) return null;
      const { removed, more } = await removeFailed(tx, version, cutoff);
      if (removed > 0) await record(tx, version, { instances: 0, failures: removed });
      return more;
    });
  }

  /** Answers false where something may be left: `goesOn` said no, or another process has the turn. */
  return async function cleanFailures(
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
    return true;
  };
}
