// Holds the words of runs: what is known of one, and of the files that are made of it.
import type {
  ReportExecutionSource,
  ReportExecutionStatus,
  ReportExportStatus,
  ReportNotification,
  ReportRunFailure,
} from '@keelson/contract';
import type { ReportOutputFormat } from '../report.types.ts';

/** Is a run as it stands now. */
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
  /** Is null where no directory knew whoever asked. */
  readonly userUuid: string | null;
  /** Is there where an API key asked, or a session of one. */
  readonly apiKeyUuid: string | null;
  readonly source: ReportExecutionSource;
  readonly locale: string;
  readonly timeZone: string;
  readonly rowLimit: number;
  readonly timeoutSeconds: number;
  readonly retentionHours: number;
  /** Has no ending. */
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
  /** Is the same for runs that would read the same rows; null where the report shares none. */
  readonly cacheKey: Buffer | null;
  /** Is how long others may have its rows. */
  readonly cacheSeconds: number;
  /** It takes no rows that another run has read. */
  readonly freshData: boolean;
  readonly cacheHit: boolean;
  /** Is when its rows were read. */
  readonly snapshotDate: Date | null;
  /** How whoever asked for it is told of its end. */
  readonly notify: ReportNotification;
}

/** Is a run that is about to be queued. */
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
  /** Is the hash of the CSV file that it is to read; null: it reads none. */
  readonly csvContent: Buffer | null;
  /** Is the text of the query with its values, sealed for the run's identifier. */
  readonly sealedQuery: string;
};

/** Is a file of a run. */
export interface Export {
  readonly id: number;
  readonly uuid: string;
  readonly executionId: number;
  readonly outputFormat: ReportOutputFormat;
  readonly status: ReportExportStatus;
  /** Is its SHA-256. */
  readonly content: Buffer | null;
  readonly byteCount: number | null;
  readonly pageCount: number | null;
  readonly isTruncated: boolean;
  readonly warningList: readonly string[];
}

/** Is a file that was just made. */
export interface MadeFile {
  readonly content: Buffer;
  readonly byteCount: number;
  readonly pageCount: number | null;
  readonly isTruncated: boolean;
  readonly warningList: readonly string[];
}

/** Says how a run has ended, other than by its file. */
export interface RunEnd {
  readonly status: 'FAILED' | 'CANCELLED' | 'TIMED_OUT';
  readonly errorCode: ReportRunFailure | null;
  readonly errorText: string | null;
}
