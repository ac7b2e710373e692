// Declares what other modules may call of the report module.
import type { Transaction } from '../../kernel/database/database.ts';
import type { OfferedRunRequest, PreparedOrder, RunSender } from './offered/feature.ts';
import type { ReportHandler, RunEnded } from './run/feature.ts';

export type { OfferedRunRequest, PreparedOrder, RunSender } from './offered/feature.ts';
export type { ReportHandler, RunEnded } from './run/feature.ts';

export interface ReportApi {
  /**
   * Checks a run that is to be queued in this person's name, before the transaction that queues it, and writes nothing.
   * Errors are those of the operation `execute`; 403 ACCESS_DENIED for a person who may not sign in, or may run no
   * reports.
   */
  prepare(by: RunSender, request: OfferedRunRequest): Promise<PreparedOrder>;
  /**
   * Queues the run in a transaction, which waits for others that queue runs of the same person. False where the `uuid`
   * was given and this run was queued before. 429 REPORT_QUEUE_FULL, for a person with 100 open runs, leaves the
   * transaction usable.
   */
  write(tx: Transaction, prepared: PreparedOrder): Promise<boolean>;
  /** Registers, before the first request, a handler of ended runs. `ReportHandler` says what it may do. */
  registerReportHandler(module: string, kinds: readonly RunEnded['kind'][], handler: ReportHandler): void;
}
