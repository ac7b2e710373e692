// Wires background work on settings: following the database, expiry, deletion, warnings.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Notify } from '../../../kernel/live/notify.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { Readiness } from '../../../kernel/process/readiness.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { Settings } from '../../../kernel/settings/settings.ts';
import type { ChangeValues } from '../change/value-change.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import { registerSettingHealth } from './setting-health.ts';
import { createUpkeepJobs } from './upkeep.jobs.ts';
import { createValueEnding } from './value-ending.ts';

export function createUpkeepFeature({
  database,
  clock,
  log,
  metrics,
  notify,
  readiness,
  settings,
  snapshot,
  changeValues,
  revisioned,
  historyRetentionDays,
  streamCount,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly notify: Notify;
  readonly readiness: Readiness;
  readonly settings: Settings;
  readonly snapshot: SettingSnapshot;
  readonly changeValues: ChangeValues;
  readonly revisioned: Revisioned;
  readonly historyRetentionDays: () => number;
  readonly streamCount: () => number;
}) {
  const ending = createValueEnding({ clock, snapshot, changeValues, revisioned });
  registerSettingHealth({ snapshot, settings, readiness, metrics, notify, streamCount });
  return {
    jobs: createUpkeepJobs({ database, clock, log, snapshot, ending, historyRetentionDays }),
    directoryHooks: ending.directoryHooks,
  };
}
