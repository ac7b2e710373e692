// Keeps the runs and files that this process works on, so that they can be stopped.
import { RunStopped, type StopKind } from './run-failure.ts';

/** Work of this process: a run, or a further file of one. */
export interface LiveWork {
  readonly signal: AbortSignal;
  stop(kind: StopKind): void;
}

export type LiveRuns = ReturnType<typeof createLiveRuns>;

export function createLiveRuns() {
  const works = new Set<{ readonly executionId: number; readonly controller: AbortController }>();
  let isStopping = false;
  return {
    /** Runs the work of a run, which ends by `timeoutMs` at the latest. */
    async during<T>(executionId: number, timeoutMs: number, work: (live: LiveWork) => Promise<T>): Promise<T> {
      const controller = new AbortController();
      const stop = (kind: StopKind): void => controller.abort(new RunStopped(kind));
      const entry = { executionId, controller };
      works.add(entry);
      const timer = setTimeout(() => stop('TIMED_OUT'), timeoutMs);
      if (isStopping) stop('STOPPING');
      try {
        return await work({ signal: controller.signal, stop });
      } finally {
        clearTimeout(timer);
        works.delete(entry);
      }
    },
    /** Stops a run of this process at once; others see the cancellation at their next beat. */
    cancel(executionId: number): void {
      for (const work of works) {
        if (work.executionId === executionId) work.controller.abort(new RunStopped('CANCELLED'));
      }
    },
    count: (): number => works.size,
    /** Releases all work, for another process. */
    stopAll(): void {
      isStopping = true;
      for (const { controller } of works) controller.abort(new RunStopped('STOPPING'));
    },
    /** Allows work when the process begins. */
    start(): void {
      isStopping = false;
    },
  };
}
