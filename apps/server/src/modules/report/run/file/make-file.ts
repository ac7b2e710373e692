// Makes one file of a run's rows, by the version of the report that was run.
import type { DataSetDefinition } from '../../../../kernel/data-sets.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { ReportOutputFormat, SnapshotPart, StoredReport } from '../../report.types.ts';
import type { StandingSnapshot } from '../../snapshot/feature.ts';
import type { Execution, MadeFile } from '../execution.types.ts';
import { RunFailure } from '../run-failure.ts';
import type { StoreRoom } from '../upkeep/store-room.ts';
import { presentationOf } from './presentation.ts';
import type { Rendering } from './rendering.ts';

export interface FileControl {
  readonly signal: AbortSignal;
  readonly onPercent: (percent: number) => void;
  /** Part of the rows; left out: all. */
  readonly part?: SnapshotPart;
  /** Bound of the file's bytes, even where there is room for more. */
  readonly bytesMax?: number;
}

export interface MakeFileGround extends Pick<Kernel, 'contents'> {
  readonly rendering: Rendering;
  readonly room: StoreRoom;
  /** Finds the report in a version, without checking rights; null where that is not kept any more. */
  readonly findVersion: (run: Execution) => Promise<StoredReport | null>;
  readonly findDataSet: (code: string) => DataSetDefinition | null;
}

export type MakeFile = ReturnType<typeof createMakeFile>;

export function createMakeFile({ contents, rendering, room, findVersion, findDataSet }: MakeFileGround) {
  return async (
    run: Execution,
    format: ReportOutputFormat,
    { dateCreated, ...snapshot }: StandingSnapshot,
    { signal, onPercent, part, bytesMax = Number.POSITIVE_INFINITY }: FileControl,
  ): Promise<MadeFile> => {
    const report = await findVersion(run);
    if (report === null) throw new RunFailure('REPORT_RENDER_FAILED');
    if (snapshot.isTruncated && report.truncateMode === 'FAIL') throw new RunFailure('REPORT_ROW_LIMIT_EXCEEDED');
    const logo = report.logo === null ? null : await contents.read(report.logo);
    const { dataSetCode } = report.query;
    const columns = dataSetCode == null ? [] : (findDataSet(dataSetCode)?.columnList ?? []);
    const labels = new Map(columns.map(({ name, labelMap }) => [name, labelMap]));
    const presentation = presentationOf(run, report, { snapshot, time: dateCreated, logo, labels });
    const request = { format, snapshot, presentation, ...(part === undefined ? {} : { part }) };
    const { tenantIdentifier } = run;
    const most = Math.min(room.fileBytesMax(), bytesMax);
    return rendering.render({ tenantIdentifier, request, bytesMax: most, signal, onPercent });
  };
}
