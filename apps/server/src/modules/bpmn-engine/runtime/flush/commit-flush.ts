// Commits a burst: the rows of all its instances, and in the same commit the answer that an idempotency key keeps.
import type { ChangePlan } from '@keelson/bpmn-core';
import type { Queryable, Transaction } from '../../../../kernel/database/database.ts';
import type { GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import type { IdempotencyClaim } from '../../../../kernel/records/idempotency.ts';
import type { Burst, Part } from '../burst/burst.ts';
import { defineVariableWriters } from '../searchable/searchable-variable.store.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import type { InstanceMemory } from '../state/instance-memory.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import type { JobQueue, QueuedJob } from '../waits/job-queue.ts';
import { defineWaitWriters } from '../waits/wait.store.ts';
import { type FlushListener, liveAfter, type RowGround, type Rows, rowsOf } from './burst-rows.ts';
import { CommitConflict } from './commit-conflict.ts';
import type { EngineMetrics } from './engine-metrics.ts';
import { CATALOGUE_CONFLICT, defineEngineWriters, REVISION_CONFLICT } from './flush.store.ts';
import { defineUniqueKeyWriters, UNIQUE_KEY_CONFLICT } from './unique-key.store.ts';
import { addKeys, refuseKeysInUse, writeKeys, writeKeysWholly } from './unique-keys.ts';

/** Conflicts after which the same command may succeed on what is there now: somebody else was faster. */
const REPEATABLE: ReadonlySet<string> = new Set([REVISION_CONFLICT, CATALOGUE_CONFLICT, UNIQUE_KEY_CONFLICT]);

/** Answer of a command once it is committed. */
export interface Reply<T> {
  /** Makes the answer of the instance as the burst leaves it; made before the commit, and anew for each attempt. */
  readonly answer: (live: LiveInstance, plan: ChangePlan | null) => T;
  /** Keeps the answer under the caller's idempotency key, in the commit of the burst. */
  readonly claim?: IdempotencyClaim | undefined;
}

interface FlushParts {
  readonly database: Queryable;
  readonly groupCommit: GroupCommit;
  readonly memory: InstanceMemory;
  readonly limits: EngineLimits;
  readonly queue: JobQueue;
  readonly listener: FlushListener;
  readonly metrics: EngineMetrics;
}

function defineWriters(groupCommit: GroupCommit) {
  return {
    writers: defineEngineWriters(groupCommit),
    waitWriters: defineWaitWriters(groupCommit),
    keyWriters: defineUniqueKeyWriters(groupCommit),
    variableWriters: defineVariableWriters(groupCommit),
  };
}

export function createCommitFlush({ database, groupCommit, memory, limits, queue, listener, metrics }: FlushParts) {
  const ground: RowGround = { ...defineWriters(groupCommit), groupCommit, limits, queue };
  const { waitWriters, keyWriters } = ground;

  function onCommitted({ written, jobs, notify, afterCommit }: Rows): void {
    for (const { live, bytes, entered } of written) {
      memory.remember(live, bytes);
      metrics.committed(live, entered);
    }
    if (jobs.length > 0) queue.begin(jobs);
    notify(listener);
    for (const act of afterCommit) act();
    listener.onFlush();
  }

  return {
    waitWriters,
    /** Joins the group commit. Null on a conflict: another process moved an instance, or the catalogue moved under a start. */
    async commit<T>(burst: Burst, main: Part, reply: Reply<T>): Promise<{ readonly answer: T } | null> {
      metrics.rested(burst.openedAt);
      const { rows, answered } = prepare(ground, burst, main, reply);
      addKeys(rows.changes, keyWriters, rows.keys, burst.beganAt);
      const outcome = await groupCommit.commit(rows.changes).catch((error: unknown) => {
        // The flush is perhaps committed, perhaps not: the next command reads, and its jobs are free for whoever finds them.
        queue.abandon(rows.jobs);
        for (const id of burst.parts.keys()) memory.forget(id);
        throw error;
      });
      if (!outcome.committed) {
        queue.release(rows.jobs);
        if (outcome.conflict === UNIQUE_KEY_CONFLICT) await refuseKeysInUse(database, burst, rows.keys);
        if (!REPEATABLE.has(outcome.conflict)) throw new CommitConflict(outcome.conflict);
        metrics.conflicted();
        return null;
      }
      onCommitted(rows);
      return { answer: answered };
    },

    /**
     * Writes in a transaction that holds the rows of the instances locked; memory learns nothing of it. Of a transaction that
     * somebody else ends no place of the queue is kept: its jobs would begin before its commit, or never be given back.
     */
    async writeIn<T>(tx: Transaction, burst: Burst, main: Part, reply: Reply<T>, ownsTransaction = true) {
      metrics.rested(burst.openedAt);
      const used = ownsTransaction ? ground : { ...ground, queue: { ...queue, reserve: () => null } };
      const { rows, answered } = prepare(used, burst, main, reply);
      try {
        await (ownsTransaction ? writeKeys : writeKeysWholly)(tx, burst, rows.keys);
        await groupCommit.writeIn(tx, rows.changes);
      } catch (error) {
        queue.release(rows.jobs);
        throw error;
      }
      return {
        answer: answered,
        /** Called after the commit, or with false where the transaction failed. */
        ended(isCommitted: boolean): void {
          if (!isCommitted) queue.release(rows.jobs);
          else onCommitted({ ...rows, written: [] });
        },
        /** Called after the commit of somebody else's transaction: what memory knows is older. */
        committedElsewhere(): void {
          forgetWritten(rows, { memory, metrics });
          onCommitted({ ...rows, written: [] });
        },
      };
    },
  };
}

export type CommitFlush = ReturnType<typeof createCommitFlush>;

/** Forgets what memory knows of written instances, which is older. */
function forgetWritten({ written }: Rows, { memory, metrics }: Pick<FlushParts, 'memory' | 'metrics'>): void {
  for (const { live, entered } of written) {
    memory.forget(live.state.facts.id);
    metrics.committed(live, entered);
  }
}

/** Makes all rows and the answer; places that were reserved are given back where that fails. */
function prepare<T>(ground: RowGround, burst: Burst, main: Part, { answer, claim }: Reply<T>) {
  const jobs: QueuedJob[] = [];
  try {
    const rows = rowsOf(ground, burst, jobs);
    const answered = answer(liveAfter(main), main.plan);
    claim?.add(rows.changes, answered);
    return { rows, answered };
  } catch (error) {
    ground.queue.release(jobs);
    throw error;
  }
}
