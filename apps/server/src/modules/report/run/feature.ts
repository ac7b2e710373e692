// Wires the execution of runs: the queue, the queries, the files, and their end.
import type { LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { createSeal } from '../../../kernel/secrets/seal.ts';
import { createSealedColumn } from '../../../kernel/secrets/sealed-columns.ts';
import type { Bound } from '../../../kernel/settings/settings.ts';
import type { reportSettings } from '../report.settings.ts';
import type { StoredReport } from '../report.types.ts';
import { createSnapshotFeature, endSnapshots, type MakeSnapshotGround } from '../snapshot/feature.ts';
import { withdrawRowsOfReport } from './cache/cache.store.ts';
import { createSharedRows } from './cache/shared-rows.ts';
import { createEndDelivery } from './event-delivery/deliver-ends.ts';
import type { Execution, RunEnd } from './execution.types.ts';
import { createExportWork } from './export-work.ts';
import { createMakeFile, type MakeFileGround } from './file/make-file.ts';
import { createMakePart } from './file/make-part.ts';
import { createRendering } from './file/rendering.ts';
import { createLiveRuns, type LiveRuns } from './live-runs.ts';
import { createRunWork, sealOwnerOf } from './run-work.ts';
import { createRunMetrics } from './upkeep/run-metrics.ts';
import { createStoreRoom } from './upkeep/store-room.ts';
import { createRunUpkeep } from './upkeep/upkeep.ts';
import { sealedQueries } from './work.store.ts';

export { isWaitedFor } from './cache/cache.store.ts';
export type { ReportHandler, RunEnded } from './event-delivery/run-event.types.ts';
export {
  cancelExecution,
  countOpenRuns,
  findExecution,
  findExecutionOf,
  insertExecution,
  listExportsOf,
  listWatchedRuns,
  lockQueue,
  pageExecutions,
  queueExport,
  type RunOwner,
  removeExecution,
} from './execution.store.ts';
export type { Execution, Export, NewExecution } from './execution.types.ts';
export { countEmpty, indexParts, listPartValues, VALUE_LENGTH_MAX } from './file/part.store.ts';
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
    | 'metrics'
    | 'readiness'
    | 'sealedColumns'
  > {
  readonly settings: Bound<typeof reportSettings>;
  /** Finds the report in the version of the run, without checking rights; null where that is not kept any more. */
  readonly findVersion: (run: Execution) => Promise<StoredReport | null>;
  readonly findDataSet: MakeFileGround['findDataSet'];
  readonly adapters: MakeSnapshotGround['adapters'];
  readonly csvFiles: MakeSnapshotGround['csvFiles'];
  readonly isStillAllowed: (run: Execution) => Promise<boolean>;
  /** Called when a further file of a run was made, or failed. */
  readonly onFileEnd: (run: Execution) => Promise<void>;
}

const SEAL_PURPOSE = 'report';

export type RunFeature = ReturnType<typeof createRunFeature>;

/** Makes a job that releases the work under way when the process ends, for another process. */
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
  const { clock, database, keys, sealedColumns, settings } = ground;
  const seal = createSeal(keys, SEAL_PURPOSE);
  sealedColumns.register(
    createSealedColumn({ ...sealedQueries, database, keys, purpose: SEAL_PURPOSE, ownerOf: sealOwnerOf }),
  );
  const liveRuns = createLiveRuns();
  const metered = createRunMetrics(ground, liveRuns.count);
  const ends = createEndDelivery(ground);
  const snapshots = createSnapshotFeature(ground);
  const rendering = createRendering(ground);
  const room = createStoreRoom({
    ...ground,
    maxMebibytes: () => settings.storeMaxSize.get(null),
    dropOver: snapshots.dropOver,
    endSnapshots: (ids) => endSnapshots(database, ids, new Date(clock.now())),
  });
  const makeFile = metered.meterFiles(createMakeFile({ ...ground, rendering, room }));
  const makeSnapshot = metered.meterSnapshots(snapshots.make);
  const onEnd = (end: Pick<RunEnd, 'errorCode'> | null): void => {
    if (end?.errorCode) metered.failed(end.errorCode);
    ends.wake();
  };
  const onWoken = (): void => runs.wakeAt(clock.now());
  const sharedRows = createSharedRows({ database, clock, onAsked: metered.cached, onWoken });
  const runs = createRunWork({
    ...ground,
    sharedRows,
    seal,
    makeSnapshot,
    makeFile,
    liveRuns,
    room,
    onEnd,
    onSnapshotsOver: snapshots.wake,
  });
  const exports = createExportWork({ ...ground, makeFile, liveRuns });
  const makePart = createMakePart({ ...ground, makeFile, liveRuns });
  /** Wakes the work: a run is due or may be, or one may have ended. */
  const wake = (): void => {
    runs.wakeAt(clock.now());
    ends.wake();
  };
  const upkeep = createRunUpkeep({ ...ground, wake });
  return {
    seal,
    wake,
    /** Makes a file of some rows of a run. */
    makePart,
    wakeExports: () => exports.wakeAt(clock.now()),
    /** Stops a cancelled run at once where this process has it. */
    cancelHere: liveRuns.cancel,
    jobs: [...stopping([runs, exports], liveRuns), ...snapshots.jobs, upkeep.job, ...ends.jobs],
    registerHandler: ends.register,
    endRunsOf: upkeep.endRunsOf,
    /** Withdraws the shared rows of a changed report. */
    withdrawRows: withdrawRowsOfReport,
    directoryHooks: upkeep.directoryHooks,
    start: snapshots.dropUnknown,
    stop: rendering.close,
  };
}
