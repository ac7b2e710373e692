// Counts metrics of background work: how far each piece is behind, and by how many sessions the ledger was wrong.
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../kernel/module.ts';

export type Lag = ReturnType<typeof createLag>;

/** Work that another process holds counts as done here; that process has a metric of its own. */
export function createLag({ metrics, clock }: Pick<Kernel, 'metrics' | 'clock'>) {
  const doneMs = new Map<string, number>();
  metrics.gauge({
    name: 'session_job_lag_seconds',
    help: 'Time since background work of sessions was last done entirely.',
    labelNames: ['job'],
    collect(gauge) {
      const nowMs = clock.now();
      for (const [job, since] of doneMs) gauge.set({ job }, Math.max(0, nowMs - since) / SECOND_MS);
    },
  });
  const drift = metrics.gauge({
    name: 'session_count_drift',
    help: 'Sessions by which the ledger of open sessions was wrong at the last recount; anything but 0 is a bug.',
  });
  drift.set(0);

  return {
    /** Runs the work and sets its lag: the time since the last run began that found nothing left to do. */
    observe<T>(job: string, run: () => Promise<T>, isDone: (result: T) => boolean = () => true): () => Promise<T> {
      doneMs.set(job, clock.now());
      return async () => {
        const beganMs = clock.now();
        const result = await run();
        if (isDone(result)) doneMs.set(job, beganMs);
        return result;
      };
    },
    /** Notes by how many sessions the last recount of this process found the ledger wrong. */
    drifted: (sessions: number): void => drift.set(sessions),
  };
}
