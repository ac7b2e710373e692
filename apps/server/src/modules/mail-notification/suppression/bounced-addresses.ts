// Suppresses addresses that have bounced twice within a day as non-existent.
import { DAY_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { suppressionEvents } from '../suppression.events.ts';
import { countBounces, listBounced } from './record/bounced.store.ts';
import { saveSuppression } from './record/suppression.store.ts';

/** Bounces that suppress an address; a single one may be a mistake of a server that is being moved. */
const BOUNCES = 2;
const COUNTED_MS = DAY_MS;
/** Time of the suppression, as addresses come back: a full mailbox is emptied, or given to another person. */
const LEFT_ALONE_MS = 30 * DAY_MS;

export function createBouncedAddresses({ clock, ids, events }: Pick<Kernel, 'clock' | 'ids' | 'events'>) {
  return {
    /** Suppresses addresses; `copyIds` are those that have just bounced, in the same transaction. */
    async suppress(tx: Transaction, copyIds: readonly number[]): Promise<void> {
      const now = clock.now();
      for (const bounced of await listBounced(tx, copyIds)) {
        if ((await countBounces(tx, bounced, new Date(now - COUNTED_MS))) < BOUNCES) continue;
        const { tenantIdentifier, address } = bounced;
        const reason = 'HARD_BOUNCE';
        const actor = { username: 'system', tenantIdentifier, ipAddress: null, requestId: null };
        const expireDate = new Date(now + LEFT_ALONE_MS);
        const row = { uuid: ids.uuidV7(), tenantIdentifier, address, reason, group: null, expireDate } as const;
        if (await saveSuppression(tx, { ...row, by: actor.username, now: new Date(now) }))
          await events.record(tx, suppressionEvents.suppressionAdded, actor, address, { reason, expireDate });
      }
    },
  };
}

export type BouncedAddresses = ReturnType<typeof createBouncedAddresses>;
