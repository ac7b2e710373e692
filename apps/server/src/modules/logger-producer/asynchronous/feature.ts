// Wires the queue of asynchronous events: accepted once they are in a file, stored a moment later.
import { join } from 'node:path';
import { SECOND_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Bury } from '../dead-letters/feature.ts';
import type { LogEvent } from '../record/event.types.ts';
import { toRecord } from '../record/spool-record.ts';
import { SPOOL_BYTES, Spool } from '../spool/spool.ts';
import { type DrainParts, drainSpool } from './spool-drain.ts';
import { createSpoolProgress } from './spool-progress.ts';

/** Interval in which directories of dead processes are looked for. */
const LOOK_MS = 2_000;
/**
 * Assumed events stored in a second until the real rate was measured; the `Retry-After` of a full queue is computed
 * from it.
 */
const DRAINED_PER_SECOND = 5_000;
const RETRY_SECONDS_MAX = 60;
const SPOOL_WARNED_BYTES = SPOOL_BYTES * 0.8;

export interface EventQueueParts {
  readonly store: DrainParts['store'];
  readonly bury: Bury;
  /** Milliseconds after which what was written is synced; 0: before the answer. */
  readonly fsyncIntervalMs: () => number;
}

export function createEventQueue(kernel: Kernel, { store, bury, fsyncIntervalMs }: EventQueueParts) {
  const { clock, config, databaseId, log, processes } = kernel;
  const progress = createSpoolProgress(clock);
  let isStopping = false;

  const spool = new Spool({
    // Programs with other databases may share the directory: to them every process of this one is dead.
    root: join(config.loggerSpoolDirectory, databaseId),
    processId: processes.id,
    clock,
    fsyncIntervalMs,
    onSyncFailed: (error) => log.error({ err: error }, 'the spool of events could not be synced'),
    async onDamaged(bytes, reason) {
      // A write was cut off before its answer, so that no client was promised these bytes.
      if (reason === 'torn')
        log.warn({ bytes: bytes.length }, 'an unfinished record at the end of a spool was cut off');
      else await bury(bytes, `damaged in the spool: ${reason}`, null);
    },
  });
  const parts: DrainParts = { store, bury, isStopping: () => isStopping, onReleased: progress.release };

  async function work(): Promise<void> {
    // Queried at the first use alone, and not at all where no directory is left.
    let alive: Promise<ReadonlySet<string>> | null = null;
    const isDead = async (id: string): Promise<boolean> => {
      alive ??= processes.list().then((rows) => new Set(rows.map((row) => row.id)));
      return !(await alive).has(id);
    };
    await spool.adoptOrphans({ isDead });
    await Promise.all([spool, ...spool.adopted].map((source) => drainSpool(source, parts)));
  }

  const repeated = createRepeatedJob(
    { name: 'log-spool', everywhere: true, run: work, intervalMs: () => LOOK_MS },
    log,
  );
  const job: Job = {
    ...repeated,
    async stop() {
      isStopping = true;
      await repeated.stop();
      await spool.close();
    },
  };
  observeSpool(kernel, spool);
  return {
    job,
    /** Resolves once the events are in the file. 503 LOG_BUFFER_FULL, LOG_DISK_FULL: none of them is accepted. */
    async accept(events: readonly LogEvent[]): Promise<void> {
      const isProtected = events.every(({ retentionClass }) => retentionClass === 'AUDIT');
      const answer = await spool.append(events.map(toRecord), { isProtected });
      if ('refused' in answer) {
        if (answer.refused === 'disk') fail('LOG_DISK_FULL', { retryAfterSeconds: RETRY_SECONDS_MAX });
        const retryAfterSeconds = Math.ceil(spool.records / (progress.perSecond() || DRAINED_PER_SECOND));
        fail('LOG_BUFFER_FULL', { retryAfterSeconds: Math.min(RETRY_SECONDS_MAX, Math.max(1, retryAfterSeconds)) });
      }
      repeated.wake();
    },
    status: () => ({
      spoolCount: spool.records,
      spoolBytes: spool.bytes,
      oldestMillis: spool.oldestAt === null ? null : Math.max(0, clock.now() - spool.oldestAt),
      adoptedCount: spool.adopted.length,
      drainedPerSecond: progress.perSecond(),
    }),
    /** Waits until the present records are stored or dead letters, or for the time. */
    async flush(timeoutMs: number) {
      const adopted = spool.adopted.map((one) => ({ key: one, records: one.records }));
      const total = spool.records;
      const own = { key: spool, records: total - adopted.reduce((sum, { records }) => sum + records, 0) };
      repeated.wake();
      const remainingCount = await progress.emptied([own, ...adopted], timeoutMs);
      return { flushedCount: total - remainingCount, remainingCount };
    },
  };
}

function observeSpool(
  { clock, metrics, readiness }: Pick<Kernel, 'clock' | 'metrics' | 'readiness'>,
  spool: Spool,
): void {
  readiness.warn('log-spool', () =>
    spool.bytes > SPOOL_WARNED_BYTES ? 'events that are not stored yet fill the spool to more than 80 %' : null,
  );
  metrics.gauge({
    name: 'log_spool_bytes',
    help: 'Bytes of accepted events that are not stored yet.',
    collect: (gauge) => gauge.set(spool.bytes),
  });
  metrics.gauge({
    name: 'log_spool_oldest_seconds',
    help: 'Age of the oldest accepted event that is not stored yet.',
    collect: (gauge) => gauge.set(spool.oldestAt === null ? 0 : (clock.now() - spool.oldestAt) / SECOND_MS),
  });
}
