// Wires what becomes of instances and jobs when people and tenants of the directory change.
import type { Kernel } from '../../../kernel/module.ts';
import type { HistoryApi } from '../history/feature.ts';
import type { InstanceRuntime } from '../runtime/instance-runtime.ts';
import type { HeldTenants } from '../runtime/jobs/held-tenants.ts';
import {
  createDirectoryChangeStore,
  DIRECTORY_CHANGE_COLUMNS,
  DIRECTORY_CHANGE_READY,
  type DirectoryChangeKind,
  type DirectoryChangeRow,
} from './directory-change.store.ts';
import { createEachInstance, type LeasedChange, LeaseLost } from './each-instance.ts';
import { followDirectory, type RenameRunAs } from './follow-directory.ts';
import { createPeople } from './people.ts';
import { createTenantStore } from './tenant.store.ts';
import { createTenants } from './tenants.ts';

/** Changes at work in one process at once, beside one place more; of a tenant there is one. */
const SLOTS = 2;

export function createDirectoryFeature(
  { clock, database, log, leases }: Pick<Kernel, 'clock' | 'database' | 'log' | 'leases'>,
  engine: {
    readonly runtime: InstanceRuntime;
    readonly history: HistoryApi;
    readonly held: HeldTenants;
    readonly wakeJobs: () => void;
    readonly renameRunAs: RenameRunAs;
  },
) {
  const store = createDirectoryChangeStore(database);
  const eachInstance = createEachInstance({ ...engine, log, store });
  const people = createPeople({ ...engine, clock, store, eachInstance });
  const tenants = createTenants({ ...engine, clock, store: createTenantStore(database), eachInstance });
  const byKind: Readonly<Record<DirectoryChangeKind, (change: LeasedChange) => Promise<void>>> = {
    RENAME: people.rename,
    RELEASE: people.release,
    HOLD: tenants.hold,
    RESUME: tenants.resume,
    REMOVE: tenants.remove,
  };
  const work = leases.define<DirectoryChangeRow>({
    name: 'bpm_directory_change',
    key: ['id'],
    columns: DIRECTORY_CHANGE_COLUMNS,
    ready: DIRECTORY_CHANGE_READY,
    priority: '-j.id',
    slots: SLOTS,
    async work(row, { leaseToken }) {
      try {
        await byKind[row.kind]({ row, leaseToken });
        await store.remove(database, row.id, leaseToken);
      } catch (error) {
        if (!(error instanceof LeaseLost)) throw error;
      }
    },
  });
  return {
    jobs: [work.job],
    hooks: followDirectory({ clock, ...engine, wake: () => work.wakeAt(clock.now()) }),
  };
}
