// Background work of the session module: the signal log, last access, standing orders, sessions that have run out or get shorter.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import { createRepeatedJob } from '../../../kernel/jobs/repeated-job.ts';
import type { Job } from '../../../kernel/module.ts';
import type { Logger } from '../../../kernel/process/log.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { SessionActivity } from '../entry/activity.ts';
import type { SessionSignals } from '../entry/signals.ts';
import type { SessionSettings } from '../session.settings.ts';
import { createSessionExpiry } from './expiry.ts';
import { createSessionLag } from './lag.ts';
import { settleBulkClose } from './settle-bulk-close.ts';
import { createSessionShortening } from './shortening.ts';
import { createUpkeepJobs } from './upkeep.jobs.ts';

// An order holds at once, how soon its rows follow matters to lists alone; and an idle process reads once a second at most, all
// its jobs together.
const BULK_CLOSE_INTERVAL_MS = 2_500;
const EXPIRY_SWEEP_INTERVAL_MS = 30_000;
// How long a shorter timeout may take to reach the sessions that are open.
const SHORTENING_INTERVAL_MS = 30_000;

export interface SessionJobsDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly signals: SessionSignals;
  readonly activity: SessionActivity;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly settings: SessionSettings;
}

export function createSessionJobs(deps: SessionJobsDependencies): readonly Job[] {
  const { database, clock, events, signals, activity, log, metrics, settings } = deps;
  const lag = createSessionLag({ metrics, clock });
  const expiry = createSessionExpiry({ database, clock, events });
  const shortening = createSessionShortening({ database, signals, settings });
  const everywhere = true as const;
  const sweeping = createRepeatedJob(
    { name: 'session-signals', everywhere, run: () => signals.sweep(), intervalMs: () => signals.sweepIntervalMs() },
    log,
  );
  // What is cached after the loss must not be trusted for the rest of the long interval.
  signals.onDeaf(sweeping.wake);
  return [
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
    ...createUpkeepJobs(deps, lag),
  ];
}
