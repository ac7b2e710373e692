// Does what a job is there for; what it changes and that it is done stand in one commit.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Burst, RunningCommand } from '../burst/burst.ts';
import type { DeliveryPayload, StartPayload } from '../events/message.types.ts';
import type { Messages } from '../events/messages.ts';
import type { PendingStarts } from '../events/pending-starts.ts';
import type { HearPayload, Signals, ThrowPayload } from '../events/signals.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { type ClaimedJob, payloadOf } from '../waits/claimed-job.ts';
import type { JobStore } from '../waits/job.store.ts';
import type { JobKind } from '../waits/job.types.ts';
import type { StartTimers } from './start-timers.ts';
import type { DoWork } from './work-job.ts';

export interface JobParts extends Pick<Kernel, 'clock' | 'database'> {
  readonly runtime: InstanceRuntime;
  readonly store: JobStore;
  readonly messages: Messages;
  readonly signals: Signals;
  readonly starts: PendingStarts;
  readonly startTimers: StartTimers;
  readonly doWork: DoWork;
  readonly setState: (job: ClaimedJob) => Promise<void>;
}

/** Throws `BurstFailure` where the process cannot go on by this job. */
export function createRunJob(parts: JobParts): (job: ClaimedJob) => Promise<void> {
  const { clock, database, runtime, store, messages, signals, starts, startTimers, doWork, setState } = parts;

  /** Runs a command that closes the job's own wait; its row goes with the wait. */
  async function runWait({ row, leaseToken }: ClaimedJob, commandOf: () => RunningCommand): Promise<void> {
    let isFitting = false;
    const decide = ({ state }: LiveInstance): RunningCommand | null => {
      isFitting = state.waits.some(({ number }) => number === row.number);
      return isFitting ? commandOf() : null;
    };
    const done = await runtime.runByJob(row.id, { decide, answer: () => undefined });
    // Nobody waits for it any more: the row was left by a process that died, or is on its way out.
    if (done === null || !isFitting) await store.remove(database, row, leaseToken);
  }

  /** Brings something to an instance; the job's own row goes in the same commit. */
  async function bring({ row, leaseToken }: ClaimedJob, decide: (live: LiveInstance) => RunningCommand | null) {
    let isTaken = false;
    const accompany = (burst: Burst): void => {
      burst.rows.push((changes) => changes.add(runtime.waitWriters.jobDone, [row.id, row.number, leaseToken]));
    };
    const done = await runtime.runByJob(row.instance_id ?? '', {
      decide: (live) => {
        const command = decide(live);
        isTaken = command !== null;
        return command;
      },
      accompany,
      answer: () => undefined,
    });
    return done !== null && isTaken;
  }

  async function deliver(job: ClaimedJob): Promise<void> {
    const { wait, message, expiresAt } = payloadOf<DeliveryPayload>(job.row);
    const isBrought = await bring(job, ({ state }) => {
      const isOpen = state.waits.some((open) => open.number === wait && open.kind === 'message');
      return isOpen ? { kind: 'message', at: clock.now(), actor: null, wait, payload: message.payload } : null;
    });
    if (isBrought) return;
    // Another message came first: this one looks for somebody else, and waits for him until its time is over.
    const { row, leaseToken } = job;
    await database.transaction(async (tx) => {
      if (await store.remove(tx, row, leaseToken)) await messages.buffer(tx, message, expiresAt);
    });
    await messages.matchNow(message.tenantIdentifier, [message.name]);
  }

  async function hear(job: ClaimedJob): Promise<void> {
    const { name, payload } = payloadOf<HearPayload>(job.row);
    const isHeard = await bring(job, ({ state }) => {
      const hears = state.waits.some((open) => open.kind === 'signal' && open.name === name && open.reach === 'tenant');
      return hears ? { kind: 'signal', at: clock.now(), actor: null, name, payload } : null;
    });
    if (!isHeard) await store.remove(database, job.row, job.leaseToken);
  }

  async function spread({ row, leaseToken }: ClaimedJob): Promise<void> {
    await database.transaction(async (tx) => {
      if (!(await store.remove(tx, row, leaseToken))) return;
      await signals.spread(tx, row.tenant_identifier, payloadOf<ThrowPayload>(row));
    });
  }

  const byKind: Readonly<Record<JobKind, (job: ClaimedJob) => Promise<void>>> = {
    TIMER: (job) => runWait(job, () => ({ kind: 'timer', at: clock.now(), actor: null, wait: job.row.number })),
    ASYNC: (job) => runWait(job, () => ({ kind: 'job', at: clock.now(), actor: null, wait: job.row.number })),
    async WORK(job) {
      const result = await doWork(job.row);
      if (result === null) return void (await store.remove(database, job.row, job.leaseToken));
      await runWait(job, () => ({ kind: 'work', at: clock.now(), actor: null, wait: job.row.number, result }));
    },
    MESSAGE: deliver,
    SIGNAL: hear,
    THROW: spread,
    START: (job) => starts.receive(job, payloadOf<StartPayload>(job.row)),
    START_TIMER: startTimers.fire,
    STATE: setState,
  };
  return (job) => byKind[job.row.kind](job);
}
