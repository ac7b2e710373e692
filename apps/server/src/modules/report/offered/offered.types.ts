// Declares the requests of other modules for runs.
import type { SvcRToolReportExecutionRequestModel } from '@keelson/contract';
import type { PreparedRun } from '../execution/feature.ts';

/** Person in whose name and with whose authorities a report runs. */
export interface RunSender {
  readonly tenantIdentifier: string;
  readonly username: string;
}

/** Names a report by its identifier or its code, with the body of the operation `execute`. */
export interface OfferedRunRequest
  extends Pick<
    SvcRToolReportExecutionRequestModel,
    'outputFormat' | 'parameterMap' | 'locale' | 'timeZone' | 'rowLimit' | 'freshData' | 'fileName' | 'retentionHours'
  > {
  readonly reportUuid?: string;
  readonly reportCode?: string;
  /** Uuid of the run, so that the same one is not queued twice; one is made where it is left out. */
  readonly uuid?: string;
}

/** Made by `prepare` and passed on unchanged. */
export interface PreparedOrder extends PreparedRun {
  readonly by: RunSender;
}
