// Declares runs, and their files.
import type {
  ReportExecutionSource,
  ReportExecutionStatus,
  ReportExportStatus,
  ReportNotification,
  ReportRunFailure,
} from '@keelson/contract';
import type { ReportOutputFormat } from '../report.types.ts';

/** A run as it stands now. */
export interface Execution {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly reportUuid: string;
  readonly reportVersion: number;
  readonly reportCode: string;
  readonly reportName: string;
  readonly status: ReportExecutionStatus;
  readonly outputFormat: ReportOutputFormat;
  /** Sensitive values are masked. */
  readonly parameterMap: Readonly<Record<string, unknown>>;
  readonly requestedBy: string;
  readonly usernameFolded: string;
  /** Null where no directory knew whoever asked. */
  readonly userUuid: string | null;
  /** Key of the request, or of its session; null where no API key was used. */
  readonly apiKeyUuid: string | null;
  readonly source: ReportExecutionSource;
  readonly locale: string;
  readonly timeZone: string;
  readonly rowLimit: number;
  readonly timeoutSeconds: number;
  readonly retentionHours: number;
  /** Name without an ending. */
  readonly fileName: string;
  readonly place: number;
  readonly queuedDate: Date;
  readonly startedDate: Date | null;
  readonly finishedDate: Date | null;
  readonly expireDate: Date | null;
  readonly rowCount: number | null;
  readonly rowEstimate: number | null;
  readonly progressPercent: number | null;
  readonly isTruncated: boolean;
  readonly warningList: readonly string[];
  readonly errorCode: ReportRunFailure | null;
  readonly errorText: string | null;
  readonly snapshotId: number | null;
  /** Equal for runs that would read the same rows; null where the report does not share rows. */
  readonly cacheKey: Buffer | null;
  /** Seconds for which others may take its rows. */
  readonly cacheSeconds: number;
  /** True where it takes no rows of another run. */
  readonly freshData: boolean;
  readonly cacheHit: boolean;
  /** Time at which its rows were read. */
  readonly snapshotDate: Date | null;
  /** How the requester wants to be notified of its end. */
  readonly notify: ReportNotification;
}

/** A run that is about to be queued. */
export type NewExecution = Pick<
  Execution,
  | 'uuid'
  | 'tenantIdentifier'
  | 'reportUuid'
  | 'reportVersion'
  | 'reportCode'
  | 'reportName'
  | 'outputFormat'
  | 'parameterMap'
  | 'requestedBy'
  | 'usernameFolded'
  | 'userUuid'
  | 'apiKeyUuid'
  | 'source'
  | 'locale'
  | 'timeZone'
  | 'rowLimit'
  | 'timeoutSeconds'
  | 'retentionHours'
  | 'fileName'
  | 'notify'
  | 'cacheKey'
  | 'cacheSeconds'
  | 'freshData'
> & {
  /** The hash of the CSV file that it is to read; null: it reads none. */
  readonly csvContent: Buffer | null;
  /** The query with its values, sealed for the run's identifier. */
  readonly sealedQuery: string;
};

/** A file of a run. */
export interface Export {
  readonly id: number;
  readonly uuid: string;
  readonly executionId: number;
  readonly outputFormat: ReportOutputFormat;
  readonly status: ReportExportStatus;
  /** SHA-256 of the file. */
  readonly content: Buffer | null;
  readonly byteCount: number | null;
  readonly pageCount: number | null;
  readonly isTruncated: boolean;
  readonly warningList: readonly string[];
}

/** A file that was just made. */
export interface MadeFile {
  readonly content: Buffer;
  readonly byteCount: number;
  readonly pageCount: number | null;
  readonly isTruncated: boolean;
  readonly warningList: readonly string[];
}

/** How a run has ended without a file. */
export interface RunEnd {
  readonly status: 'FAILED' | 'CANCELLED' | 'TIMED_OUT';
  readonly errorCode: ReportRunFailure | null;
  readonly errorText: string | null;
}
