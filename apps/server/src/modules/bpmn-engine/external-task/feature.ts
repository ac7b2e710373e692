// Wires external tasks: what workers outside of the program do for processes.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { EngineRuntime } from '../runtime/engine-runtime.ts';
import { createExternalTaskHandlers } from './external-task.routes.ts';
import { createExternalTaskService } from './external-task.service.ts';
import { createExternalTaskStore } from './external-task.store.ts';
import { createFetchService } from './fetch.service.ts';
import { createLockService } from './lock.service.ts';
import { WaitingWorkers } from './waiting-workers.ts';

/** Channel of the news that there are external tasks that other processes' workers may wait for; the payload is empty. */
const CHANNEL = 'keelson_external_task';
/** Time for which a completion is remembered: a worker that repeats it within a day is answered as the first time. */
const DONE_KEPT_MS = 86_400_000;
const CLEAN_INTERVAL_MS = 600_000;

export function createExternalTaskFeature(
  { clock, database, notify, log }: Pick<Kernel, 'clock' | 'database' | 'notify' | 'log'>,
  { runtime, limits, onExternalTask }: EngineRuntime,
) {
  const store = createExternalTaskStore(database);
  const workers = new WaitingWorkers({ store, clock });
  notify.listen(CHANNEL, workers.wake);
  notify.onReconnect(workers.wake);
  onExternalTask(() => {
    workers.wake();
    notify.send(CHANNEL, '');
  });
  const cleaning = createRepeatedJob(
    {
      name: 'bpmn-engine external tasks',
      intervalMs: () => CLEAN_INTERVAL_MS,
      run: () => store.removeDone(clock.now() - DONE_KEPT_MS),
    },
    log,
  );
  const job: Job = {
    ...cleaning,
    async stop() {
      workers.stop();
      await cleaning.stop();
    },
  };
  const service = createExternalTaskService({ clock, runtime, store, limits });
  const fetching = createFetchService({ clock, runtime, store, workers });
  const locks = createLockService({ clock, runtime, store, workers });
  return {
    handlers: createExternalTaskHandlers({ service, fetching, locks }, { store, clock }),
    jobs: [job],
    /** Gives tasks that failed new attempts. */
    retry: locks.setRetries,
  };
}
