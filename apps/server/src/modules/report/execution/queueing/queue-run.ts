// Puts a prepared run into the queue of its person, and records the event.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { DefinedEvent } from '../../../../kernel/records/event-definition.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { reportEvents } from '../../report.events.ts';
import { countOpenRuns, insertExecution, lockQueue } from '../../run/feature.ts';
import type { PreparedRun } from './prepare-run.ts';

export interface QueueRun {
  readonly now: Date;
  /** Bound of the person's open runs; 429 REPORT_QUEUE_FULL beyond it. */
  readonly openMax: number;
  readonly record: (tx: Transaction, event: DefinedEvent, subject: string, detail: object) => Promise<void>;
}

export async function queueRun(
  tx: Transaction,
  { run, event }: PreparedRun,
  { now, openMax, record }: QueueRun,
): Promise<void> {
  await lockQueue(tx, run);
  const open = await countOpenRuns(tx, run);
  if (open >= openMax) fail('REPORT_QUEUE_FULL', { parameters: { limit: openMax } });
  await insertExecution(tx, run, open + 1, now);
  const detail = { execution: run.uuid, outputFormat: run.outputFormat, parameterMap: run.parameterMap };
  await record(tx, reportEvents.executed, run.reportCode, detail);
  if (event !== null) await record(tx, event, run.reportCode, detail);
}
