// Background work of the session module: reading the signal log and writing last access.
import type { Logger } from '../../kernel/log.ts';
import type { Job } from '../../kernel/module.ts';
import { sessionTimeouts } from './session.settings.ts';
import type { SessionActivity } from './session-activity.ts';
import { flushIntervalMs, touchIntervalMs } from './session-live.ts';
import type { SessionSignals } from './session-signals.ts';

interface RepeatedWork {
  readonly name: string;
  readonly run: () => Promise<unknown>;
  readonly intervalMs: () => number;
  /** Runs once more while stopping, for work that would be lost. */
  readonly finish?: () => Promise<unknown>;
}

export function createSessionJobs(deps: {
  readonly signals: SessionSignals;
  readonly activity: SessionActivity;
  readonly log: Logger;
}): readonly Job[] {
  const { signals, activity, log } = deps;
  return [
    repeat({ name: 'session-signals', run: () => signals.sweep(), intervalMs: () => signals.sweepIntervalMs() }, log),
    repeat(
      {
        name: 'session-activity',
        run: () => activity.flush(),
        intervalMs: () => flushIntervalMs(touchIntervalMs(sessionTimeouts().idleTimeoutMs)),
        finish: () => activity.flush(),
      },
      log,
    ),
  ];
}

/** One run after the other; a failed run is logged once until one succeeds again. */
function repeat(work: RepeatedWork, log: Logger): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = true;
  let failing = false;

  const attempt = async (run: () => Promise<unknown>): Promise<void> => {
    try {
      await run();
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ err: error, job: work.name }, 'background work failed and is tried again');
      failing = true;
    }
  };
  const schedule = (): void => {
    if (stopped) return;
    timer = setTimeout(() => {
      running = attempt(work.run).then(schedule);
    }, work.intervalMs());
    timer.unref();
  };

  return {
    name: work.name,
    everywhere: true,
    start() {
      stopped = false;
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
      if (work.finish !== undefined) await attempt(work.finish);
    },
  };
}
