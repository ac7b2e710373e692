// Makes jobs with an id of their own: due at once, with the attempts of their tenant, unless whoever orders them says else.
import type { Kernel } from '../../../../kernel/module.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import type { NewJob } from './job.types.ts';

export type MakeJob = (
  tenantIdentifier: string,
  job: Pick<NewJob, 'kind' | 'payload'> & Partial<Omit<NewJob, 'id' | 'number' | 'tenantIdentifier'>>,
) => NewJob;

export function createMakeJob({
  clock,
  ids,
  limits,
}: Pick<Kernel, 'clock' | 'ids'> & { readonly limits: Pick<EngineLimits, 'jobAttempts'> }): MakeJob {
  return (tenantIdentifier, job) => {
    const at = clock.now();
    return {
      id: ids.uuidV7(),
      number: 0,
      tenantIdentifier,
      instanceId: null,
      definitionId: null,
      elementId: null,
      createdAt: at,
      dueAt: at,
      priority: 0,
      retries: limits.jobAttempts(tenantIdentifier),
      retryCycle: null,
      isExclusive: true,
      isSuspended: false,
      cycle: null,
      ...job,
    };
  };
}
