// Measures calls of one process that wait for nothing.
import process from 'node:process';
import { median } from '../bars/statistics.ts';

export interface Taken {
  /** Measures milliseconds of one call, as the median of all. */
  readonly ms: number;
  /** Counts the processor time of one call, collecting garbage included: other work on the machine does not change it. */
  readonly cpuMs: number;
}

export function measure(count: number, warmUp: number, call: () => void): Taken {
  for (let index = 0; index < warmUp; index++) call();
  const before = process.cpuUsage();
  const times = Array.from({ length: count }, () => {
    const begun = performance.now();
    call();
    return performance.now() - begun;
  });
  const { user, system } = process.cpuUsage(before);
  return { ms: median(times), cpuMs: (user + system) / 1_000 / count };
}
