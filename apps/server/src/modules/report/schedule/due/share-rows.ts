// Handles the end of a burst's report: shares to deliver, or its own end.
import type { Database } from '../../../../kernel/database/database.ts';
import type { Execution } from '../../run/feature.ts';
import type { DivideRows, Division } from '../burst/divide-rows.ts';
import type { ScheduleBurst } from '../record/schedule.types.ts';
import { type ScheduleRun, type ScheduleRunEnd, saveUnservedRows } from '../record/schedule-run.store.ts';

export interface ShareGround {
  readonly database: Database;
  readonly divideRows: DivideRows;
}

export type Shared =
  | { readonly kind: 'SHARED'; readonly division: Extract<Division, { readonly kind: 'DIVIDED' }> }
  | { readonly kind: 'END'; readonly end: ScheduleRunEnd };

export function createShareRows({ database, divideRows }: ShareGround) {
  /** Divides the rows and stores those without a recipient; without any recipient there is nothing to deliver. */
  return async ({ id }: ScheduleRun, burst: ScheduleBurst, execution: Execution): Promise<Shared> => {
    const { rowCount } = execution;
    const failed = (errorCode: string): Shared => ({ kind: 'END', end: { status: 'FAILED', errorCode, rowCount } });
    const division = await divideRows(burst, execution);
    if (division.kind === 'FAILED') return failed(division.errorCode);
    const { shares, unserved, unservedRowCount } = division;
    await saveUnservedRows(database, id, unserved, unservedRowCount);
    if (shares.length > 0) return { kind: 'SHARED', division };
    if (unservedRowCount > 0) return failed('REPORT_RECIPIENT_INVALID');
    return { kind: 'END', end: { status: 'SUCCEEDED', errorCode: null, rowCount } };
  };
}
