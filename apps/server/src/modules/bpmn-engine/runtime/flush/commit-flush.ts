// Commits a burst: the rows of all its instances, and in the same commit the answer that an idempotency key keeps.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { ChangeSet, GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import type { IdempotencyClaim } from '../../../../kernel/records/idempotency.ts';
import { type Burst, hasChanged, type Part } from '../burst/burst.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import type { InstanceMemory } from '../state/instance-memory.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import { addJob } from '../waits/add-job.ts';
import { addWaits } from '../waits/add-waits.ts';
import type { JobQueue, QueuedJob } from '../waits/job-queue.ts';
import { defineWaitWriters } from '../waits/wait.store.ts';
import { addFlush } from './add-flush.ts';
import { CommitConflict } from './commit-conflict.ts';
import { CATALOGUE_CONFLICT, defineEngineWriters, REVISION_CONFLICT } from './flush.store.ts';
import { type Flush, flushOf } from './flush.ts';

/** Somebody else was faster: the same command may succeed on what is there now. */
const REPEATABLE: ReadonlySet<string> = new Set([REVISION_CONFLICT, CATALOGUE_CONFLICT]);

/** Describes what a command answers once it is committed. */
export interface Reply<T> {
  /** Makes the answer of the instance as the burst leaves it; made before the commit, and anew for each attempt. */
  readonly answer: (live: LiveInstance) => T;
  /** Keeps the answer under the caller's idempotency key, in the commit of the burst. */
  readonly claim?: IdempotencyClaim | undefined;
}

/** Hears of what a commit has made, so that whoever waits for it looks. */
export interface FlushListener {
  /** History was written. */
  onFlush(): void;
  /** Somebody waits for messages of these names. */
  onSubscribed(tenantIdentifier: string, names: readonly string[]): void;
  /** There are external tasks that workers may fetch. */
  onExternalTask(tenantIdentifier: string): void;
}

interface Written {
  readonly live: LiveInstance;
  readonly bytes: number;
}

interface Rows {
  readonly changes: ChangeSet;
  readonly written: readonly Written[];
  readonly jobs: readonly QueuedJob[];
  readonly tell: (listener: FlushListener) => void;
  readonly afterCommit: Burst['afterCommit'];
}

export function createCommitFlush({
  groupCommit,
  memory,
  limits,
  queue,
  listener,
}: {
  readonly groupCommit: GroupCommit;
  readonly memory: InstanceMemory;
  readonly limits: EngineLimits;
  readonly queue: JobQueue;
  readonly listener: FlushListener;
}) {
  const writers = defineEngineWriters(groupCommit);
  const waitWriters = defineWaitWriters(groupCommit);

  function addPart(changes: ChangeSet, flush: Flush) {
    const tenant = flush.state.facts.tenantIdentifier;
    const bytes = addFlush(changes, writers, flush, limits.instanceBytes(tenant));
    const waits = addWaits({ changes, writers: waitWriters, flush, jobAttempts: limits.jobAttempts(tenant) });
    return { bytes, waits };
  }

  function rowsOf(burst: Burst, jobs: QueuedJob[]): Rows {
    const changes = groupCommit.createChangeSet();
    const written: Written[] = [];
    const news: ((listener: FlushListener) => void)[] = [];
    for (const part of burst.parts.values()) {
      if (!hasChanged(part)) continue;
      const { bytes, waits } = addPart(changes, flushOf(part));
      written.push({ live: liveAfter(part), bytes });
      for (const job of waits.jobs) jobs.push(addJob(changes, waitWriters, queue, job, burst.beganAt));
      const { tenantIdentifier } = part.live.state.facts;
      if (waits.messages.length > 0) news.push((to) => to.onSubscribed(tenantIdentifier, waits.messages));
      if (waits.hasExternal) news.push((to) => to.onExternalTask(tenantIdentifier));
    }
    for (const job of burst.jobs) jobs.push(addJob(changes, waitWriters, queue, job, burst.beganAt));
    for (const add of burst.rows) add(changes);
    const tell = (to: FlushListener) => {
      for (const say of news) say(to);
    };
    return { changes, written, jobs, tell, afterCommit: burst.afterCommit };
  }

  /** Makes all rows and the answer; places that were reserved are given back where that fails. */
  function prepare<T>(burst: Burst, main: Part, { answer, claim }: Reply<T>) {
    const jobs: QueuedJob[] = [];
    try {
      const rows = rowsOf(burst, jobs);
      const answered = answer(liveAfter(main));
      claim?.add(rows.changes, answered);
      return { rows, answered };
    } catch (error) {
      queue.release(jobs);
      throw error;
    }
  }

  function onCommitted({ written, jobs, tell, afterCommit }: Rows): void {
    for (const { live, bytes } of written) memory.remember(live, bytes);
    if (jobs.length > 0) queue.begin(jobs);
    tell(listener);
    for (const act of afterCommit) act();
    listener.onFlush();
  }

  return {
    waitWriters,
    /** Joins the group commit. Null on a conflict: another process moved an instance, or the catalogue moved under a start. */
    async commit<T>(burst: Burst, main: Part, reply: Reply<T>): Promise<{ readonly answer: T } | null> {
      const { rows, answered } = prepare(burst, main, reply);
      try {
        const outcome = await groupCommit.commit(rows.changes);
        if (!outcome.committed) {
          queue.release(rows.jobs);
          if (!REPEATABLE.has(outcome.conflict)) throw new CommitConflict(outcome.conflict);
          return null;
        }
      } catch (error) {
        if (error instanceof CommitConflict) throw error;
        // The flush is perhaps committed, perhaps not: the next command reads.
        queue.release(rows.jobs);
        for (const id of burst.parts.keys()) memory.forget(id);
        throw error;
      }
      onCommitted(rows);
      return { answer: answered };
    },

    /** Writes in a transaction that holds the rows of the instances locked; memory learns nothing of it. */
    async writeIn<T>(tx: Transaction, burst: Burst, main: Part, reply: Reply<T>) {
      const { rows, answered } = prepare(burst, main, reply);
      try {
        await groupCommit.writeIn(tx, rows.changes);
      } catch (error) {
        queue.release(rows.jobs);
        throw error;
      }
      return {
        answer: answered,
        /** Is called after the commit, or with false where the transaction failed. */
        ended(isCommitted: boolean): void {
          if (!isCommitted) queue.release(rows.jobs);
          else onCommitted({ ...rows, written: [] });
        },
      };
    },
  };
}

export type CommitFlush = ReturnType<typeof createCommitFlush>;

/** Is the instance as it stands once the burst is committed. */
function liveAfter(part: Part): LiveInstance {
  const { live, before } = part;
  return hasChanged(part) ? { ...live, revision: (before?.revision ?? 0) + 1 } : live;
}
