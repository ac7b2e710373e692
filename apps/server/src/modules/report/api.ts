// Holds what other modules may ask of reports.
import type { Transaction } from '../../kernel/database/database.ts';
import type { OfferedRunRequest, PreparedOrder, RunSender } from './offered/feature.ts';
import type { ReportHandler, RunEnded } from './run/feature.ts';

export type { OfferedRunRequest, PreparedOrder, RunSender } from './offered/feature.ts';
export type { ReportHandler, RunEnded } from './run/feature.ts';

export interface ReportApi {
  /**
   * Checks a run that is to be queued in this person's name, before the transaction that will queue it, and writes nothing. Errors are
   * those of the operation `execute`; 403 ACCESS_DENIED for somebody who may not sign in, or may run no reports.
   */
  prepare(by: RunSender, request: OfferedRunRequest): Promise<PreparedOrder>;
  /**
   * Queues it in a transaction, where it waits for others who queue runs of the same person. Answers false where the `uuid` was given and
   * this run was queued before: it is the same run. 429 REPORT_QUEUE_FULL, where the person has 100 runs that are not over, leaves the
   * transaction usable.
   */
  write(tx: Transaction, prepared: PreparedOrder): Promise<boolean>;
  /** Registers before the first request who is told of runs that have ended. `ReportHandler` says what it may do. */
  registerReportHandler(module: string, kinds: readonly RunEnded['kind'][], handler: ReportHandler): void;
}
