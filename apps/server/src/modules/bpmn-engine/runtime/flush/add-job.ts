// Adds the row of one job; a job that is due at once begins in this process, where a place is free.
import type { ChangeSet } from '../../../../kernel/group-commit/group-commit.ts';
import type { Burst } from '../burst/burst.ts';
import type { NewJob } from '../waits/job.types.ts';
import type { JobQueue, QueuedJob } from '../waits/job-queue.ts';
import type { WaitWriters } from '../waits/wait.store.ts';

export function addJob(
  changes: ChangeSet,
  writers: Pick<WaitWriters, 'jobInsert'>,
  queue: Pick<JobQueue, 'reserve'>,
  job: NewJob,
  { beganAt, jobToken }: Pick<Burst, 'beganAt' | 'jobToken'>,
): QueuedJob {
  const lease = job.dueAt > beganAt || job.isSuspended ? null : queue.reserve(job.tenantIdentifier, jobToken);
  changes.add(writers.jobInsert, [
    job.id,
    job.number,
    job.kind,
    job.tenantIdentifier,
    job.instanceId,
    job.definitionId,
    job.elementId,
    job.createdAt,
    job.dueAt,
    job.priority,
    job.retries,
    lease === null ? 0 : 1,
    job.retryCycle,
    job.isExclusive,
    job.isSuspended,
    job.cycle,
    job.payload,
    lease?.leasedBy ?? null,
    lease?.leaseToken ?? null,
  ]);
  return { job, lease };
}
