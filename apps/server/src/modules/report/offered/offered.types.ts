// Describes what other modules ask of runs.
import type { SvcRToolReportExecutionRequestModel } from '@keelson/contract';
import type { PreparedRun } from '../execution/feature.ts';

/** Has something run in this name, with what this person holds then. */
export interface RunSender {
  readonly tenantIdentifier: string;
  readonly username: string;
}

/** Names a report by its identifier or its code, and says what is asked of the run in the form of the operation `execute`. */
export interface OfferedRunRequest
  extends Pick<
    SvcRToolReportExecutionRequestModel,
    'outputFormat' | 'parameterMap' | 'locale' | 'timeZone' | 'rowLimit' | 'freshData' | 'fileName' | 'retentionHours'
  > {
  readonly reportUuid?: string;
  readonly reportCode?: string;
  /** Is that of the run, so that the same one is not asked for twice; one is made where it is left out. */
  readonly uuid?: string;
}

/** Is made by `prepare` and handed back as it is. */
export interface PreparedOrder extends PreparedRun {
  readonly by: RunSender;
}
