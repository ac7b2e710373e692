// Puts the jobs of the engine together: what they do, and the leases by which processes share them.
import type { LeasedWork } from '../../../../kernel/lease/leases.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import { createCommandEach } from '../command-each.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { Messages } from '../events/messages.ts';
import type { Signals } from '../events/signals.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import { createDefinitionInstancesStore } from '../starts/definition-instances.store.ts';
import type { DefinitionStates } from '../starts/definition-states.ts';
import { createPendingStarts } from '../starts/pending-starts.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import { createJobStore, JOB_COLUMNS, JOB_READY, type JobRow } from '../waits/job.store.ts';
import type { JobQueue, QueuedJob } from '../waits/job-queue.ts';
import { createSwitchInstances } from './definition-instances.ts';
import type { HeldTenants } from './held-tenants.ts';
import { createWorkJob } from './job-executor.ts';
import { createRunJob } from './run-job.ts';
import { createStartTimers } from './start-timers.ts';
import type { DoWork } from './work-job.ts';

/** Jobs of one tenant at work in one process at once: four for each core that the suite is made for. */
const JOB_SLOTS = 16;

export function createEngineJobs(
  { clock, database, log, leases }: Pick<Kernel, 'clock' | 'database' | 'log' | 'leases'>,
  parts: {
    readonly definitions: DefinitionCache;
    readonly limits: EngineLimits;
    readonly runtime: InstanceRuntime;
    readonly messages: Messages;
    readonly signals: Signals;
    readonly doWork: DoWork;
    readonly definitionStates: DefinitionStates;
    readonly held: HeldTenants;
  },
) {
  const { definitions, limits, runtime } = parts;
  const store = createJobStore(database);
  const starts = createPendingStarts({ database, definitions, runtime, store });
  const startTimers = createStartTimers({ clock, definitions, limits, runtime, starts });
  const commandEach = createCommandEach({ log, runtime });
  const switchInstances = createSwitchInstances({
    clock,
    store: createDefinitionInstancesStore(database),
    commandEach,
  });
  const runJob = createRunJob({ ...parts, clock, database, store, starts, startTimers, switchInstances });
  const wakeAt = (dueAt: number, tenantIdentifier: string): void => leased.wakeAt(dueAt, tenantIdentifier);
  const { workJob, doJob } = createWorkJob({ clock, log, store, held: parts.held, runJob, wakeAt });
  const leased = leases.define<JobRow>({
    name: 'bpm_job',
    key: ['id', 'number'],
    columns: JOB_COLUMNS,
    ready: JOB_READY,
    priority: 'j.priority',
    slots: JOB_SLOTS,
    work: workJob,
    // These two make further jobs, or their own next turn, beside the flushes.
    announcesAll: ({ kind }) => kind !== 'THROW' && kind !== 'START_TIMER',
  });
  return { starts, doJob, leases: leased };
}

/** Makes the places of jobs that flushes order. */
export function createJobQueue(leases: () => LeasedWork<JobRow>): JobQueue {
  return {
    reserve: (tenantIdentifier, fromToken) => leases().reserve(tenantIdentifier, fromToken),
    release(jobs) {
      for (const { lease } of jobs) if (lease !== null) leases().release(lease);
    },
    abandon(jobs) {
      for (const { lease } of jobs) if (lease !== null) leases().abandon(lease);
    },
    begin(jobs) {
      for (const job of jobs) {
        if (job.lease !== null) leases().begin(rowOf(job), job.lease);
        else leases().wakeAt(job.job.dueAt, job.job.tenantIdentifier);
      }
    },
  };
}

/** Makes the row of a job that a flush inserted, as a claim would have read it. */
function rowOf({ job }: QueuedJob): JobRow {
  return {
    id: job.id,
    number: job.number,
    kind: job.kind,
    tenant_identifier: job.tenantIdentifier,
    instance_id: job.instanceId,
    definition_id: job.definitionId,
    element_id: job.elementId,
    due_at: new Date(job.dueAt),
    retries: job.retries,
    attempts: 1,
    retry_cycle: job.retryCycle,
    cycle: job.cycle,
    payload: job.payload,
  };
}
