// Puts the runtime together: instances, their jobs, messages and signals, scripts, and what starts them.
import type { Value } from '@keelson/bpmn-core';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { LeasedWork } from '../../../kernel/lease/leases.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { BpmnEngineSettings } from '../bpmn-engine.settings.ts';
import { createCatalogue } from './catalogue.ts';
import { createDefinitionStore } from './definitions/definition.store.ts';
import { createDefinitionCache } from './definitions/definition-cache.ts';
import { createModelReader } from './definitions/model-reader.ts';
import { createReadingLane, type ReadingLane } from './definitions/reading-lane.ts';
import { createMessages, type Messages } from './events/messages.ts';
import { createRetrieveKeys } from './events/outside-keys.ts';
import { createSignals } from './events/signals.ts';
import { createEngineMetrics, type EngineMetrics } from './flush/engine-metrics.ts';
import { createFormFilling } from './forms/form-filling.ts';
import { createInstanceRuntime } from './instance-runtime.ts';
import { createEngineJobs, createJobQueue } from './jobs/engine-jobs.ts';
import { createHeldTenants } from './jobs/held-tenants.ts';
import { createDoWork } from './jobs/work-job.ts';
import { createLoopBudget } from './loop-budget.ts';
import { createScripting, type Scripting } from './scripting.ts';
import { createStartConditions } from './starts/start-conditions.ts';
import { createEngineLimits, type ReadableSetting } from './state/engine-limits.ts';
import type { JobRow } from './waits/job.store.ts';
import { createMakeJob } from './waits/new-job.ts';
import { createSettleCall } from './waits/settle-call.ts';
import { createWorks } from './works.ts';

/** Interval in which messages whose time is over are removed. */
const MESSAGE_LOOK_MS = 60_000;

/** Creates what reads models, and keeps those that were read. */
function createModels(
  kernel: Kernel,
  { languages, metrics }: Pick<ReturnType<typeof createScripting>, 'languages'> & { readonly metrics: EngineMetrics },
) {
  const budget = createLoopBudget();
  const lane = createReadingLane(kernel);
  const reader = createModelReader({ budget, lane, languages });
  const compile: typeof reader.compile = (...asked) => {
    metrics.compiled();
    return reader.compile(...asked);
  };
  const definitions = createDefinitionCache(createDefinitionStore(kernel.database), { compile });
  return { budget, lane, reader, definitions };
}

export function createEngineRuntime(
  kernel: Kernel,
  settings: BpmnEngineSettings,
  { findPerson }: Pick<AuthenticationApi, 'findPerson'>,
) {
  const { clock, log } = kernel;
  // Values of settings are JSON, as those of variables are.
  const readSetting: ReadableSetting = (tenant, code) => kernel.settings.shown(code, tenant) as Value | undefined;
  const limits = createEngineLimits(settings, readSetting);
  const scripting = createScripting(kernel);
  const metrics = createEngineMetrics(kernel.metrics);
  const { budget, lane, reader, definitions } = createModels(kernel, { ...scripting, metrics });
  // The jobs need the runtime, whose flushes order jobs.
  let jobs: LeasedWork<JobRow>;
  const [flushed, externalOrdered] = [createListeners(), createListeners()];
  const makeJob = createMakeJob({ ...kernel, limits });
  const wakeJobs = (): void => jobs.wakeAt(clock.now());
  const retrieveKeys = createRetrieveKeys({ ...kernel, ...scripting, definitions, limits });
  const messages = createMessages({ ...kernel, makeJob, retrieveKeys, wakeJobs });
  const signals = createSignals({ ...kernel, makeJob, subscriptions: messages.subscriptions });
  const { decisions, actions, inlineWork, jobWork } = createWorks(kernel, {
    settings,
    budget,
    lane,
    scripting,
    readSetting,
    findPerson,
  });
  const runtime = createInstanceRuntime(kernel, {
    definitions,
    limits,
    budget,
    queue: createJobQueue(() => jobs),
    metrics,
    listener: {
      onFlush: flushed.notify,
      onSubscribed: messages.match,
      onJobsResumed: wakeJobs,
      onExternalTask: externalOrdered.notify,
    },
    answerQuestion: scripting.answerQuestion,
    inlineWork,
    sendMessage: messages.sendMessage,
    throwSignal: signals.throwSignal,
  });
  const catalogue = createCatalogue(kernel, { definitions, limits, makeJob, wakeAt: (dueAt) => jobs.wakeAt(dueAt) });
  const held = createHeldTenants(kernel);
  const { leases, starts, doJob } = createEngineJobs(kernel, {
    definitions,
    limits,
    runtime,
    messages,
    signals,
    doWork: createDoWork({ clock, runtime, inlineWork, jobWork }),
    definitionStates: catalogue.definitionStates,
    held,
  });
  jobs = leases;
  return {
    limits,
    budget,
    scripting,
    reader,
    actions,
    decisions,
    definitions,
    formFilling: createFormFilling(kernel, { limits, budget }),
    messages,
    signals,
    runtime,
    starts,
    held,
    /** Does a job that this process has leased; rejects with what failed, which is noted. */
    doJob,
    settleCall: createSettleCall({ clock, wakeJobs }),
    /** Announces that there are jobs to be done now. */
    wakeJobs,
    ...catalogue,
    conditions: createStartConditions({ ...kernel, ...scripting, definitions, limits, makeJob }),
    jobs: [withThreads(leases.job, scripting, lane), createCleaning(messages, log)],
    /** Calls after each commit of a burst. */
    onFlush: flushed.add,
    /** Calls after each commit that made external tasks. */
    onExternalTask: externalOrdered.add,
    /** Starts the runtime. Messages that wait are looked at again: a process may have died between its commit and its look. */
    async start() {
      await held.load();
      await messages.matchAll();
    },
  };
}

function createListeners() {
  const listeners: (() => void)[] = [];
  return {
    add: (listener: () => void) => void listeners.push(listener),
    notify(): void {
      for (const hear of listeners) hear();
    },
  };
}

function createCleaning(messages: Pick<Messages, 'removeExpired'>, log: Kernel['log']): Job {
  const run = () => messages.removeExpired();
  return createRepeatedJob({ name: 'bpmn-engine messages', intervalMs: () => MESSAGE_LOOK_MS, run }, log);
}

/** Ends the threads behind the jobs, which may still run scripts and read files. */
function withThreads(job: Job, scripting: Scripting, lane: ReadingLane): Job {
  return {
    ...job,
    async stop() {
      await job.stop();
      await Promise.all([scripting.close(), lane.close()]);
    },
  };
}

export type EngineRuntime = ReturnType<typeof createEngineRuntime>;
