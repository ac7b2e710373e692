// Makes files of the rows of a run with one value in a column.
import type { Kernel } from '../../../../kernel/module.ts';
import type { ReportOutputFormat, SnapshotPart } from '../../report.types.ts';
import { findSnapshot } from '../../snapshot/feature.ts';
import type { Execution, MadeFile } from '../execution.types.ts';
import type { LiveRuns } from '../live-runs.ts';
import { endingOf } from '../run-ending.ts';
import type { MakeFile } from './make-file.ts';

export interface MakePartGround extends Pick<Kernel, 'database' | 'log'> {
  readonly makeFile: MakeFile;
  readonly liveRuns: LiveRuns;
}

export interface PartOrder {
  readonly format: ReportOutputFormat;
  readonly part: SnapshotPart;
  /** Bound of the file's bytes. */
  readonly bytesMax: number;
}

/** Attempts at a file, one of which may have ended the thread. */
const ATTEMPTS_MAX = 2;

/** A file, or the code of the reason why there is none. */
export type MadePart = MadeFile | { readonly errorCode: string };

export function createMakePart({ database, log, makeFile, liveRuns }: MakePartGround) {
  /** Makes a part; throws temporary failures, to be tried again. */
  return async function makePart(run: Execution, order: PartOrder, attempt = 1): Promise<MadePart> {
    const { format, part, bytesMax } = order;
    const snapshot = run.snapshotId === null ? null : await findSnapshot(database, run.snapshotId);
    if (snapshot === null) return { errorCode: 'REPORT_OUTPUT_EXPIRED' };
    try {
      return await liveRuns.during(run.id, run.timeoutSeconds * 1_000, ({ signal }) =>
        makeFile(run, format, snapshot, { signal, onPercent: () => undefined, part, bytesMax }),
      );
    } catch (error) {
      const ending = endingOf(error);
      if (ending.kind === 'DIED')
        return attempt < ATTEMPTS_MAX ? makePart(run, order, attempt + 1) : { errorCode: 'REPORT_WORKER_LOST' };
      if (ending.kind !== 'ENDED') throw error;
      if (ending.bug !== undefined) log.error({ err: ending.bug, run: run.uuid }, 'a part of a report failed');
      return { errorCode: ending.end.errorCode ?? 'REPORT_CANCELLED' };
    }
  };
}
