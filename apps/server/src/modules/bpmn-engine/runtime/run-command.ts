// Runs a command on a running instance: a burst on its state, one commit, again when another process was faster.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command, StartCommand } from '@keelson/bpmn-core';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { type Burst, type BurstGround, hasChanged, joinBurst, openBurst } from './burst/burst.ts';
import type { OpenBursts } from './burst/open-bursts.ts';
import { settle } from './burst/settle.ts';
import { stepPart } from './burst/take-step.ts';
import type { CommitFlush, Reply } from './flush/commit-flush.ts';
import { createInstanceQueues } from './instance-queues.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import { type LiveInstance, rootIdOf } from './state/live-instance.ts';

/** Runs against fresh state before the row is locked: each conflict means that another process got ahead. */
const OPTIMISTIC_ATTEMPTS_MAX = 5;
/** Is the longest wait between two such runs. */
const CONFLICT_JITTER_MS = 8;

export type RunningCommand = Exclude<Command, StartCommand>;

export interface InstanceCommand<T> extends Reply<T> {
  /**
   * Reads the state and answers the command that fits it, or throws the refusal; called again on fresh state. Null where there is
   * nothing to do.
   */
  readonly decide: (live: LiveInstance) => RunningCommand | null;
  /** Adds to the burst what belongs to the command itself, as the job that it is. */
  readonly accompany?: (burst: Burst) => void;
  /** Is stepped into a burst that waits for a work, instead of waiting for its end. */
  readonly interrupts?: true;
}

export interface CommandGround {
  readonly database: Database;
  readonly ground: BurstGround;
  readonly limits: EngineLimits;
  readonly flushes: CommitFlush;
  readonly bursts: OpenBursts;
}

export function createRunCommand({ database, ground, limits, flushes, bursts }: CommandGround) {
  const { memory, store } = ground;
  const queues = createInstanceQueues(limits.queue);

  /** Makes the burst of a command on this state; null when nothing changes. */
  async function burstOf<T>(live: LiveInstance, command: InstanceCommand<T>, load: Burst['load']) {
    const decided = command.decide(live);
    if (decided === null) return null;
    const burst = openBurst(ground, rootIdOf(live), load);
    const main = joinBurst(burst, live);
    const stepped = stepPart(burst, main, decided);
    if (stepped instanceof Promise) await stepped;
    if (burst.tasks.length > 0 || burst.running.size > 0) await bursts.during(burst, () => settle(burst));
    command.accompany?.(burst);
    const isNothing = burst.rows.length === 0 && ![...burst.parts.values()].some(hasChanged);
    return isNothing ? null : { burst, main };
  }

  async function runQueued<T>(instanceId: string, command: InstanceCommand<T>): Promise<{ answer: T } | null> {
    for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS_MAX; attempt++) {
      const recalled = memory.recall(instanceId);
      const live = recalled ?? (await memory.load(instanceId));
      if (live === null) return null;
      const made = burstOf(live, command, memory.load);
      // Memory may be behind another process: a refusal, or "nothing to do", counts only against state just read.
      const taken = await (recalled === undefined ? made : made.catch(() => null));
      if (taken === null && recalled === undefined) return { answer: command.answer(live) };
      const committed = taken === null ? null : await flushes.commit(taken.burst, taken.main, command);
      if (taken !== null) bursts.ended(taken.burst, committed !== null);
      if (committed !== null) return committed;
      memory.forget(instanceId);
      for (const id of taken?.burst.parts.keys() ?? []) memory.forget(id);
      if (taken !== null) await sleep(Math.random() * CONFLICT_JITTER_MS * attempt);
    }
    return runLocked(instanceId, command);
  }

  /** Runs after too many conflicts: nobody moves the instances of the burst while their rows are locked. */
  async function runLocked<T>(instanceId: string, command: InstanceCommand<T>): Promise<{ answer: T } | null> {
    let ended: ((isCommitted: boolean) => void) | null = null;
    try {
      const committed = await database.transaction(async (tx) => {
        const live = await loadLocked(tx, instanceId);
        if (live === null) return null;
        const taken = await burstOf(live, command, (id) => loadLocked(tx, id));
        if (taken === null) return { answer: command.answer(live) };
        const written = await flushes.writeIn(tx, taken.burst, taken.main, command);
        ended = (isCommitted) => {
          written.ended(isCommitted);
          bursts.ended(taken.burst, isCommitted);
        };
        return { answer: written.answer };
      });
      (ended as ((isCommitted: boolean) => void) | null)?.(true);
      return committed;
    } catch (error) {
      (ended as ((isCommitted: boolean) => void) | null)?.(false);
      throw error;
    }
  }

  async function loadLocked(tx: Transaction, id: string): Promise<LiveInstance | null> {
    const row = await store.findLocked(tx, id);
    return row === null ? null : memory.decode(row);
  }

  function queued<T>(key: string, work: () => Promise<T>): Promise<T> {
    return queues.run(key, work) ?? fail('RATE_LIMITED', { retryAfterSeconds: 1 });
  }

  /** Commands of one outermost instance run one after another, whichever of its instances they are for. */
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
   * Answers after the commit; null when no such instance runs. A refusal is given only against state that was current when
   * it was read. Throws `BurstFailure`.
   */
  return function runCommand<T>(instanceId: string, command: InstanceCommand<T>): Promise<{ answer: T } | null> {
    const known = memory.recall(instanceId);
    if (known !== undefined && known.call === null && command.interrupts !== true) {
      return queued(instanceId, () => runQueued(instanceId, command));
    }
    return inTurn(instanceId, command);
  };
}
