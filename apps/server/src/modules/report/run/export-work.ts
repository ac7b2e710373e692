// Makes further files of succeeded runs from their rows, in any process.
import type { ReportOutputFormat } from '@keelson/contract';
import type { Lease, LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { findSnapshot } from '../snapshot/feature.ts';
import { findExecution } from './execution.store.ts';
import type { Execution } from './execution.types.ts';
import type { MakeFile } from './file/make-file.ts';
import type { LiveRuns } from './live-runs.ts';
import { endingOf } from './run-ending.ts';
import { type Claim, EXPORT_LEASE_COLUMNS, failExportFile, handExportBack, settleExportFile } from './work.store.ts';

interface ExportRow {
  readonly id: number;
  readonly execution_id: number;
  readonly output_format: ReportOutputFormat;
  readonly attempts: number;
}

export interface ExportWorkGround extends Pick<Kernel, 'database' | 'clock' | 'leases' | 'log'> {
  readonly makeFile: MakeFile;
  readonly liveRuns: LiveRuns;
  readonly onFileEnd: (run: Execution) => Promise<void>;
}

/** Files at a time; the lane makes two at once, those of runs among them. */
const SLOTS = 2;
const ATTEMPTS_MAX = 2;

export function createExportWork(ground: ExportWorkGround) {
  const { database, clock, leases, log, makeFile, liveRuns, onFileEnd } = ground;

  async function make(row: ExportRow, claim: Claim): Promise<void> {
    const run = await findExecution(database, Number(row.execution_id));
    if (run?.snapshotId == null) return failExportFile(database, claim, 'REPORT_RENDER_FAILED');
    const snapshot = await findSnapshot(database, run.snapshotId);
    if (snapshot === null) return failExportFile(database, claim, 'REPORT_RENDER_FAILED');
    const file = await liveRuns.during(run.id, run.timeoutSeconds * 1_000, ({ signal }) =>
      makeFile(run, row.output_format, snapshot, { signal, onPercent: () => undefined }),
    );
    await settleExportFile(database, claim, file);
  }

  async function workOff(row: ExportRow, { leaseToken }: Lease): Promise<void> {
    const claim = { id: Number(row.id), leaseToken };
    if (row.attempts > ATTEMPTS_MAX) return failExportFile(database, claim, 'REPORT_WORKER_LOST');
    try {
      await make(row, claim);
    } catch (error) {
      const ending = endingOf(error);
      const now = new Date(clock.now());
      if (ending.kind === 'AGAIN') throw ending.error;
      if (ending.kind === 'STOPPING') return handExportBack(database, claim, now, 'UNCOUNTED');
      if (ending.kind === 'DIED') return handExportBack(database, claim, now, 'COUNTED');
      if (ending.kind === 'LOST') return;
      if (ending.bug !== undefined) log.error({ err: ending.bug, export: claim.id }, 'a file of a report failed');
      await failExportFile(database, claim, ending.end.errorCode ?? 'REPORT_RENDER_FAILED');
    }
  }

  const work: LeasedWork<ExportRow> = leases.define<ExportRow>({
    name: 'report_export',
    key: ['id'],
    columns: EXPORT_LEASE_COLUMNS,
    ready: "status = 'QUEUED'",
    priority: '-j.id',
    slots: SLOTS,
    async work(row, lease) {
      await workOff(row, lease);
      const run = await findExecution(database, Number(row.execution_id));
      if (run !== null) await onFileEnd(run);
    },
  });
  return work;
}
