// Does the jobs that are for one instance: they end one of its waits, or bring it something.
import type { Kernel } from '../../../../kernel/module.ts';
import type { Burst, RunningCommand } from '../burst/burst.ts';
import type { InstanceCommand } from '../command-burst.ts';
import type { DeliveryPayload } from '../events/message.types.ts';
import { broughtBy, type Messages } from '../events/messages.ts';
import type { HearPayload } from '../events/signals.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { type ClaimedJob, payloadOf } from '../waits/claimed-job.ts';
import type { JobStore } from '../waits/job.store.ts';

/** The end of a wait, with what is to be committed beside. */
interface WaitEnd extends Pick<InstanceCommand<undefined>, 'accompany'> {
  readonly commandOf: () => RunningCommand;
  /** Says that something else of the instance comes first; asked again on fresh state. */
  readonly isBehind?: (live: LiveInstance) => boolean;
}

/** Creates the jobs of instances; each throws `BurstFailure` where the process cannot go on by it. */
export function createInstanceJobs({
  clock,
  database,
  runtime,
  store,
  messages,
}: Pick<Kernel, 'clock' | 'database'> & {
  readonly runtime: InstanceRuntime;
  readonly store: JobStore;
  readonly messages: Messages;
}) {
  /** Runs a command that closes the job's own wait; its row goes with the wait. False where something else comes first. */
  async function runWait({ row, leaseToken }: ClaimedJob, { commandOf, ...beside }: WaitEnd): Promise<boolean> {
    let [isFitting, isBehind] = [false, false];
    const decide = (live: LiveInstance): RunningCommand | null => {
      isFitting = live.state.waits.some(({ number }) => number === row.number);
      isBehind = isFitting && beside.isBehind?.(live) === true;
      return isFitting && !isBehind ? commandOf() : null;
    };
    const accompany = asJob(leaseToken, beside.accompany);
    const done = await runtime.runByJob(row.id, { decide, answer: () => undefined, accompany });
    // Nobody waits for it any more: the row was left by a process that died, or is on its way out.
    if (done === null || !isFitting) await store.remove(database, row, leaseToken);
    return done === null || !isBehind;
  }

  /** Brings something to an instance; the job's own row goes in the same commit. */
  async function bring({ row, leaseToken }: ClaimedJob, decide: (live: LiveInstance) => RunningCommand | null) {
    let isTaken = false;
    const accompany = asJob(leaseToken, (burst) => {
      burst.rows.push((changes) => changes.add(runtime.waitWriters.jobDone, [row.id, row.number, leaseToken]));
    });
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
      return isOpen ? { kind: 'message', at: clock.now(), actor: null, wait, ...broughtBy(message) } : null;
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

  return { runWait, deliver, hear };
}

/** Makes a command the job's: its place may go to one that the burst orders. */
function asJob(leaseToken: string, accompany?: (burst: Burst) => void): (burst: Burst) => void {
  return (burst) => {
    burst.jobToken = leaseToken;
    accompany?.(burst);
  };
}
