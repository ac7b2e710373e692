// Wires reads of values: by code and type, several at once, public ones, and effective values with their source.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Logger } from '../../../kernel/process/logger.ts';
import type { Metrics } from '../../../kernel/process/metrics.ts';
import type { Revisioned } from '../../../kernel/records/revisioned.ts';
import type { SettingSnapshot } from '../snapshot/setting-snapshot.ts';
import type { UserFeature } from '../user/feature.ts';
import { createReadHandlers } from './read.routes.ts';
import { createReadService } from './read.service.ts';
import { createReadLimit, type ReadLimit } from './read-limit.ts';

export type ReadFeature = ReturnType<typeof createReadFeature>;

export function createReadFeature({
  snapshot,
  users,
  clock,
  log,
  metrics,
  revisioned,
  anonymousReadsMax,
}: {
  readonly snapshot: SettingSnapshot;
  readonly users: UserFeature['api'];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly revisioned: Revisioned;
  /** Bounds the reads of one address in a minute. */
  readonly anonymousReadsMax: () => number;
}) {
  const readLimit: ReadLimit = createReadLimit(clock, anonymousReadsMax);
  const reads = createReadService({ snapshot, users, clock, log, metrics, readLimit, revisioned });
  return {
    handlers: createReadHandlers({ reads, snapshot, revisioned }),
    /** Flags count as reads of the same address. */
    api: { readLimit },
  };
}
