// Lets the holder of a mail's link end the mails of its group, signed in or not.
import type { Kernel } from '../../../kernel/module.ts';
import type { PublicAct } from '../../../kernel/records/act.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { saveSuppression } from '../suppression/feature.ts';
import { suppressionEvents } from '../suppression.events.ts';
import type { UnsubscribeTokens, Unsubscription } from './unsubscribe-token.ts';

export interface UnsubscribeParts extends Pick<Kernel, 'database' | 'clock' | 'ids' | 'events'> {
  readonly tokens: UnsubscribeTokens;
  /** Says whether the tenant exists. */
  readonly isTenant: (identifier: string) => Promise<boolean>;
}

export function createUnsubscribeService({ database, clock, ids, events, tokens, isTenant }: UnsubscribeParts) {
  /** Reads a token; a failure does not repeat it, as it authorises. */
  async function read(token: string): Promise<Unsubscription> {
    const unsubscription = tokens.read(token);
    const isKnown = unsubscription !== null && (await isTenant(unsubscription.tenantIdentifier));
    return isKnown ? unsubscription : failNotFound('UNSUBSCRIBE_TOKEN_NOT_FOUND', {});
  }

  return {
    read,
    /** Unsubscribes; a repetition changes nothing. */
    async unsubscribe(act: PublicAct, token: string): Promise<Unsubscription> {
      const unsubscription = await read(token);
      const { tenantIdentifier, address, group } = unsubscription;
      await database.transaction(async (tx) => {
        const row = { uuid: ids.uuidV7(), tenantIdentifier, address, group, reason: 'UNSUBSCRIBE' as const };
        const isNew = await saveSuppression(tx, {
          ...row,
          expireDate: null,
          by: address,
          now: new Date(clock.now()),
        });
        const actor = act.actorNamed(address, tenantIdentifier);
        if (isNew) await events.record(tx, suppressionEvents.unsubscribed, actor, address, { group });
      });
      return unsubscription;
    },
  };
}

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;
