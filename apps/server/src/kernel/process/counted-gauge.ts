// Gauges whose number is counted in the database when the metrics are read, within bounds of frequency.
import type { Metrics } from './metrics.ts';

/** Interval within which a further reader gets the last number: counting a million rows costs a tenth of a second. */
const READ_INTERVAL_MS = 15_000;

/** Creates the gauge; where counting fails it keeps its last value, or has none where it never was counted. */
export function createCountedGauge(
  { metrics, nowMs = () => performance.now() }: { readonly metrics: Metrics; readonly nowMs?: () => number },
  definition: { readonly name: string; readonly help: string },
  count: () => Promise<number>,
): void {
  let countedAtMs = Number.NEGATIVE_INFINITY;
  metrics.gauge({
    ...definition,
    async collect(self) {
      if (nowMs() - countedAtMs < READ_INTERVAL_MS) return;
      countedAtMs = nowMs();
      try {
        self.set(await count());
      } catch {
        // Readiness reports that the database is away; the other metrics of the process are to be there all the same.
      }
    },
  });
}
