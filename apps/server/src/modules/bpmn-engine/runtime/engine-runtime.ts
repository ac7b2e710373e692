// Puts the runtime together: instances, their jobs, messages and signals, scripts, and what starts them.
import type { WorkKind } from '@keelson/bpmn-core';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { BpmnEngineSettings } from '../bpmn-engine.settings.ts';
import type { InlineWork } from './burst/burst.ts';
import { createDefinitionStore } from './definitions/definition.store.ts';
import { createDefinitionCache } from './definitions/definition-cache.ts';
import { createArmStarts } from './events/arm-starts.ts';
import { createMessages } from './events/messages.ts';
import { createPendingStarts } from './events/pending-starts.ts';
import { createSignals } from './events/signals.ts';
import { createInstanceRuntime } from './instance-runtime.ts';
import { createWorkJob } from './jobs/job-executor.ts';
import { createRunJob } from './jobs/run-job.ts';
import { createStartTimers } from './jobs/start-timers.ts';
import { createDoWork, type JobWork } from './jobs/work-job.ts';
import { createScripting } from './scripting/scripting.ts';
import { createEngineLimits } from './state/engine-limits.ts';
import { createLoopBudget } from './state/loop-budget.ts';
import { createJobStore, JOB_COLUMNS, JOB_READY, type JobRow } from './waits/job.store.ts';
import type { JobQueue, QueuedJob } from './waits/job-queue.ts';

/** Jobs at work in one process at once: four for each core that the suite is made for. */
const JOB_SLOTS = 16;

/** Messages whose time is over are removed so often. */
const MESSAGE_LOOK_MS = 60_000;

export function createEngineRuntime(kernel: Kernel, settings: BpmnEngineSettings) {
  const { clock, database, log } = kernel;
  const limits = createEngineLimits(settings);
  const budget = createLoopBudget();
  const scripting = createScripting(kernel);
  const definitions = createDefinitionCache(createDefinitionStore(database), scripting.languages);
  const listeners: (() => void)[] = [];
  const externalListeners: (() => void)[] = [];
  const messages = createMessages({ ...kernel, limits, wakeJobs: () => leases.wakeAt(clock.now()) });
  const signals = createSignals({ ...kernel, limits, subscriptions: messages.subscriptions });
  const inlineWork: Partial<Record<WorkKind, InlineWork>> = { script: scripting.script };
  const jobWork: Partial<Record<WorkKind, JobWork>> = {};
  const queue: JobQueue = {
    reserve: () => leases.reserve(),
    release: (jobs) => {
      for (const { lease } of jobs) if (lease !== null) leases.release(lease);
    },
    begin(jobs) {
      for (const job of jobs) {
        if (job.lease !== null) leases.begin(rowOf(job), job.lease);
        else leases.wakeAt(job.job.dueAt);
      }
    },
  };
  const runtime = createInstanceRuntime(kernel, {
    definitions,
    limits,
    budget,
    queue,
    listener: {
      onFlush: () => {
        for (const hear of listeners) hear();
      },
      onSubscribed: messages.match,
      onExternalTask: () => {
        for (const hear of externalListeners) hear();
      },
    },
    answerQuestion: scripting.answerQuestion,
    inlineWork,
    sendMessage: messages.sendMessage,
    throwSignal: signals.throwSignal,
  });
  const store = createJobStore(database);
  const starts = createPendingStarts({ database, definitions, runtime, store });
  const startTimers = createStartTimers({ clock, definitions, limits, runtime, starts });
  const doWork = createDoWork({ clock, runtime, inlineWork, jobWork });
  const runJob = createRunJob({
    clock,
    database,
    runtime,
    store,
    messages,
    signals,
    starts,
    startTimers,
    doWork,
    setState: () => Promise.reject(new Error('not yet')),
  });
  const { workJob, doJob } = createWorkJob({ clock, log, store, runJob });
  const leases = kernel.leases.define<JobRow>({
    name: 'bpm_job',
    key: ['id', 'number'],
    columns: JOB_COLUMNS,
    ready: JOB_READY,
    slots: JOB_SLOTS,
    work: workJob,
  });
  const cleaning = createRepeatedJob(
    { name: 'bpmn-engine messages', intervalMs: () => MESSAGE_LOOK_MS, run: () => messages.removeExpired() },
    log,
  );
  return {
    limits,
    budget,
    scripting,
    definitions,
    messages,
    signals,
    runtime,
    starts,
    /** Does a job that this process has leased; rejects with what failed, which is noted. */
    doJob,
    /** Tells that there are jobs to be done now. */
    wakeJobs: () => leases.wakeAt(clock.now()),
    armStarts: createArmStarts({ ...kernel, definitions, limits }),
    jobs: [leases.job, scripting.job, cleaning],
    /** Calls after each commit of a burst. */
    onFlush: (listener: () => void) => void listeners.push(listener),
    /** Calls after each commit that made external tasks. */
    onExternalTask: (listener: () => void) => void externalListeners.push(listener),
    /** Messages that wait are looked at again: a process may have died between its commit and its look. */
    start: messages.matchAll,
  };
}

/** A job that a flush inserted, as a claim would have read it. */
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

export type EngineRuntime = ReturnType<typeof createEngineRuntime>;
