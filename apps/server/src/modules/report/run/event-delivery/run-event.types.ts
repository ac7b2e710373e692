// Declares the events of the report module for other modules.
import type { ReportRunFailure } from '@keelson/contract';
import type { ModuleEvent, ModuleEventHandler } from '../../../../kernel/module-events/module-event.types.ts';
import type { Execution } from '../execution.types.ts';

/** `report.finished`: a run has succeeded. `report.failed`: it failed, took too long or was cancelled. Each run has exactly one. */
export interface RunEnded extends ModuleEvent {
  readonly kind: 'report.finished' | 'report.failed';
  readonly executionUuid: string;
  readonly reportName: string;
  readonly requestedBy: string;
  readonly source: Execution['source'];
  /** How the requester wants to be notified. */
  readonly notify: Execution['notify'];
  readonly status: 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'CANCELLED';
  readonly errorCode: ReportRunFailure | null;
  /** True where there were more rows than the file holds. */
  readonly truncated: boolean;
}

/**
 * Runs in the transaction that hands over the event. An error undoes what it wrote, and the event is repeated: after a
 * second, then after twice as long each time, up to five minutes; other runs and other modules do not wait for that. It
 * may write a few rows of its own, with the event's id as unique key, and must be short: no network, no wait for
 * others, no call that takes another connection.
 */
export type ReportHandler = ModuleEventHandler<RunEnded>;
