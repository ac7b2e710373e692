// Keeps what a page shows up to date: by the streams of the server, and by asking where there is none.

import { operations } from 'contract:operations';
import { type Query, type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { basePath } from '../base.ts';
import type { OperationName } from '../session.ts';
import { isOpen, listen } from './streams.ts';

/** Time between two questions of a page that many events are about. */
const REFRESH_MS = 1_000;
const JITTER_MS = 200;
const ASK_MS = 5_000;
/** Events after which nothing that was shown is certain. */
const ALL_STALE = new Set(['ready', 'resync', 'gap']);

export interface LiveQuery {
  readonly key: QueryKey;
  /** Events that make the query stale; absent: all of them. */
  readonly events?: readonly string[];
  /** Whether its operation is passive: without a stream it is asked every few seconds, which keeps no session alive. */
  readonly passive?: true;
}

export interface HeardEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type StreamQuery = Readonly<Record<string, string | undefined>>;

/** Makes the address of a stream: the operation's path, with what is asked of it. */
function streamAddress(operation: OperationName, query: StreamQuery): string {
  const [module = '', key = ''] = operation.split('.');
  const path = operations[module]?.[key]?.path ?? '';
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined && value !== '') asked.set(name, value);
  return `${basePath}${path.slice(1)}${asked.size === 0 ? '' : `?${asked}`}`;
}

/** Has what is shown asked for again. What is read for the first time just now may have been read too early: it follows once it is there. */
function renew(client: QueryClient, queryKey: QueryKey): void {
  const isFirst = ({ state }: Query): boolean => state.data === undefined && state.fetchStatus === 'fetching';
  const first = client.getQueryCache().findAll({ queryKey, predicate: isFirst });
  void client.invalidateQueries({ queryKey });
  for (const query of first) {
    const again = (): Promise<void> => client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.promise?.then(again, () => undefined);
  }
}

/** Gathers what has become stale, and has it asked for together. */
function createRefresher(client: QueryClient) {
  const stale = new Map<string, QueryKey>();
  let last = 0;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const refresh = (): void => {
    timer = null;
    last = Date.now();
    for (const queryKey of stale.values()) renew(client, queryKey);
    stale.clear();
  };
  return {
    mark(keys: readonly QueryKey[]): void {
      for (const key of keys) stale.set(JSON.stringify(key), key);
      if (stale.size === 0) return;
      timer ??= setTimeout(refresh, Math.max(0, last + REFRESH_MS - Date.now()) + Math.random() * JITTER_MS);
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

/** Follows a stream of the server while the component is there: what it sends makes queries stale, and is handed to `onEvents`. */
export function useLive(
  operation: OperationName,
  query: StreamQuery,
  queries: readonly LiveQuery[],
  onEvents?: (events: readonly HeardEvent[]) => void,
): void {
  const client = useQueryClient();
  const address = streamAddress(operation, query);
  const latest = useRef({ queries, onEvents });
  latest.current = { queries, onEvents };
  useEffect(() => {
    const refresher = createRefresher(client);
    const keysOf = (fits: (one: LiveQuery) => boolean): readonly QueryKey[] =>
      latest.current.queries.filter(fits).map(({ key }) => key);
    const leave = listen(address, {
      onEvents(events) {
        const names = new Set(events.map(({ event }) => event));
        const all = [...names].some((name) => ALL_STALE.has(name));
        refresher.mark(keysOf((one) => all || (one.events?.some((name) => names.has(name)) ?? true)));
        latest.current.onEvents?.(events.map(({ event, data }) => ({ event, data: JSON.parse(data) })));
      },
      onMissed: () => refresher.mark(keysOf(() => true)),
    });
    const asking = setInterval(() => {
      if (document.visibilityState === 'visible' && !isOpen(address))
        refresher.mark(keysOf(({ passive }) => passive === true));
    }, ASK_MS);
    return () => {
      leave();
      clearInterval(asking);
      refresher.stop();
    };
  }, [client, address]);
}
