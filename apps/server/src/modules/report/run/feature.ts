// Puts the feature together that works runs off: the queue, the queries, the files, and their end.
import type { LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import type { Bound } from '../../../kernel/settings/settings.ts';
import type { reportSettings } from '../report.settings.ts';
import type { StoredReport } from '../report.types.ts';
import { createSnapshotFeature, endSnapshots, type MakeSnapshotGround } from '../snapshot/feature.ts';
import type { Execution } from './execution.types.ts';
import { createExportWork } from './export-work.ts';
import { createMakeFile, type MakeFileGround } from './file/make-file.ts';
import { createRendering } from './file/rendering.ts';
import { createLiveRuns, type LiveRuns } from './live-runs.ts';
import { createRunWork } from './run-work.ts';
import { createStoreRoom } from './upkeep/store-room.ts';
import { createRunUpkeep } from './upkeep/upkeep.ts';

export {
  cancelExecution,
  countOpenRuns,
  findExecution,
  findExecutionOf,
  insertExecution,
  listExportsOf,
  lockQueue,
  pageExecutions,
  queueExport,
  removeExecution,
} from './execution.store.ts';
export type { Execution, Export, NewExecution } from './execution.types.ts';
export { sealOwnerOf } from './run-work.ts';

export interface RunFeatureGround
  extends Pick<
    Kernel,
    | 'clock'
    | 'contents'
    | 'database'
    | 'databaseSettings'
    | 'ids'
    | 'keys'
    | 'lanes'
    | 'leases'
    | 'log'
    | 'sealedColumns'
  > {
  readonly settings: Bound<typeof reportSettings>;
  /** Finds the report of a run as it was then, whoever asks; null where that version is not kept any more. */
  readonly findVersion: (run: Execution) => Promise<StoredReport | null>;
  readonly findDataSet: MakeFileGround['findDataSet'];
  readonly adapters: MakeSnapshotGround['adapters'];
}

const SEAL_PURPOSE = 'report';

export type RunFeature = ReturnType<typeof createRunFeature>;

/** What is at work when the process ends is given up, for another one. */
function stopping(works: readonly LeasedWork<never>[], liveRuns: LiveRuns): Job[] {
  return works.map(({ job }) => ({
    ...job,
    start() {
      liveRuns.start();
      job.start();
    },
    stop() {
      liveRuns.stopAll();
      return job.stop();
    },
  }));
}

export function createRunFeature(ground: RunFeatureGround) {
  const { clock, database, keys, settings } = ground;
  const seal = createSeal(keys, SEAL_PURPOSE);
  const liveRuns = createLiveRuns();
  const snapshots = createSnapshotFeature(ground);
  const rendering = createRendering(ground);
  const room = createStoreRoom({
    ...ground,
    maxMebibytes: () => settings.storeMaxSize.get(null),
    dropOver: snapshots.dropOver,
    endSnapshots: (ids) => endSnapshots(database, ids, new Date(clock.now())),
  });
  const makeFile = createMakeFile({ ...ground, rendering, room });
  const runs = createRunWork({ ...ground, seal, makeSnapshot: snapshots.make, makeFile, liveRuns, room });
  const exports = createExportWork({ ...ground, makeFile, liveRuns });
  const upkeep = createRunUpkeep({ ...ground, wake: () => runs.wakeAt(clock.now()) });
  return {
    seal,
    /** A run is due, or may have become so. */
    wake: () => runs.wakeAt(clock.now()),
    wakeExports: () => exports.wakeAt(clock.now()),
    /** Stops a cancelled run at once where this process has it. */
    cancelHere: liveRuns.cancel,
    jobs: [...stopping([runs, exports], liveRuns), ...snapshots.jobs, upkeep.job],
    endRunsOf: upkeep.endRunsOf,
    directoryHandler: upkeep.handler,
    start: snapshots.dropUnknown,
    stop: rendering.close,
  };
}
