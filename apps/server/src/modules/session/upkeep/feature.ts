// Wires background work on sessions: the signal log, last access, standing orders, expiry, shorter timeouts, upkeep of
// the tables.
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job, Kernel } from '../../../kernel/module.ts';
import type { Activity } from '../entry/activity.ts';
import type { Signals } from '../entry/signals.ts';
import type { SessionSettings } from '../session.settings.ts';
import { createExpiry } from './expiry.ts';
import { createLag } from './lag.ts';
import { settleBulkClose } from './settle-bulk-close.ts';
import { createShortening } from './shortening.ts';
import { createUpkeepJobs } from './upkeep.jobs.ts';

// An order takes effect at once, so that its rows matter to lists alone; and all jobs of an idle process together read
// once a second at most.
const BULK_CLOSE_INTERVAL_MS = 2_500;
const EXPIRY_SWEEP_INTERVAL_MS = 30_000;
// Longest time until a shorter timeout reaches the open sessions.
const SHORTENING_INTERVAL_MS = 30_000;

export function createUpkeepFeature({
  database,
  clock,
  events,
  log,
  metrics,
  settings,
  signals,
  activity,
}: Pick<Kernel, 'database' | 'clock' | 'events' | 'log' | 'metrics'> & {
  readonly settings: SessionSettings;
  readonly signals: Signals;
  readonly activity: Activity;
}): { readonly jobs: readonly Job[] } {
  const lag = createLag({ metrics, clock });
  const expiry = createExpiry({ database, clock, events });
  const shortening = createShortening({ database, signals, settings });
  const everywhere = true as const;
  const sweeping = createRepeatedJob(
    { name: 'session-signals', everywhere, run: () => signals.sweep(), intervalMs: () => signals.sweepIntervalMs() },
    log,
  );
  // Cached callers must not be trusted for the rest of the long interval after the loss.
  signals.onDeaf(sweeping.wake);
  const jobs = [
    sweeping,
    createRepeatedJob(
      {
        name: 'session-activity',
        everywhere,
        run: () => activity.flush(),
        intervalMs: () => activity.flushIntervalMs(),
        finish: () => activity.flush(),
      },
      log,
    ),
    createRepeatedJob(
      {
        name: 'session-bulk-close',
        run: lag.observe('session-bulk-close', () => settleBulkClose(database), Boolean),
        intervalMs: () => BULK_CLOSE_INTERVAL_MS,
      },
      log,
    ),
    createRepeatedJob(
      {
        name: 'session-expiry',
        run: lag.observe('session-expiry', () => expiry.sweep()),
        intervalMs: () => EXPIRY_SWEEP_INTERVAL_MS,
      },
      log,
    ),
    createRepeatedJob(
      {
        name: 'session-shortening',
        run: lag.observe('session-shortening', () => shortening.run()),
        intervalMs: () => SHORTENING_INTERVAL_MS,
      },
      log,
    ),
    ...createUpkeepJobs({ database, clock, log, settings, lag }),
  ];
  return { jobs };
}
