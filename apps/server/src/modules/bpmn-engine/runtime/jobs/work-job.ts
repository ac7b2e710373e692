// Does work that an element ordered from a job, after the commit that ordered it: at least once.
import type { WorkKind, WorkOrder } from '@keelson/bpmn-core';
import type { Kernel } from '../../../../kernel/module.ts';
import type { InlineWork } from '../burst/burst.ts';
import { seenByWork } from '../burst/changed-variables.ts';
import type { JobOutcome } from '../burst/work-outcome.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import type { LiveInstance } from '../state/live-instance.ts';
import type { JobRow } from '../waits/job.store.ts';

/** Work that is done by jobs alone; `jobId` makes a repetition known to whoever is asked. */
export type JobWork = (work: {
  readonly live: LiveInstance;
  /** Number of the wait that the result ends. */
  readonly wait: number;
  readonly order: WorkOrder;
  readonly jobId: string;
  /** Time in epoch milliseconds. */
  readonly at: number;
}) => Promise<JobOutcome>;

/** Does the work of a job; null where nobody waits for it any more. */
export type DoWork = (row: JobRow) => Promise<JobOutcome | null>;

export function createDoWork({
  clock,
  runtime,
  inlineWork,
  jobWork,
}: Pick<Kernel, 'clock'> & {
  readonly runtime: Pick<InstanceRuntime, 'find'>;
  /** Works that jobs do after they took too long in a burst. */
  readonly inlineWork: Partial<Readonly<Record<WorkKind, InlineWork>>>;
  readonly jobWork: Partial<Readonly<Record<WorkKind, JobWork>>>;
}): DoWork {
  return async function doWork(row) {
    const live = await runtime.find(row.id);
    const isOpen = live?.state.waits.some(({ number }) => number === row.number) === true;
    if (live === null || !isOpen) return null;
    const order = JSON.parse(row.payload ?? 'null') as WorkOrder;
    const byJob = jobWork[order.work];
    // What was ordered may lie back far: what has changed since is seen.
    const seen = () => ({ ...order.variables, ...seenByWork(live, row.number) });
    const given = { live, wait: row.number, order, seen, at: clock.now() };
    if (byJob !== undefined) return byJob({ ...given, jobId: `${row.id}-j${row.number}` });
    const { signal } = new AbortController();
    const inline = inlineWork[order.work]?.({ ...given, signal, batch: row.id }) ?? null;
    if (inline === null) throw new Error(`nothing does the work ${order.work}`);
    return inline;
  };
}
