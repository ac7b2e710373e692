// Computes when events of a tenant expire, and records that they were removed.
import { DAY_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../kernel/database/database.types.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { CutEvents } from '../audit-chain/feature.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import type { RetentionClass, RetentionDays } from '../record/event.types.ts';

export function createCuts(
  { clock, database, events }: Pick<Kernel, 'clock' | 'database' | 'events'>,
  daysOf: RetentionDays,
  cutEvents: CutEvents,
) {
  /** Answers the time before which events are expired, at whole days, so that one pass a day suffices. */
  function cutoffOf(retentionClass: RetentionClass, tenantIdentifier: string | null): number {
    return Math.floor(clock.now() / DAY_MS) * DAY_MS - daysOf(retentionClass, tenantIdentifier) * DAY_MS;
  }

  /** Signs the new beginning of audited events: their chain continues without the expired ones. */
  async function cut(tx: Transaction, retentionClass: RetentionClass, tenantIdentifier: string): Promise<void> {
    if (retentionClass !== 'AUDIT') return;
    await cutEvents(tx, tenantIdentifier, new Date(cutoffOf(retentionClass, tenantIdentifier)));
  }

  async function recordCut(
    retentionClass: RetentionClass,
    tenantIdentifier: string,
    removed: number | null,
  ): Promise<void> {
    const actor = { username: 'system', tenantIdentifier, ipAddress: null, requestId: null };
    const before = new Date(cutoffOf(retentionClass, tenantIdentifier)).toISOString();
    const detail = { retentionClass, before, removed };
    await database.transaction((tx) => events.record(tx, loggerProducerEvents.retentionCut, actor, null, detail));
  }

  return { cutoffOf, cut, recordCut };
}
