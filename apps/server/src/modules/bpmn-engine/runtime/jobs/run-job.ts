// Does what a job is there for; what it changes and that it is done stand in one commit.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Burst } from '../burst/burst.ts';
import { changedTooOften, hasChangedSince, WORK_TRIES_MAX } from '../burst/changed-variables.ts';
import { hasTaken, outcomeCommand, settledCommand, type WorkOutcome } from '../burst/work-outcome.ts';
import type { StartPayload } from '../events/message.types.ts';
import type { Messages } from '../events/messages.ts';
import type { Signals, ThrowPayload } from '../events/signals.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import type { DefinitionStates } from '../starts/definition-states.ts';
import type { PendingStarts } from '../starts/pending-starts.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { type ClaimedJob, payloadOf } from '../waits/claimed-job.ts';
import type { JobRow, JobStore } from '../waits/job.store.ts';
import type { JobKind } from '../waits/job.types.ts';
import type { CallResult } from '../waits/settle-call.ts';
import { createInstanceJobs } from './instance-job.ts';
import type { StartTimers } from './start-timers.ts';
import { createTimerJob } from './timer-job.ts';
import type { DoWork } from './work-job.ts';

export interface JobParts extends Pick<Kernel, 'clock' | 'database'> {
  readonly runtime: InstanceRuntime;
  readonly store: JobStore;
  readonly messages: Messages;
  readonly signals: Signals;
  readonly starts: PendingStarts;
  readonly startTimers: StartTimers;
  readonly doWork: DoWork;
  readonly definitionStates: Pick<DefinitionStates, 'doPlanned'>;
  readonly switchInstances: (job: ClaimedJob) => Promise<void>;
}

/** Creates the run of a job; it throws `BurstFailure` where the process cannot go on by it. */
export function createRunJob(parts: JobParts): (job: ClaimedJob) => Promise<void> {
  const { runWait, deliver, hear } = createInstanceJobs(parts);
  const { clock, database, store, signals, starts, startTimers, doWork, definitionStates, switchInstances } = parts;

  async function spread({ row, leaseToken }: ClaimedJob): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await store.remove(tx, row, leaseToken))) return;
      await signals.spread(tx, row.tenant_identifier, payloadOf<ThrowPayload>(row));
    });
  }

  const goesOn = ({ row: { number: wait } }: ClaimedJob) =>
    ({ kind: 'job', at: clock.now(), actor: null, wait }) as const;

  const byKind: Readonly<Record<JobKind, (job: ClaimedJob) => Promise<unknown>>> = {
    TIMER: createTimerJob({ ...parts, runWait }),
    ASYNC: (job) => runWait(job, { commandOf: () => goesOn(job) }),
    async WORK(job) {
      const { row, leaseToken } = job;
      for (let tries = 1; ; tries++) {
        const done = await doWork(row);
        if (done === null) return store.remove(database, row, leaseToken);
        if (done.outcome === 'ordered') return store.ordered(row, leaseToken);
        const isLast = tries === WORK_TRIES_MAX;
        const outcome = isLast ? changedTooOften() : done;
        const isBehind = (live: LiveInstance): boolean => !isLast && hasChangedSince(live, row.number, done);
        const commandOf = () => outcomeCommand(outcome, row.number, clock.now());
        if (await runWait(job, { commandOf, isBehind, ...rowsOf(outcome, row) })) return undefined;
      }
    },
    SETTLED: (job) =>
      runWait(job, { commandOf: () => settledCommand(payloadOf<CallResult>(job.row), job.row.number, clock.now()) }),
    MESSAGE: deliver,
    SIGNAL: hear,
    THROW: spread,
    START: (job) => starts.receive(job, payloadOf<StartPayload>(job.row)),
    START_TIMER: startTimers.fire,
    DEFINITION: definitionStates.doPlanned,
    DEFINITION_INSTANCES: switchInstances,
  };
  return async (job) => void (await byKind[job.row.kind](job));
}

/** Answers the rows that were prepared, which are added where the element takes the result. */
function rowsOf(outcome: WorkOutcome, { id, number }: JobRow): { accompany?: (burst: Burst) => void } {
  if (outcome.outcome !== 'prepared') return {};
  const accompany = (burst: Burst): void => {
    const part = burst.parts.get(id);
    const ordered = part?.before?.state.waits.find((wait) => wait.number === number);
    if (part !== undefined && ordered !== undefined && hasTaken(part.live, ordered)) burst.rows.push(outcome.add);
  };
  return { accompany };
}
