// Makes the burst of one command on one state, and runs it under locks where too many others are faster.
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import {
  type Burst,
  type BurstGround,
  type FailurePolicy,
  hasChanged,
  joinBurst,
  openBurst,
  type Part,
  type RunningCommand,
} from './burst/burst.ts';
import type { OpenBursts } from './burst/open-bursts.ts';
import { settle } from './burst/settle.ts';
import { stepPart } from './burst/take-step.ts';
import type { CompiledDefinition } from './definitions/definition.types.ts';
import type { CommitFlush, Reply } from './flush/commit-flush.ts';
import type { EngineMetrics } from './flush/engine-metrics.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import { type LiveInstance, rootIdOf } from './state/live-instance.ts';

export interface InstanceCommand<T> extends Reply<T> {
  /**
   * Reads the state and answers the command that fits it, or throws the refusal; called again on fresh state. Null where there is
   * nothing to do.
   */
  readonly decide: (live: LiveInstance) => RunningCommand | null;
  /** What a failure leaves behind; absent or null: what the model says. */
  readonly onFailure?: FailurePolicy | null;
  /** Adds rows that belong to the command itself, as the job that it is. */
  readonly accompany?: (burst: Burst) => void;
  /** Version that the command takes the instance on to, where it migrates it. */
  readonly target?: CompiledDefinition;
  /** Whether it steps into a burst that waits for a work, instead of waiting for its end. */
  readonly interrupts?: true;
}

export interface CommandGround {
  readonly database: Database;
  readonly ground: BurstGround;
  readonly limits: EngineLimits;
  readonly flushes: CommitFlush;
  readonly bursts: OpenBursts;
  readonly metrics: Pick<EngineMetrics, 'read'>;
}

/** Makes the burst of a command on this state; null when nothing changes. */
export async function burstOf<T>(
  { ground, bursts }: { readonly ground: BurstGround; readonly bursts: Pick<OpenBursts, 'during'> },
  live: LiveInstance,
  command: InstanceCommand<T>,
  load: Burst['load'],
) {
  const decided = command.decide(live);
  if (decided === null) return null;
  const burst = openBurst(ground, rootIdOf(live), load, command.onFailure);
  burst.target = command.target ?? null;
  const main = joinBurst(burst, live);
  const stepped = stepPart(burst, main, decided);
  if (stepped instanceof Promise) await stepped;
  if (burst.tasks.length > 0 || burst.running.size > 0) await bursts.during(burst, () => settle(burst));
  command.accompany?.(burst);
  const isNothing = burst.rows.length === 0 && ![...burst.parts.values()].some(hasChanged);
  return { burst, main, isNothing };
}

/** Answers a command that has nothing to do on this state, in its transaction where there is one. */
export async function answerNothing<T>(
  { answer, claim }: Reply<T>,
  live: LiveInstance,
  taken: { readonly main: Part } | null,
  tx?: Transaction,
): Promise<{ answer: T }> {
  const answered = answer(live, taken?.main.plan ?? null);
  if (claim?.needed === true) await (tx === undefined ? claim.saveAlone(answered) : claim.save(tx, answered));
  return { answer: answered };
}

/** Runs a command after too many conflicts: nobody moves the instances of the burst while their rows are locked. */
export async function runLocked<T>(
  commands: CommandGround,
  instanceId: string,
  command: InstanceCommand<T>,
): Promise<{ answer: T } | null> {
  const { database, flushes, bursts, ground } = commands;
  let ended: ((isCommitted: boolean) => void) | null = null;
  try {
    const committed = await database.transaction(async (tx) => {
      const live = await loadLocked(ground, tx, instanceId);
      if (live === null) return null;
      const taken = await burstOf(commands, live, command, (id) => loadLocked(ground, tx, id));
      if (taken === null || taken.isNothing) return answerNothing(command, live, taken, tx);
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

/** Bursts that nobody can step into: a transaction of somebody else may hold them for long. */
const CLOSED: Pick<OpenBursts, 'during' | 'ended'> = { during: (_burst, work) => work(), ended: () => undefined };

/**
 * Runs a command in the transaction of somebody else, who commits or takes it back: the rows of the instances are locked until then.
 * Throws `BurstFailure` before anything is written.
 */
export async function runIn<T>(
  commands: CommandGround,
  tx: Transaction,
  instanceId: string,
  command: InstanceCommand<T>,
): Promise<{ answer: T } | null> {
  const { ground, flushes } = commands;
  const live = await loadLocked(ground, tx, instanceId);
  if (live === null) return null;
  const closed = { ground, bursts: CLOSED };
  const taken = await burstOf(closed, live, command, (id) => loadLocked(ground, tx, id));
  if (taken === null || taken.isNothing) return answerNothing(command, live, taken, tx);
  const written = await flushes.writeIn(tx, taken.burst, taken.main, command, false);
  tx.afterCommit(written.committedElsewhere);
  return { answer: written.answer };
}

export async function loadLocked(
  { store, memory }: BurstGround,
  tx: Transaction,
  id: string,
): Promise<LiveInstance | null> {
  const row = await store.findLocked(tx, id);
  return row === null ? null : memory.decode(row);
}
