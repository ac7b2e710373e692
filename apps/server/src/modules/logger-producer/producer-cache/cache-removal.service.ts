// Removes entries of the producer cache: one, all below a key, or all of a tenant that is gone.
import type { SvcLogProducerCacheResetModel } from '@keelson/contract';
import type { Static } from 'typebox';
import type { DirectoryHooks } from '../../../kernel/directory/directory-event.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Change, Revisioned, Turn } from '../../../kernel/records/revisioned.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { loggerProducerEvents } from '../logger-producer.events.ts';
import { detailOf, levelOf, subjectOf } from './cache.service.ts';
import type { CacheStore } from './cache.store.ts';

/** Removed entries that an event names; of more it has the number. */
const DETAILS_MAX = 500;

type ResetBody = Static<typeof SvcLogProducerCacheResetModel>;

interface RemovalParts extends Pick<Kernel, 'clock'> {
  readonly store: CacheStore;
  readonly revisioned: Pick<Revisioned, 'change' | 'changeIn'>;
}

export function createCacheRemoval({ clock, store, revisioned }: RemovalParts) {
  const writeOf = ({ revision, actor }: Turn) => ({ username: actor.username, at: new Date(clock.now()), revision });

  async function removeBelow(turn: Turn, tenantIdentifier: string | null, keyPrefix: string): Promise<Change<number>> {
    const removed = await store.removeBelow(turn.tx, tenantIdentifier, keyPrefix, writeOf(turn));
    if (removed.length === 0) return { answer: 0, changed: false };
    const subject = { name: keyPrefix, tenantIdentifier: tenantIdentifier ?? turn.actor.tenantIdentifier };
    const before = removed.slice(0, DETAILS_MAX).map((entry) => ({ key: entry.key, ...detailOf(entry) }));
    await turn.record(loggerProducerEvents.cacheChanged, subject, { before, removed: removed.length });
    return { answer: removed.length, changed: true };
  }

  return {
    /** Removes entries; answers how many. */
    async reset(act: Act, { keyPrefix, tenantIdentifier: given }: ResetBody): Promise<number> {
      const tenantIdentifier = levelOf(act, given);
      const { answer } = await revisioned.change(act.actor, (turn) => removeBelow(turn, tenantIdentifier, keyPrefix));
      return answer;
    },

    directoryHooks: {
      'tenant-deleted': (tx, tenantIdentifier) => {
        const actor = { username: 'system', tenantIdentifier, ipAddress: null, requestId: null };
        return revisioned.changeIn(tx, actor, (turn) => removeBelow(turn, tenantIdentifier, '*'));
      },
    } satisfies DirectoryHooks,

    /** Removes an entry; an empty tenant stands for all of them. */
    async remove(act: Act, key: string, tenant: string | undefined): Promise<void> {
      const tenantIdentifier = levelOf(act, tenant === '' ? null : tenant);
      await revisioned.change(act.actor, async (turn) => {
        const before =
          (await store.find(turn.tx, tenantIdentifier, key)) ?? failNotFound('LOG_CACHE_NOT_FOUND', { key });
        const write = writeOf(turn);
        await store.rewrite(turn.tx, before, { deletedDate: write.at }, write);
        await turn.record(loggerProducerEvents.cacheChanged, subjectOf(act, before), { before: detailOf(before) });
        return { answer: undefined, changed: true };
      });
    },
  };
}
