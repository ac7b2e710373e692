// Makes the rows of a burst, and its notifications for after the commit.
import type { ChangeSet, GroupCommit } from '../../../../kernel/group-commit/group-commit.ts';
import { type Burst, hasChanged, type Part } from '../burst/burst.ts';
import { addVariables } from '../searchable/add-variables.ts';
import type { VariableWriters } from '../searchable/searchable-variable.store.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import type { JobQueue, QueuedJob } from '../waits/job-queue.ts';
import type { WaitWriters } from '../waits/wait.store.ts';
import { addBusinessKey } from './add-business-key.ts';
import { addFlush } from './add-flush.ts';
import { addJob } from './add-job.ts';
import { addWaits } from './add-waits.ts';
import type { EngineWriters } from './flush.store.ts';
import { type Flush, flushOf } from './flush.ts';
import type { UniqueKeyWriters } from './unique-key.store.ts';
import { type KeyChanges, keyChangesOf } from './unique-keys.ts';

export interface RowGround {
  readonly groupCommit: GroupCommit;
  readonly writers: EngineWriters;
  readonly waitWriters: WaitWriters;
  readonly keyWriters: UniqueKeyWriters;
  readonly variableWriters: VariableWriters;
  readonly limits: EngineLimits;
  readonly queue: JobQueue;
}

/** Listener to commits, so that whoever waits for what they make looks. */
export interface FlushListener {
  /** Called when history was written. */
  onFlush(): void;
  /** Called when somebody waits for messages of these names. */
  onSubscribed(tenantIdentifier: string, names: readonly string[]): void;
  /** Called when jobs that were held go on, and may be due. */
  onJobsResumed(): void;
  /** Called when there are external tasks that workers may fetch. */
  onExternalTask(tenantIdentifier: string): void;
}

interface Written {
  readonly live: LiveInstance;
  readonly bytes: number;
  /** Number of activities and events that the burst has entered. */
  readonly entered: number;
}

export interface Rows {
  readonly changes: ChangeSet;
  readonly written: readonly Written[];
  readonly jobs: readonly QueuedJob[];
  /** Changed keys, which are not among the changes yet. */
  readonly keys: KeyChanges;
  readonly notify: (listener: FlushListener) => void;
  readonly afterCommit: Burst['afterCommit'];
}

function addPart(ground: RowGround, changes: ChangeSet, flush: Flush) {
  const { writers, waitWriters, limits } = ground;
  const tenant = flush.state.facts.tenantIdentifier;
  const bytes = addFlush(changes, writers, flush, limits.instanceBytes(tenant));
  const waits = addWaits({ changes, writers: waitWriters, flush, jobAttempts: limits.jobAttempts(tenant) });
  const messages = [...waits.messages, ...addBusinessKey(changes, ground, flush)];
  return { bytes, waits, messages };
}

/** Makes the rows of all its instances; `jobs` takes those that a place was reserved for, also where it throws. */
export function rowsOf(ground: RowGround, burst: Burst, jobs: QueuedJob[]): Rows {
  const { groupCommit, waitWriters, variableWriters, queue } = ground;
  const keys = keyChangesOf(burst);
  const changes = groupCommit.createChangeSet();
  const written: Written[] = [];
  const news: ((listener: FlushListener) => void)[] = [];
  for (const part of burst.parts.values()) {
    if (!hasChanged(part)) continue;
    const { bytes, waits, messages } = addPart(ground, changes, flushOf(part));
    addVariables(changes, variableWriters, part);
    written.push({ live: liveAfter(part), bytes, entered: countEntered(part) });
    for (const job of waits.jobs) jobs.push(addJob(changes, waitWriters, queue, job, burst));
    const { tenantIdentifier } = part.live.state.facts;
    if (messages.length > 0) news.push((to) => to.onSubscribed(tenantIdentifier, messages));
    if (waits.hasResumedJobs) news.push((to) => to.onJobsResumed());
    if (waits.hasExternal) news.push((to) => to.onExternalTask(tenantIdentifier));
  }
  for (const job of burst.jobs) jobs.push(addJob(changes, waitWriters, queue, job, burst));
  for (const add of burst.rows) add(changes);
  const notify = (to: FlushListener) => {
    for (const say of news) say(to);
  };
  return { changes, written, jobs, keys, notify, afterCommit: burst.afterCommit };
}

function countEntered({ history }: Part): number {
  let count = 0;
  for (const [kind] of history) if (kind === 'a') count++;
  return count;
}

/** Answers the instance as it stands once the burst is committed. */
export function liveAfter(part: Part): LiveInstance {
  const { live, before } = part;
  return hasChanged(part) ? { ...live, revision: (before?.revision ?? 0) + 1, changedAt: part.at } : live;
}
