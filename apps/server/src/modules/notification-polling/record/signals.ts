// Notifies this process and the others of changes for open streams; an exact count never depends on it.
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Head } from './head.store.ts';

const CHANNEL = 'polling';

/** What the head row of a tenant says now. */
export interface TenantNews extends Pick<Head, 'changeSeq' | 'notificationSeq'> {
  readonly tenantIdentifier: string;
}

/** Names a person by the tenant and the folded name. */
export interface ConcernedPerson {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

type Listener<T> = (signal: T) => void;

/** Reads a message; null for an invalid one. A tenant's name may have any character in it. */
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
    /** Notifies every process after the commit, in one short message for the tenant. */
    headRaised(
      tx: Transaction,
      tenantIdentifier: string,
      { changeSeq, notificationSeq }: Omit<TenantNews, 'tenantIdentifier'>,
    ) {
      tx.afterCommit(() => notify.send(CHANNEL, `${tenantIdentifier}|${changeSeq}|${notificationSeq}`));
    },
    /** Notifies this process alone, after the commit: others compare the states of the people connected to them. */
    ownChanged({ tenantIdentifier, usernameFolded }: ConcernedPerson): void {
      for (const hear of ownListeners) hear({ tenantIdentifier, usernameFolded });
    },
    onNews: (listener: Listener<TenantNews>) => void newsListeners.push(listener),
    onOwnChange: (listener: Listener<ConcernedPerson>) => void ownListeners.push(listener),
    /** Calls when messages may have been missed. */
    onMissed: (listener: () => void) => void missedListeners.push(listener),
  };
}

export type Signals = ReturnType<typeof createSignals>;
