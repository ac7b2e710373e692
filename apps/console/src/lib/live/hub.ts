// Holds the streams of all tabs of a browser: each address once, a few at a time, and none for tabs that nobody looks at.
import { type Follower, type FollowParts, follow } from './follow.ts';
import type { StreamEvent } from './read-events.ts';

/** A browser opens six connections to a host, and pages need some of them. */
const STREAMS_MAX = 4;
/** A tab that is looked at says so more often; one that did not for so long has no streams. */
const AWAY_MS = 60_000;
const LOOK_MS = 5_000;

export type ToHub =
  | { readonly kind: 'follow'; readonly address: string }
  | { readonly kind: 'leave'; readonly address: string }
  | { readonly kind: 'here' }
  | { readonly kind: 'bye' };

export type FromHub =
  | { readonly kind: 'events'; readonly address: string; readonly events: readonly StreamEvent[] }
  | { readonly kind: 'state'; readonly address: string; readonly open: boolean }
  /** Something may have been told that the tab did not hear. */
  | { readonly kind: 'missed'; readonly address: string };

export interface Tab {
  post(message: FromHub): void;
}

interface KnownTab {
  readonly addresses: Set<string>;
  heardAt: number;
  away: boolean;
}

interface Stream {
  readonly follower: Follower;
  state: 'open' | 'closed' | 'refused';
}

export interface Hub {
  take(tab: Tab, message: ToHub): void;
  /** The network is there again. */
  wake(): void;
}

export function createHub(fetch: FollowParts['fetch']): Hub {
  const tabs = new Map<Tab, KnownTab>();
  const streams = new Map<string, Stream>();
  const places = new Map<string, string>();

  const tell = (address: string, message: FromHub): void => {
    for (const [tab, { addresses, away }] of tabs) if (!away && addresses.has(address)) tab.post(message);
  };
  const isOpen = (address: string): boolean => streams.get(address)?.state === 'open';
  const begin = (address: string): void => {
    const follower = follow(address, places.get(address) ?? '', {
      fetch,
      onEvents: (events) => tell(address, { kind: 'events', address, events }),
      onPlace: (id) => places.set(address, id),
      onState(state) {
        const stream = streams.get(address);
        if (stream !== undefined) stream.state = state;
        tell(address, { kind: 'state', address, open: state === 'open' });
      },
    });
    streams.set(address, { follower, state: 'closed' });
  };
  /** Opens what is wanted, in the order in which it was asked for, and closes the rest. */
  const settle = (): void => {
    const wanted = new Set([...tabs.values()].flatMap(({ addresses, away }) => (away ? [] : [...addresses])));
    const known = new Set([...tabs.values()].flatMap(({ addresses }) => [...addresses]));
    for (const [address, { follower }] of streams) {
      if (wanted.has(address)) continue;
      follower.stop();
      streams.delete(address);
      // Who comes back to a tab goes on where it stood; who comes to a page anew begins anew.
      if (!known.has(address)) places.delete(address);
    }
    const held = (): number => [...streams.values()].filter(({ state }) => state !== 'refused').length;
    for (const address of wanted) if (held() < STREAMS_MAX && !streams.has(address)) begin(address);
  };
  const look = (): void => {
    const now = Date.now();
    for (const tab of tabs.values()) tab.away ||= now - tab.heardAt > AWAY_MS;
    settle();
  };
  setInterval(look, LOOK_MS);

  const knownTab = (tab: Tab): KnownTab => {
    const known = tabs.get(tab) ?? { addresses: new Set<string>(), heardAt: 0, away: false };
    tabs.set(tab, known);
    known.heardAt = Date.now();
    return known;
  };
  const comeBack = (tab: Tab, known: KnownTab): void => {
    if (!known.away) return;
    known.away = false;
    for (const address of known.addresses) {
      tab.post({ kind: 'missed', address });
      tab.post({ kind: 'state', address, open: isOpen(address) });
    }
  };
  return {
    take(tab, message) {
      if (message.kind === 'bye') {
        tabs.delete(tab);
      } else {
        const known = knownTab(tab);
        comeBack(tab, known);
        if (message.kind === 'follow') {
          known.addresses.add(message.address);
          tab.post({ kind: 'state', address: message.address, open: isOpen(message.address) });
        }
        if (message.kind === 'leave') known.addresses.delete(message.address);
      }
      settle();
    },
    wake() {
      for (const { follower } of streams.values()) follower.wake();
    },
  };
}
