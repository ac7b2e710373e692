// Commits a flush: its rows, and in the same commit the answer that an idempotency key keeps.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { ChangeSet, GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import type { IdempotencyClaim } from '../../../../kernel/records/idempotency.ts';
import type { CompiledDefinition } from '../definitions/definition.types.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import type { InstanceMemory } from '../state/instance-memory.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { addFlush } from './add-flush.ts';
import { defineEngineWriters } from './flush.store.ts';
import { type Flush, liveAfter } from './flush.ts';

/** Describes what a command answers once it is committed. */
export interface Reply<T> {
  /** Makes the answer of the instance as the flush leaves it; made before the commit, and anew for each attempt. */
  readonly answer: (live: LiveInstance) => T;
  /** Keeps the answer under the caller's idempotency key, in the commit of the flush. */
  readonly claim?: IdempotencyClaim | undefined;
}

/** `onFlush` is called after each commit, so that followers of the history look. */
export function createCommitFlush({
  groupCommit,
  memory,
  limits,
  onFlush,
}: {
  readonly groupCommit: GroupCommit;
  readonly memory: InstanceMemory;
  readonly limits: EngineLimits;
  readonly onFlush: () => void;
}) {
  const writers = defineEngineWriters(groupCommit);

  /** Answers the bytes of the encoded state, 0 when the instance ended. */
  function addRows(changes: ChangeSet, flush: Flush, { model }: CompiledDefinition): number {
    return addFlush(changes, writers, model, flush, limits.instanceBytes(flush.state.facts.tenantIdentifier));
  }

  return {
    /** Joins the group commit. Null on a conflict: another process moved the instance, or the catalogue moved under a start. */
    async commit<T>(flush: Flush, compiled: CompiledDefinition, { answer, claim }: Reply<T>): Promise<T | null> {
      const live = liveAfter(flush, compiled);
      const changes = groupCommit.createChangeSet();
      const bytes = addRows(changes, flush, compiled);
      const answered = answer(live);
      claim?.add(changes, answered);
      try {
        const outcome = await groupCommit.commit(changes);
        if (!outcome.committed) return null;
      } catch (error) {
        // The flush is perhaps committed, perhaps not: the next command reads.
        memory.forget(flush.state.facts.id);
        throw error;
      }
      memory.remember(live, bytes);
      onFlush();
      return answered;
    },

    /** Writes in a transaction that holds the instance's row locked; memory learns nothing of it. */
    async writeIn<T>(
      tx: Transaction,
      flush: Flush,
      compiled: CompiledDefinition,
      { answer, claim }: Reply<T>,
    ): Promise<T> {
      const live = liveAfter(flush, compiled);
      const changes = groupCommit.createChangeSet();
      addRows(changes, flush, compiled);
      const answered = answer(live);
      claim?.add(changes, answered);
      await groupCommit.writeIn(tx, changes);
      return answered;
    },
  };
}

export type CommitFlush = ReturnType<typeof createCommitFlush>;
