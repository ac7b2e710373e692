// Puts together what keeps the versions of processes in step: what starts instances, which are suspended, and who is notified.
import type { Kernel } from '../../../kernel/module.ts';
import { createCatalogueNews } from './definitions/catalogue-news.ts';
import type { DefinitionCache } from './definitions/definition-cache.ts';
import { createArmStarts } from './starts/arm-starts.ts';
import { createDefinitionStates } from './starts/definition-states.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import { createJobStore } from './waits/job.store.ts';
import type { MakeJob } from './waits/new-job.ts';

export function createCatalogue(
  kernel: Kernel,
  parts: {
    readonly definitions: DefinitionCache;
    readonly limits: EngineLimits;
    readonly makeJob: MakeJob;
    /** Announces a job that is due then, epoch milliseconds. */
    readonly wakeAt: (dueAt: number) => void;
  },
) {
  const { clock, database } = kernel;
  const wakeJobs = (): void => parts.wakeAt(clock.now());
  const armStarts = createArmStarts({ ...kernel, ...parts });
  const onCatalogueChanged = createCatalogueNews({ ...kernel, ...parts, wakeJobs });
  const jobs = createJobStore(database);
  const definitionStates = createDefinitionStates({
    ...kernel,
    ...parts,
    armStarts,
    jobs,
    onChange: onCatalogueChanged,
  });
  return { armStarts, definitionStates, onCatalogueChanged };
}
