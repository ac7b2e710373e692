// What the runtime asks of the queue of jobs: places for those that begin at once, and when the others are due.
import type { NewJob } from './job.types.ts';

export interface JobLease {
  readonly leasedBy: string;
  readonly leaseToken: string;
}

/** A job that a flush inserted, with its lease where it begins at once here. */
export interface QueuedJob {
  readonly job: NewJob;
  readonly lease: JobLease | null;
}

export interface JobQueue {
  /**
   * Reserves a place; null where none is free for the tenant: somebody takes the job later. `fromToken` is the lease token of the job that
   * orders it.
   */
  reserve(tenantIdentifier: string, fromToken: string | null): JobLease | null;
  /** Gives places back: the commit that inserted the jobs has failed. */
  release(jobs: readonly QueuedJob[]): void;
  /** Gives places back, and the jobs, too: whether they were committed is not known. */
  abandon(jobs: readonly QueuedJob[]): void;
  /** Begins committed jobs: those with a lease at once, the others are waited for. */
  begin(jobs: readonly QueuedJob[]): void;
}
