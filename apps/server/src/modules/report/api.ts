// Holds what other modules may ask of reports.
import type { ReportHandler, RunEnded } from './run/feature.ts';

export type { ReportHandler, RunEnded } from './run/feature.ts';

export interface ReportApi {
  /** Registers before the first request who is told of runs that have ended. `ReportHandler` says what it may do. */
  registerReportHandler(module: string, kinds: readonly RunEnded['kind'][], handler: ReportHandler): void;
}
