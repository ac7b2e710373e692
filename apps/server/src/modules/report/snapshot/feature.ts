// Wires snapshots: making them, and dropping expired ones.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { createDropSnapshots } from './drop-snapshots.ts';
import { createMakeSnapshot, type MakeSnapshotGround } from './make-snapshot.ts';

export { cancelOnAbort } from './cancel-backend.ts';
export type { MakeSnapshot, MakeSnapshotGround } from './make-snapshot.ts';
export { BlockOverrun } from './row-blocks.ts';
export {
  endSnapshots,
  endSnapshotsOf,
  findGrowing,
  findSnapshot,
  keptForOthers,
  releaseSnapshots,
  type StandingSnapshot,
} from './snapshot.store.ts';
export type { SnapshotOrder } from './snapshot.types.ts';
export { beginQuery } from './snapshot-table.store.ts';

/** Interval of the job; an expired snapshot only takes disk space. */
const INTERVAL_MS = 30_000;

export function createSnapshotFeature(ground: MakeSnapshotGround & Pick<Kernel, 'log'>) {
  const drops = createDropSnapshots(ground);
  const job = createRepeatedJob(
    { name: 'report-snapshots', run: drops.dropOver, intervalMs: () => INTERVAL_MS },
    ground.log,
  );
  return {
    make: createMakeSnapshot(ground),
    dropOver: drops.dropOver,
    dropUnknown: drops.dropUnknown,
    /** Wakes the job, since some have expired. */
    wake: job.wake,
    jobs: [job],
  };
}
