// Lets timers fall due that wait in instances, all at one moment or so many a second, and reads how late each fired.
import { percentile } from '../bars/statistics.ts';
import type { BenchOptions } from '../options.ts';
import type { ProcessName } from '../workloads.ts';
import type { DriveResult } from '../wrk.ts';
import { type Course, type Engine, untilEnded } from './course.ts';
import { startMany } from './start-many.ts';

const PER_SECOND = 1_000;
/** So many starts say how long the others will take. */
const SAMPLE = 50;
/** A machine that slows down meanwhile shall still be done before the first timer is due. */
const MARGIN = 2;
const MARGIN_MS = 2_000;

export function createTimerCourse(engine: Engine, workload: ProcessName, options: BenchOptions): Course {
  const isBurst = workload === 'w9-burst';
  let dueAt = 0;
  let count = 0;
  let before = 0;

  async function start(due: number): Promise<void> {
    const text = new Date(due).toISOString();
    await engine.hands.start(workload, { businessKey: text, variables: { due: text } });
  }

  return {
    async prepare({ seconds }) {
      const sampledAt = performance.now();
      await startMany(SAMPLE, () => start(Date.now()));
      const eachMs = (performance.now() - sampledAt) / SAMPLE;
      await untilEnded(engine, workload, before + SAMPLE);
      before = (await engine.countCompleted(workload)) ?? 0;
      count = isBurst ? options.items : PER_SECOND * seconds;
      dueAt = Date.now() + Math.ceil(MARGIN * eachMs * count) + MARGIN_MS;
      await startMany(count, (at) => start(isBurst ? dueAt : dueAt + Math.floor((at * 1_000) / PER_SECOND)));
      if (Date.now() >= dueAt)
        throw new Error(`${engine.name} was slow to start: the first timers were due before the last waited.`);
    },
    async run(): Promise<DriveResult> {
      const completed = (await untilEnded(engine, workload, before + count)) - before;
      before += completed;
      const fired = await engine.hands.endsOf(workload, new Date(dueAt).toISOString());
      const late = fired.map(({ due, ended }) => Math.max(0, ended - due));
      return {
        completed,
        failed: count - completed,
        refused: 0,
        socketErrors: 0,
        requests: 0,
        seconds: (Math.max(...fired.map(({ ended }) => ended)) - dueAt) / 1_000,
        p50Ms: percentile(late, 50),
        p99Ms: percentile(late, 99),
        firstFailure: completed === count ? '' : 'timers that have not fired within two minutes',
      };
    },
  };
}
