// Runs a command on a running instance: one step on its state, one flush, again when another process was faster.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, step } from '@keelson/bpmn-core';
import { addFlush, type Flush, liveAfter } from './flush/add-flush.ts';
import type { AlsoWrite, RuntimeNeeds } from './instance-runtime.ts';
import { failCommand } from './state/fail-command.ts';
import type { LiveInstance } from './state/live-instance.ts';

/** Runs against fresh state before the row is locked: each conflict means that another process got ahead. */
const OPTIMISTIC_ATTEMPTS_MAX = 5;
/** Longest wait between two such runs. */
const CONFLICT_JITTER_MS = 8;

/** Reads the state and answers the command that fits it, or throws the refusal. */
export type Decide = (live: LiveInstance) => Command;

/** Null when no such instance runs. A refusal is given only against state that was current when it was read. */
export async function runCommand(
  needs: RuntimeNeeds,
  instanceId: string,
  decide: Decide,
  alsoWrite?: AlsoWrite,
): Promise<LiveInstance | null> {
  const { memory } = needs;
  for (let attempt = 0; attempt < OPTIMISTIC_ATTEMPTS_MAX; attempt++) {
    const recalled = memory.recall(instanceId);
    const live = recalled ?? (await memory.load(instanceId));
    if (live === null) return null;
    const flush = recalled === undefined ? flushOf(needs, live, decide) : flushOrDoubt(needs, live, decide);
    if (flush === null && recalled === undefined) return live;
    const next = flush === null ? null : await commitFlush(needs, live, flush, alsoWrite);
    if (next !== null) return next;
    memory.forget(instanceId);
    if (flush !== null) await sleep(Math.random() * CONFLICT_JITTER_MS * attempt);
  }
  return runLocked(needs, instanceId, decide, alsoWrite);
}

type LimitNeeds = Pick<RuntimeNeeds, 'limits'>;

/** The flush that the command makes of this state; null when nothing changes. */
function flushOf({ limits }: LimitNeeds, live: LiveInstance, decide: Decide): Flush | null {
  const command = decide(live);
  const result = step(live.compiled.model, live.state, command, limits.host(live.state.facts.tenantIdentifier));
  if (result.outcome !== 'done') return failCommand(result);
  if (result.history.length === 0 && result.effects.length === 0) return null;
  const { at, actor, kind } = command;
  return { ...result, revision: live.revision + 1, at, actor, command: kind, tasksBefore: live.state.tasks };
}

/** Memory may be behind another process: a refusal, or "nothing to do", counts only against state just read. */
function flushOrDoubt(needs: LimitNeeds, live: LiveInstance, decide: Decide): Flush | null {
  try {
    return flushOf(needs, live, decide);
  } catch {
    return null;
  }
}

/** Null on a conflict of revisions. */
async function commitFlush(
  { groupCommit, writers, memory, limits, onFlush }: RuntimeNeeds,
  live: LiveInstance,
  flush: Flush,
  alsoWrite?: AlsoWrite,
): Promise<LiveInstance | null> {
  const changes = groupCommit.createChangeSet();
  const bytes = addFlush(changes, { writers, limits }, live.compiled.model, flush);
  const next = liveAfter(flush, live.compiled);
  alsoWrite?.(changes, next);
  try {
    const outcome = await groupCommit.commit(changes);
    if (!outcome.committed) return null;
  } catch (error) {
    // Perhaps committed, perhaps not: the next command reads.
    memory.forget(live.state.facts.id);
    throw error;
  }
  memory.remember(next, bytes);
  onFlush();
  return next;
}

/** After too many conflicts: nobody moves the instance while its row is locked. */
async function runLocked(
  { database, groupCommit, writers, memory, store, limits, onFlush }: RuntimeNeeds,
  instanceId: string,
  decide: Decide,
  alsoWrite?: AlsoWrite,
): Promise<LiveInstance | null> {
  const next = await database.transaction(async (tx) => {
    const row = await store.findLocked(tx, instanceId);
    if (row === null) return null;
    const live = await memory.decode(row);
    const flush = flushOf({ limits }, live, decide);
    if (flush === null) return live;
    const changes = groupCommit.createChangeSet();
    addFlush(changes, { writers, limits }, live.compiled.model, flush);
    const moved = liveAfter(flush, live.compiled);
    alsoWrite?.(changes, moved);
    await groupCommit.writeIn(tx, changes);
    return moved;
  });
  onFlush();
  return next;
}
