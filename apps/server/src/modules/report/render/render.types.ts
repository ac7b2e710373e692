// Declares the input and result of a renderer.
import type {
  SvcRToolReportChartModel,
  SvcRToolReportColumnModel,
  SvcRToolReportLayoutModel,
  SvcRToolReportRowGroupModel,
} from '@keelson/contract';
import type pg from 'pg';
import type { ReportOutputFormat, Snapshot, SnapshotPart } from '../report.types.ts';

export type ReportColumn = SvcRToolReportColumnModel;
export type ReportAggregate = ReportColumn['aggregate'];
export type RowGroup = SvcRToolReportRowGroupModel;
export type Chart = SvcRToolReportChartModel;
export type Layout = SvcRToolReportLayoutModel;

/** Layout of a report, with everything that the run has decided; it can be cloned into a thread. */
export interface Presentation {
  readonly reportName: string;
  readonly reportCode: string;
  /** Holds the columns in the order of display; of two with one name the first is the result's first of that name. */
  readonly columnList: readonly ReportColumn[];
  readonly rowGroupList: readonly RowGroup[];
  readonly chartList: readonly Chart[];
  readonly layout: Layout;
  readonly csv: {
    readonly delimiter: string;
    readonly bom: boolean;
    readonly formulaEscape: boolean;
    readonly numberStyle: 'PLAIN' | 'LOCALE';
  };
  /** Sensitive values are masked already. */
  readonly parameterMap: Readonly<Record<string, unknown>>;
  readonly locale: string;
  readonly timeZone: string;
  /** Time of the snapshot, in milliseconds since 1970: the same snapshot gives the same bytes. */
  readonly time: number;
  readonly logo: Uint8Array | null;
  /** Handling of a snapshot with more rows than the format may have. */
  readonly truncateMode: 'TRUNCATE' | 'FAIL';
}

export interface RenderRequest {
  readonly format: ReportOutputFormat;
  readonly snapshot: Snapshot;
  /** Part of the rows; left out: all rows. */
  readonly part?: SnapshotPart;
  readonly presentation: Presentation;
}

export interface RenderResult {
  readonly pageCount: number | null;
  readonly warningList: readonly string[];
  /** True where the file lacks rows of the snapshot, as its format may have fewer. */
  readonly isTruncated: boolean;
}

export interface RenderControl {
  readonly signal: AbortSignal;
  onProgress(done: number, of: number): void;
}

/**
 * Takes the bytes of the file in order, at most 1 MiB at a time, and copies those it keeps: the next ones come in the
 * same memory when the promise resolves.
 */
export type RenderSink = (bytes: Uint8Array) => Promise<void>;

/**
 * Writes a whole file. Throws the signal's reason when it fires; the connection cannot be used any more then, as after
 * any other failure. A `RenderFailure` has a code of its own; any other error is a bug or the database's.
 */
export type RenderReport = (
  client: pg.ClientBase,
  request: RenderRequest,
  sink: RenderSink,
  control: RenderControl,
) => Promise<RenderResult>;
