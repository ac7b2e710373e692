// Starts instances by the clock: one for each firing of a start timer, of which the next one follows in the same commit.
import type { TimerFiring } from '@keelson/bpmn-core';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Burst } from '../burst/burst.ts';
import type { DefinitionCache } from '../definitions/definition-cache.ts';
import type { InstanceRuntime } from '../instance-runtime.ts';
import type { PendingStarts } from '../starts/pending-starts.ts';
import type { EngineLimits } from '../state/engine-limits.ts';
import { type ClaimedJob, payloadOf } from '../waits/claimed-job.ts';

/** Payload of the job of a start timer. */
interface TimerPayload {
  readonly trigger: number;
  readonly needed: number;
  readonly remaining: number | null;
}

export function createStartTimers({
  clock,
  definitions,
  limits,
  runtime,
  starts,
}: Pick<Kernel, 'clock'> & {
  readonly definitions: DefinitionCache;
  readonly limits: EngineLimits;
  readonly runtime: InstanceRuntime;
  readonly starts: PendingStarts;
}) {
  /** Answers the firing after this one; null when it was the last. */
  async function nextOf({ row }: ClaimedJob, { remaining }: TimerPayload): Promise<TimerFiring | null> {
    const { model } = await definitions.compiled(row.definition_id ?? '');
    const { calendar } = limits.host(row.tenant_identifier);
    const firing = { dueAt: row.due_at.getTime(), remaining, cycle: row.cycle };
    return calendar.next(firing, clock.now(), model.timeZone);
  }

  return {
    async fire(job: ClaimedJob): Promise<void> {
      const { row, leaseToken } = job;
      const payload = payloadOf<TimerPayload>(row);
      const next = await nextOf(job, payload);
      const { startTimerMove, jobDone } = runtime.waitWriters;
      const proceed = (burst: Pick<Burst, 'rows'>): void => {
        burst.rows.push((changes) => {
          if (next === null) changes.add(jobDone, [row.id, row.number, leaseToken]);
          else {
            const nextPayload = JSON.stringify({ ...payload, remaining: next.remaining });
            const retries = limits.jobAttempts(row.tenant_identifier);
            changes.add(startTimerMove, [row.id, row.number, leaseToken, next.dueAt, next.cycle, nextPayload, retries]);
          }
        });
      };
      await starts.begin(job, { ...payload, variables: {}, businessKey: null }, proceed);
    },
  };
}

export type StartTimers = ReturnType<typeof createStartTimers>;
