// Runs a command on a running instance: a burst on its state, one commit, again when another process was faster.
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../../kernel/request/errors.ts';
import type { Burst, BurstGround } from './burst/burst.ts';
import { answerNothing, burstOf, type CommandGround, type InstanceCommand, runLocked } from './command-burst.ts';
import { createInstanceQueues } from './instance-queues.ts';
import { rootIdOf } from './state/live-instance.ts';

/** Number of runs against fresh state before the row is locked: each conflict means that another process got ahead. */
const OPTIMISTIC_ATTEMPTS_MAX = 5;
/** Longest wait between two such runs. */
const CONFLICT_JITTER_MS = 8;

export function createRunCommand(commands: CommandGround) {
  const { ground, limits, flushes, bursts, metrics } = commands;
  const { memory } = ground;
  const queues = createInstanceQueues(limits.queue);

  async function runQueued<T>(instanceId: string, command: InstanceCommand<T>): Promise<{ answer: T } | null> {
    for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS_MAX; attempt++) {
      const recalled = memory.recall(instanceId);
      metrics.read(recalled !== undefined);
      const live = recalled ?? (await memory.load(instanceId));
      if (live === null) return null;
      const made = burstOf(commands, live, command, memory.load);
      // Memory may be behind another process: a refusal, or "nothing to do", counts only against state just read.
      const taken = await (recalled === undefined ? made : made.catch(() => null));
      const isNothing = taken === null || taken.isNothing;
      if (isNothing && recalled === undefined) return answerNothing(command, live, taken);
      const committed = isNothing ? null : await flushes.commit(taken.burst, taken.main, command);
      if (taken !== null) bursts.ended(taken.burst, committed !== null);
      if (committed !== null) return committed;
      memory.forget(instanceId);
      if (taken !== null) forgetRead(ground, taken.burst);
      if (!isNothing) await sleep(Math.random() * CONFLICT_JITTER_MS * attempt);
    }
    return runLocked(commands, instanceId, command);
  }

  function queued<T>(key: string, work: () => Promise<T>): Promise<T> {
    return queues.run(key, work) ?? fail('RATE_LIMITED', { retryAfterSeconds: 1 });
  }

  /** Runs a command in its turn: those of one outermost instance run one after another, whichever of its instances they are for. */
  async function inTurn<T>(instanceId: string, command: InstanceCommand<T>): Promise<{ answer: T } | null> {
    const live = memory.recall(instanceId) ?? (await memory.load(instanceId));
    if (live === null) return null;
    const rootId = rootIdOf(live);
    if (command.interrupts === true) {
      const interrupted = await bursts.interrupt(rootId, instanceId, command);
      if (interrupted !== null) return interrupted;
    }
    return queued(rootId, () => runQueued(instanceId, command));
  }

  /**
   * Runs a command and answers after the commit; null when no such instance runs. A refusal is given only against state that was current
   * when it was read. Throws `BurstFailure`.
   */
  return function runCommand<T>(instanceId: string, command: InstanceCommand<T>): Promise<{ answer: T } | null> {
    const known = memory.recall(instanceId);
    if (known !== undefined && known.call === null && command.interrupts !== true) {
      return queued(instanceId, () => runQueued(instanceId, command));
    }
    return inTurn(instanceId, command);
  };
}

/** Forgets what the burst went by, which may be old: its instances, or the versions that it called. */
function forgetRead({ memory, definitions }: BurstGround, { parts }: Burst): void {
  for (const id of parts.keys()) memory.forget(id);
  if ([...parts.values()].some(({ catalogueNumber }) => catalogueNumber !== null)) definitions.forgetLookUps();
}
