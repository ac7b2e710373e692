// Holds the streams of all tabs of a browser: each address once, a few at a time, and none for tabs that nobody looks at.
import { type Follower, type FollowParts, follow } from './follow.ts';
import type { StreamEvent } from './read-events.ts';

/** Streams at a time: a browser opens six connections to a host, and pages need some of them. */
const STREAMS_MAX = 4;
/** Time without a word after which a tab has no streams; one that is looked at says so more often. */
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
  /** Events may have been sent that the tab did not get. */
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
  /** Tries at once, as the network is there again. */
  wake(): void;
}

function addressesOf(tabs: readonly KnownTab[]): ReadonlySet<string> {
  return new Set(tabs.flatMap(({ addresses }) => [...addresses]));
}

/** Knows the tabs, what each follows, and which of them are looked at; `isOpen` says of a stream whether it is. */
function createTabs(isOpen: (address: string) => boolean) {
  const tabs = new Map<Tab, KnownTab>();
  const postState = (tab: Tab, address: string): void => tab.post({ kind: 'state', address, open: isOpen(address) });
  const heardOf = (tab: Tab): KnownTab => {
    const known = tabs.get(tab) ?? { addresses: new Set<string>(), heardAt: 0, away: false };
    tabs.set(tab, known);
    known.heardAt = Date.now();
    if (!known.away) return known;
    known.away = false;
    for (const address of known.addresses) {
      tab.post({ kind: 'missed', address });
      postState(tab, address);
    }
    return known;
  };
  return {
    wanted: (): ReadonlySet<string> => addressesOf([...tabs.values()].filter(({ away }) => !away)),
    known: (): ReadonlySet<string> => addressesOf([...tabs.values()]),
    post(address: string, message: FromHub): void {
      for (const [tab, { addresses, away }] of tabs) if (!away && addresses.has(address)) tab.post(message);
    },
    take(tab: Tab, message: ToHub): void {
      if (message.kind === 'bye') {
        tabs.delete(tab);
        return;
      }
      const { addresses } = heardOf(tab);
      if (message.kind === 'leave') addresses.delete(message.address);
      if (message.kind !== 'follow') return;
      addresses.add(message.address);
      postState(tab, message.address);
    },
    look(): void {
      const now = Date.now();
      for (const tab of tabs.values()) tab.away ||= now - tab.heardAt > AWAY_MS;
    },
  };
}

export function createHub(fetch: FollowParts['fetch']): Hub {
  const streams = new Map<string, Stream>();
  const places = new Map<string, string>();
  const tabs = createTabs((address) => streams.get(address)?.state === 'open');

  const begin = (address: string): void => {
    const follower = follow(address, places.get(address) ?? '', {
      fetch,
      onEvents: (events) => tabs.post(address, { kind: 'events', address, events }),
      onPlace: (id) => places.set(address, id),
      onState(state) {
        const stream = streams.get(address);
        if (stream !== undefined) stream.state = state;
        tabs.post(address, { kind: 'state', address, open: state === 'open' });
      },
    });
    streams.set(address, { follower, state: 'closed' });
  };
  /** Opens what is wanted, in the order in which it was asked for, and closes the rest. */
  const settle = (): void => {
    const [wanted, known] = [tabs.wanted(), tabs.known()];
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
  setInterval(() => {
    tabs.look();
    settle();
  }, LOOK_MS);
  return {
    take(tab, message) {
      tabs.take(tab, message);
      settle();
    },
    wake() {
      for (const { follower } of streams.values()) follower.wake();
    },
  };
}
