// Tells this process and the others that something is new, so that open streams hear of it: never needed for an exact count.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Head } from './head.store.ts';

const CHANNEL = 'polling';

/** Is what the head row of a tenant says now. */
export interface TenantNews extends Pick<Head, 'changeSeq' | 'notificationSeq'> {
  readonly tenantIdentifier: string;
}

/** Names a person by the tenant and the folded name. */
export interface ConcernedPerson {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

type Listener<T> = (told: T) => void;

/** Null for what is no message of ours. A tenant's name may have any character in it. */
function readNews(payload: string): TenantNews | null {
  const [, tenantIdentifier, change, notification] = /^(.+)\|(\d+)\|(\d+)$/s.exec(payload) ?? [];
  if (tenantIdentifier === undefined) return null;
  return { tenantIdentifier, changeSeq: Number(change), notificationSeq: Number(notification) };
}

export function createSignals({ notify }: Pick<Kernel, 'notify'>) {
  const newsListeners: Listener<TenantNews>[] = [];
  const ownListeners: Listener<ConcernedPerson>[] = [];
  const missedListeners: (() => void)[] = [];
  notify.listen(CHANNEL, (payload) => {
    const news = readNews(payload);
    if (news !== null) for (const hear of newsListeners) hear(news);
  });
  notify.onReconnect(() => {
    for (const look of missedListeners) look();
  });
  return {
    /** Tells every process after the commit, in one short message for the tenant. */
    headRaised(
      tx: Transaction,
      tenantIdentifier: string,
      { changeSeq, notificationSeq }: Omit<TenantNews, 'tenantIdentifier'>,
    ) {
      tx.afterCommit(() => notify.send(CHANNEL, `${tenantIdentifier}|${changeSeq}|${notificationSeq}`));
    },
    /** Tells this process alone, after the commit: others compare the states of those who are connected to them. */
    ownChanged({ tenantIdentifier, usernameFolded }: ConcernedPerson): void {
      for (const hear of ownListeners) hear({ tenantIdentifier, usernameFolded });
    },
    onNews: (listener: Listener<TenantNews>) => void newsListeners.push(listener),
    onOwnChange: (listener: Listener<ConcernedPerson>) => void ownListeners.push(listener),
    /** Messages may have been missed. */
    onMissed: (listener: () => void) => void missedListeners.push(listener),
  };
}

export type Signals = ReturnType<typeof createSignals>;
