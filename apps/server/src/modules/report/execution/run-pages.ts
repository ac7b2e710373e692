// Reads the rows of runs page by page: complete ones, and those of a query over an adapter that is still running.
import type { SvcRToolReportPageModel } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Execution } from '../run/feature.ts';
import { findGrowing, findSnapshot, type StandingSnapshot } from '../snapshot/feature.ts';
import { readPage } from './page.store.ts';
import { requireSucceeded } from './run-files.ts';

export interface AskedPage {
  readonly pageNumber: number;
  readonly pageSize: number;
}

export function createRunPages({ database }: Pick<Kernel, 'database'>) {
  /** Finds the rows of a run whose query has ended; 410 where they are gone. */
  async function snapshotOf(act: Act, run: Execution): Promise<StandingSnapshot> {
    if (run.status !== 'RENDERING') requireSucceeded(act, run);
    const snapshot = run.snapshotId === null ? null : await findSnapshot(database, run.snapshotId);
    return snapshot ?? fail('REPORT_OUTPUT_EXPIRED');
  }

  /** Finds the rows of a running query that arrive one after the other; their number is not known yet. */
  async function growingOf({ status, snapshotId }: Execution) {
    const growing = status === 'RUNNING' && snapshotId !== null ? await findGrowing(database, snapshotId) : null;
    return growing && { ...growing, rowCount: null };
  }

  return {
    snapshotOf,
    async pageOf(act: Act, run: Execution, { pageNumber, pageSize }: AskedPage): Promise<SvcRToolReportPageModel> {
      const { table, columns, rowCount } = (await growingOf(run)) ?? (await snapshotOf(act, run));
      const from = pageNumber * pageSize;
      const count = Math.max(0, Math.min(pageSize, run.rowLimit - from));
      const rowList = await readPage(database, { table, columns }, { from, count });
      return {
        columnList: columns.map(({ name, type }) => ({ name, type })),
        rowList,
        pageNumber,
        pageSize,
        totalElements: rowCount ?? Math.max(run.rowCount ?? 0, rowList.length === 0 ? 0 : from + rowList.length),
        pageFinal: rowCount !== null || rowList.length === count,
      };
    },
  };
}
