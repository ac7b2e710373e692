// Fires the timers of one instance in the order of their dates, also those whose jobs another process holds.
import type { InstanceState } from '@keelson/bpmn-core';
import type { Kernel } from '../../../../kernel/module.ts';
import type { RunningCommand } from '../burst/burst.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import { BurstFailure } from '../state/burst-failure.ts';
import type { ClaimedJob } from '../waits/claimed-job.ts';
import type { JobStore } from '../waits/job.store.ts';
import type { createInstanceJobs } from './instance-job.ts';

/** Creates the job of a timer; it throws `BurstFailure` where the process cannot go on by the job's own timer. */
export function createTimerJob({
  clock,
  runtime,
  store,
  runWait,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: Pick<InstanceRuntime, 'runByJob'>;
  readonly store: Pick<JobStore, 'findEarliestDue'>;
  readonly runWait: ReturnType<typeof createInstanceJobs>['runWait'];
}): (job: ClaimedJob) => Promise<void> {
  const fires = (wait: number): RunningCommand => ({ kind: 'timer', at: clock.now(), actor: null, wait });

  /** Fires the earliest of these timers; whichever has to wait for another attempt of its own job is `left`. */
  async function fireEarliest(id: string, earlier: readonly number[], left: Set<number>): Promise<void> {
    const wait = await store.findEarliestDue(id, earlier, clock.now());
    if (wait === null) {
      for (const each of earlier) left.add(each);
      return;
    }
    const decide = ({ state }: { readonly state: InstanceState }) =>
      state.waits.some(({ number }) => number === wait) ? fires(wait) : null;
    try {
      await runtime.runByJob(id, { decide, answer: () => undefined });
    } catch (error) {
      // Its own job fails in the same way, and says so.
      if (!(error instanceof BurstFailure)) throw error;
      left.add(wait);
    }
  }

  return async function fireTimer(job) {
    const { id, number } = job.row;
    const left = new Set<number>();
    let earlier: readonly number[] = [];
    const isBehind = ({ state }: { readonly state: InstanceState }): boolean => {
      earlier = timersBefore(state, number).filter((each) => !left.has(each));
      return earlier.length > 0;
    };
    while (!(await runWait(job, { commandOf: () => fires(number), isBehind }))) await fireEarliest(id, earlier, left);
  };
}

/** Lists the waits of those timers of the instance whose dates are before that of this one. */
function timersBefore({ waits }: InstanceState, number: number): readonly number[] {
  const own = waits.find((wait) => wait.number === number);
  if (own?.kind !== 'timer') return [];
  const { dueAt } = own.firing;
  return waits.filter((wait) => wait.kind === 'timer' && wait.firing.dueAt < dueAt).map((wait) => wait.number);
}
