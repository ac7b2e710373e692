// Gauges whose number stands in the database: read when somebody looks, and not more often than it is worth.
import type { Metrics } from './metrics.ts';

/** Who scrapes more often than this sees the number of the last time: counting a million rows costs a tenth of a second. */
const READ_INTERVAL_MS = 15_000;

/** While it cannot be counted the metric keeps its last value, and has none where it never was counted. */
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
        // Readiness tells that the database is away; the numbers of the process shall be there all the same.
      }
    },
  });
}
