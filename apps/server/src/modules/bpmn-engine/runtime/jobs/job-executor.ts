// Works off the jobs of the engine: takes those that are due, and notes what became of each attempt.
import type { Kernel } from '../../../../kernel/module.ts';
import { isPassing } from '../burst/work-outcome.ts';
import { CommitConflict } from '../flush/commit-conflict.ts';
import { BurstFailure } from '../state/burst-failure.ts';
import type { ClaimedJob } from '../waits/claimed-job.ts';
import type { FailedAttempt, JobRow, JobStore } from '../waits/job.store.ts';
import { nextAttemptAt } from '../waits/next-attempt.ts';
import type { HeldTenants } from './held-tenants.ts';

const FAILED_COMMAND = 'FAILED_COMMAND';

/** Creates the work of jobs; `workJob` rejects only where the job is to be given back as if nothing had been tried. */
export function createWorkJob({
  clock,
  log,
  store,
  held,
  runJob,
  wakeAt,
}: Pick<Kernel, 'clock' | 'log'> & {
  readonly held: Pick<HeldTenants, 'putBy'>;
  readonly store: JobStore;
  readonly runJob: (job: ClaimedJob) => Promise<void>;
  /** Announces a job of the tenant that is due then, epoch milliseconds. */
  readonly wakeAt: (dueAt: number, tenantIdentifier: string) => void;
}) {
  async function noteFailure({ row, leaseToken }: ClaimedJob, error: unknown): Promise<void> {
    const failure = describe(error, row);
    if (failure.code === FAILED_COMMAND) log.error({ err: error, job: idOf(row), kind: row.kind }, 'a job broke off');
    const at = clock.now();
    const dueAt = nextAttemptAt(row.retry_cycle, { failed: row.attempts, now: at });
    await store.fail({ row, leaseToken, retries: row.retries - 1, dueAt, ...failure, at });
    wakeAt(dueAt, row.tenant_identifier);
  }

  async function hold({ row, leaseToken }: ClaimedJob, { instanceId }: BurstFailure): Promise<void> {
    await store.hold(row, leaseToken, instanceId);
    wakeAt(clock.now(), row.tenant_identifier);
  }

  /** Does a job; rejects with what failed, which is noted. */
  async function doJob(job: ClaimedJob): Promise<void> {
    try {
      await runJob(job);
    } catch (error) {
      if (error instanceof CommitConflict) return;
      if (isSuspended(error)) await hold(job, error);
      else if (!isPassing(error)) await noteFailure(job, error);
      throw error;
    }
  }

  return {
    doJob,
    async workJob(row: JobRow, { leaseToken }: { readonly leaseToken: string }): Promise<void> {
      if (await held.putBy(row, leaseToken)) return;
      try {
        await doJob({ row, leaseToken });
      } catch (error) {
        if (isPassing(error)) throw error;
      }
    },
  };
}

function isSuspended(error: unknown): error is BurstFailure {
  return (
    error instanceof BurstFailure && error.result.outcome === 'refused' && error.result.code === 'INSTANCE_SUSPENDED'
  );
}

type Failure = Pick<FailedAttempt, 'code' | 'message' | 'failedElementId' | 'detail'>;

function describe(error: unknown, row: JobRow): Failure {
  if (!(error instanceof BurstFailure)) {
    const message = 'The job broke off; the log of the server says why.';
    return { code: FAILED_COMMAND, message, failedElementId: null, detail: null };
  }
  const { result, instanceId } = error;
  if (result.outcome !== 'failed') {
    const message = `The command does not fit the instance: ${result.code}`;
    return { code: result.code, message, failedElementId: null, detail: null };
  }
  const { code, message, elementId } = result.failure;
  if (elementId === null || instanceId === row.instance_id) {
    return { code, message, failedElementId: elementId, detail: null };
  }
  const detail = `It failed at the element ${elementId} of the process instance ${instanceId}.`;
  return { code, message, failedElementId: null, detail };
}

function idOf({ id, number }: JobRow): string {
  return number === 0 ? id : `${id}-j${number}`;
}
