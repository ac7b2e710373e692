// Plans background work of the whole menu: asking whether a message about it was lost.
import { createRepeatedJob } from '../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../kernel/module.ts';
import type { RevisionedSnapshot } from '../../kernel/records/snapshot.ts';

export function createMenuProbe({
  log,
  follower,
}: Pick<Kernel, 'log'> & { readonly follower: RevisionedSnapshot }): Job {
  return createRepeatedJob(
    {
      name: 'menu-probe',
      everywhere: true,
      run: () => follower.probe(),
      intervalMs: () => follower.probeIntervalMs(),
    },
    log,
  );
}
