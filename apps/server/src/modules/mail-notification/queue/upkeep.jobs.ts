// Ends mails past their date, and removes contents, attempts, changes and mails that were kept long enough.
import { DAY_MS, HOUR_MS } from '@keelson/time-zone/units';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { dropPartition, listPartitions } from '../../../kernel/schema/drop-partitions.ts';
import type { PartitionedTable } from '../../../kernel/schema/partitions.ts';
import type { MailSettings } from '../mail-notification.settings.ts';
import { ATTEMPT_TABLE, CONTENT_TABLE, EVENT_TABLE, type MailPartitions } from '../record/mail-partitions.ts';
import type { CountUndelivered } from '../record/undelivered-mails.ts';
import { emptyCaptured, removeAttachments, removeEnded, saveExpired } from './upkeep.store.ts';

/** Interval of the job, by which an expired mail may wait too long. */
const EXPIRY_SWEEP_INTERVAL_MS = 30_000;
/** Rows that one statement takes; the rest follows. */
const ROWS_PER_STATEMENT = 1_000;
/** Time that captured contents with a secret are kept: they are for a person who tries something out now. */
const SENSITIVE_CAPTURED_MS = DAY_MS;

export function createUpkeepJobs({
  database,
  clock,
  log,
  settings,
  partitions,
  onEnded,
}: Pick<Kernel, 'database' | 'clock' | 'log'> & {
  readonly settings: MailSettings;
  readonly partitions: MailPartitions;
  readonly onEnded: CountUndelivered;
}) {
  const before = (ms: number): Date => new Date(clock.now() - ms);

  async function expire(): Promise<void> {
    await partitions.makeRoomForChange(clock.now());
    const some = () => database.transaction((tx) => saveExpired(tx, before(0), ROWS_PER_STATEMENT));
    for (let count = ROWS_PER_STATEMENT; count === ROWS_PER_STATEMENT; ) {
      const ended = await some();
      for (const status of ended) onEnded(status);
      count = ended.length;
    }
  }

  async function dropPast(table: PartitionedTable, keptDays: number): Promise<void> {
    const until = clock.now() - keptDays * DAY_MS;
    for (const partition of await listPartitions(database, table)) {
      if (partition.untilMs <= until) await dropPartition(database, table, partition);
    }
  }

  async function retain(): Promise<void> {
    const logDays = settings.retentionLog.get(null);
    const emptiedBefore = () => before(SENSITIVE_CAPTURED_MS);
    while ((await emptyCaptured(database, emptiedBefore(), ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
    while ((await removeEnded(database, before(logDays * DAY_MS), ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
    const contentDays = settings.retentionContent.get(null);
    await dropPast(CONTENT_TABLE, contentDays);
    const keptFrom = startOfDay(clock.now() - contentDays * DAY_MS);
    while ((await removeAttachments(database, keptFrom, ROWS_PER_STATEMENT)) === ROWS_PER_STATEMENT);
    await dropPast(ATTEMPT_TABLE, logDays);
    await dropPast(EVENT_TABLE, logDays);
  }

  return [
    createRepeatedJob({ name: 'mail-expiry', run: expire, intervalMs: () => EXPIRY_SWEEP_INTERVAL_MS }, log),
    createRepeatedJob({ name: 'mail-retention', run: retain, intervalMs: () => HOUR_MS }, log),
  ];
}

/** Answers the start of the day: contents are in partitions of a day, which is kept until it is past as a whole. */
function startOfDay(ms: number): Date {
  return new Date(Math.floor(ms / DAY_MS) * DAY_MS);
}
