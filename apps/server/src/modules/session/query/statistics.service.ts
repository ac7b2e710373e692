// Counts the figures of a tenant's sessions.
import { type SvcSessionStatisticsModel, sessionCloseReasons } from '@keelson/contract';
import { HOUR_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Activity } from '../entry/activity.ts';
import type { Cache } from '../entry/cache.ts';
import { countBegunPerHour, countClosedPerReason, countLiveFigures } from './statistics.store.ts';

const HOURS = 24;

export type StatisticsService = ReturnType<typeof createStatisticsService>;

export function createStatisticsService({
  clock,
  database,
  activity,
  cache,
}: Pick<Kernel, 'clock' | 'database'> & { readonly activity: Activity; readonly cache: Cache }) {
  return async ({ caller: { tenantIdentifier } }: Act): Promise<SvcSessionStatisticsModel> => {
    await activity.settled();
    const nowMs = clock.now();
    const sinceMs = nowMs - HOURS * HOUR_MS;
    const { open, system, distinctUsers, aal1, aal2 } = await countLiveFigures(database, tenantIdentifier, nowMs);
    const begun = await countBegunPerHour(database, tenantIdentifier, sinceMs, nowMs);
    const ended = await countClosedPerReason(database, tenantIdentifier, sinceMs);
    const beganPerHour = Array.from({ length: HOURS }, (_, index) => {
      const hoursAgo = HOURS - 1 - index;
      return begun.find((hour) => hour.hoursAgo === hoursAgo)?.number ?? 0;
    });
    const byReason = sessionCloseReasons.map((reason) => [
      reason,
      ended.find((one) => one.reason === reason)?.number ?? 0,
    ]);
    return {
      open,
      system,
      distinctUsers,
      beganPerHour,
      byAssuranceLevel: { AAL1: aal1, AAL2: aal2 },
      closedPerReason: Object.fromEntries(byReason) as SvcSessionStatisticsModel['closedPerReason'],
      cacheHitRatio: cache.hitRatio(),
    };
  };
}
