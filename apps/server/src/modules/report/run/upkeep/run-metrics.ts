// Counts runs of reports in this process, and those that wait in all.
import type { ReportOutputFormat } from '@keelson/contract';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../../kernel/module.ts';
import { createCountedGauge } from '../../../../kernel/process/counted-gauge.ts';
import type { MakeSnapshot } from '../../snapshot/feature.ts';
import { countQueued } from '../execution.store.ts';
import { usedBytes } from './store-room.store.ts';

const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200] as const;

export function createRunMetrics(
  { database, metrics }: Pick<Kernel, 'database' | 'metrics'>,
  /** Counts the runs and files under way in this process. */
  countLive: () => number,
) {
  const help = 'Runs of reports that wait for their turn.';
  createCountedGauge({ metrics }, { name: 'report_queue', help }, () => countQueued(database));
  const store = { name: 'report_store_bytes', help: 'Bytes of rows and files of reports that are kept.' };
  createCountedGauge({ metrics }, store, () => usedBytes(database));
  metrics.gauge({
    name: 'report_running',
    help: 'Runs and further files of reports that this process is at.',
    collect: (self) => self.set(countLive()),
  });
  const seconds = metrics.histogram({
    name: 'report_seconds',
    help: 'Time that runs of reports took: phase query until its rows stand, phase render until the file of a format is made.',
    labelNames: ['phase', 'format'],
    buckets: BUCKETS,
  });
  const rows = metrics.counter({ name: 'report_rows_total', help: 'Rows that queries of reports have read.' });
  const bytes = metrics.counter({ name: 'report_bytes_total', help: 'Bytes of files that were made of reports.' });
  const failures = metrics.counter({
    name: 'report_failures_total',
    help: 'Runs of reports that have failed or took too long, by their code.',
    labelNames: ['code'],
  });

  const cached = metrics.counter({
    name: 'report_cache_total',
    help: 'Runs of reports with a cache: hit true had the rows of another run, hit false ran the query.',
    labelNames: ['hit'],
  });

  async function timed<T>(labels: Record<string, string>, work: () => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    const made = await work();
    seconds.observe(labels, (performance.now() - beganMs) / SECOND_MS);
    return made;
  }

  return {
    /** A query has no format, since any number of files is made of its rows. */
    meterSnapshots:
      (make: MakeSnapshot): MakeSnapshot =>
      async (...order) => {
        const made = await timed({ phase: 'query', format: '' }, () => make(...order));
        rows.inc(made.snapshot.rowCount);
        return made;
      },
    meterFiles:
      <R, M extends readonly unknown[], F extends { readonly byteCount: number }>(
        make: (run: R, format: ReportOutputFormat, ...more: M) => Promise<F>,
      ) =>
      async (run: R, format: ReportOutputFormat, ...more: M): Promise<F> => {
        const made = await timed({ phase: 'render', format }, () => make(run, format, ...more));
        bytes.inc(made.byteCount);
        return made;
      },
    cached: (isHit: boolean): void => cached.inc({ hit: String(isHit) }),
    failed: (code: string): void => failures.inc({ code }),
  };
}
