// Describes a job that this process holds.
import type { JobRow } from './job.store.ts';

/** A job as it was claimed; `leaseToken` proves that it is still ours. */
export interface ClaimedJob {
  readonly row: JobRow;
  readonly leaseToken: string;
}

/** Reads the payload that a job was given when it was ordered; its kind says what that is. */
export function payloadOf<T>({ payload }: Pick<JobRow, 'payload'>): T {
  return JSON.parse(payload ?? 'null') as T;
}
