// Runs a command on a running instance: one step on its state, one flush, again when another process was faster.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, step } from '@keelson/bpmn-core';
import type { Database } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { CommitFlush, Reply } from './flush/commit-flush.ts';
import type { Flush } from './flush/flush.ts';
import { createInstanceQueues } from './instance-queues.ts';
import type { EngineLimits } from './state/engine-limits.ts';
import { failCommand } from './state/fail-command.ts';
import type { InstanceStore } from './state/instance.store.ts';
import type { InstanceMemory } from './state/instance-memory.ts';
import type { LiveInstance } from './state/live-instance.ts';
import type { LoopBudget } from './state/loop-budget.ts';

/** Runs against fresh state before the row is locked: each conflict means that another process got ahead. */
const OPTIMISTIC_ATTEMPTS_MAX = 5;
/** Is the longest wait between two such runs. */
const CONFLICT_JITTER_MS = 8;

export interface InstanceCommand<T> extends Reply<T> {
  /** Reads the state and answers the command that fits it, or throws the refusal; called again on fresh state. */
  readonly decide: (live: LiveInstance) => Command;
}

interface Bounds {
  readonly limits: EngineLimits;
  readonly budget: LoopBudget;
}

export function createRunCommand({
  database,
  store,
  memory,
  limits,
  budget,
  flushes,
  onFlush,
}: {
  readonly database: Database;
  readonly store: InstanceStore;
  readonly memory: InstanceMemory;
  readonly flushes: CommitFlush;
  readonly onFlush: () => void;
} & Bounds) {
  const queues = createInstanceQueues(limits.queue);
  const bounds = { limits, budget };

  async function runQueued<T>(instanceId: string, command: InstanceCommand<T>): Promise<T | null> {
    for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS_MAX; attempt++) {
      const recalled = memory.recall(instanceId);
      const live = recalled ?? (await memory.load(instanceId));
      if (live === null) return null;
      const flush = recalled === undefined ? flushOf(bounds, live, command) : flushOrDoubt(bounds, live, command);
      if (flush === null && recalled === undefined) return command.answer(live);
      const answer = flush === null ? null : await flushes.commit(flush, live.compiled, command);
      if (answer !== null) return answer;
      memory.forget(instanceId);
      if (flush !== null) await sleep(Math.random() * CONFLICT_JITTER_MS * attempt);
    }
    return runLocked(instanceId, command);
  }

  /** Runs after too many conflicts: nobody moves the instance while its row is locked. */
  async function runLocked<T>(instanceId: string, command: InstanceCommand<T>): Promise<T | null> {
    const answer = await database.transaction(async (tx) => {
      const row = await store.findLocked(tx, instanceId);
      if (row === null) return null;
      const live = await memory.decode(row);
      const flush = flushOf(bounds, live, command);
      return flush === null ? command.answer(live) : flushes.writeIn(tx, flush, live.compiled, command);
    });
    onFlush();
    return answer;
  }

  /**
   * Answers after the commit; null when no such instance runs. A refusal is given only against state that was current when
   * it was read.
   */
  return function runCommand<T>(instanceId: string, command: InstanceCommand<T>): Promise<T | null> {
    return (
      queues.run(instanceId, () => runQueued(instanceId, command)) ?? fail('RATE_LIMITED', { retryAfterSeconds: 1 })
    );
  };
}

/** Makes the flush that the command makes of this state; null when nothing changes. */
function flushOf(
  { limits, budget }: Bounds,
  live: LiveInstance,
  { decide }: Pick<InstanceCommand<unknown>, 'decide'>,
): Flush | null {
  const command = decide(live);
  const { tenantIdentifier } = live.state.facts;
  const result = budget.run(tenantIdentifier, command.actor ?? '', () =>
    step(live.compiled.model, live.state, command, limits.host(tenantIdentifier)),
  );
  if (result.outcome !== 'done') return failCommand(result);
  const { state, history, effects } = result;
  if (history.length === 0 && effects.length === 0) return null;
  return {
    state,
    revision: live.revision + 1,
    at: command.at,
    actor: command.actor,
    command: command.kind,
    history,
    effects,
    tasksBefore: live.state.tasks,
    catalogueNumber: null,
  };
}

/** Memory may be behind another process: a refusal, or "nothing to do", counts only against state just read. */
function flushOrDoubt(
  bounds: Bounds,
  live: LiveInstance,
  command: Pick<InstanceCommand<unknown>, 'decide'>,
): Flush | null {
  try {
    return flushOf(bounds, live, command);
  } catch {
    return null;
  }
}
