// Measures how long the reads of the snapshot take.
import type { Metrics } from '../../../kernel/process/metrics.ts';

/** The buckets reach from a delta over a socket beside to a full load of 200,000 values. */
const READ_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Takes the length of each read of the snapshot. */
export function createReadTimes(metrics: Metrics): (seconds: number) => void {
  const help = 'Reads of what is new, or of everything.';
  const times = metrics.histogram({ name: 'setting_refresh_seconds', help, buckets: READ_SECONDS });
  return (seconds) => times.observe(seconds);
}
