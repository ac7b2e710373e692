// Watches sessions and API keys of streams and uploads that outlive a request, and reports when one changes or ends.
import type { Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Cache } from '../entry/cache.ts';
import type { Loaded, Loader } from '../entry/loader.ts';
import { isApiKeyEntry, type SessionEntry, signalCovers } from '../entry/session-entry.ts';
import type { Signals } from '../entry/signals.ts';
import { endsAt } from '../record/lifespan.ts';

/**
 * Interval of looks, by which the end of a session that runs out is noticed late; a look costs no read while nothing is
 * due.
 */
export const LOOK_INTERVAL_MS = 1_000;

/** Gets the caller as it is now, or null when the session has ended, after which it is not called again. */
export type CallerListener = (current: Caller | null) => void;

interface Watched {
  readonly identifier: string;
  readonly listeners: Set<CallerListener>;
  /** Null until the first look. */
  entry: SessionEntry | null;
  due: boolean;
}

function notify(one: Watched, current: Caller | null): void {
  const listeners = [...one.listeners];
  if (current === null) one.listeners.clear();
  for (const listener of listeners) listener(current);
}

/** Takes over the result of a look; null: it has ended. */
function settle(one: Watched, entry: SessionEntry | null): void {
  const before = one.entry;
  one.entry = entry;
  if (entry === null) notify(one, null);
  else if (before !== null && before.caller.authorities !== entry.caller.authorities) notify(one, entry.caller);
}

/** Loads by a session's identifier or the hash of an API key; the first look finds out which of the two it is. */
async function load(loader: Loader, { identifier, entry }: Watched): Promise<Loaded> {
  if (entry !== null && isApiKeyEntry(entry)) return loader.loadApiKey(identifier);
  const loaded = await loader.loadSession(identifier);
  return loaded.kind === 'unknown' && entry === null ? loader.loadApiKey(identifier) : loaded;
}

function hasRunOut(entry: SessionEntry, nowMs: number): boolean {
  return (isApiKeyEntry(entry) ? entry.expiryMs : endsAt(entry, entry.lastAccessMs)) <= nowMs;
}

/** `isTrusted` says whether cached callers may be used without a read. */
export function createWatch({
  clock,
  cache,
  loader,
  isTrusted,
}: Pick<Kernel, 'clock'> & Pick<Signals, 'isTrusted'> & { readonly cache: Cache; readonly loader: Loader }) {
  const watched = new Map<string, Watched>();

  const forget = (one: Watched): void => {
    if (watched.get(one.identifier) === one) watched.delete(one.identifier);
  };

  const lookAt = async (one: Watched): Promise<void> => {
    // A signal that arrives meanwhile makes it due again.
    one.due = false;
    try {
      const loaded = await load(loader, one);
      if (loaded.kind !== 'live') forget(one);
      settle(one, loaded.kind === 'live' ? loaded.entry : null);
    } catch {
      // The database is out of reach: the session may live, the next look will show it.
      one.due = true;
    }
  };

  cache.onSignal((signal) => {
    const concerned =
      signal.scope === 'SESSION'
        ? signal.keys.map((key) => watched.get(key)).filter((one) => one !== undefined)
        : [...watched.values()].filter(({ entry }) => entry === null || signalCovers(signal, entry));
    for (const one of concerned) {
      one.due = true;
      void lookAt(one);
    }
  });

  const watchAnew = (identifier: string): Watched => {
    const cached = cache.peek(identifier);
    const nowMs = clock.now();
    const known = cached !== undefined && isTrusted(nowMs) && !hasRunOut(cached, nowMs);
    const one: Watched = { identifier, listeners: new Set(), entry: known ? cached : null, due: !known };
    watched.set(identifier, one);
    if (!known) void lookAt(one);
    return one;
  };

  return {
    /**
     * Calls for a session, or an API key by its hash: at once when it has ended already, else when it ends or its
     * authorities change. The answered function stops that. Watching counts as no use.
     */
    onChange(identifier: string, listener: CallerListener): () => void {
      const one = watched.get(identifier) ?? watchAnew(identifier);
      one.listeners.add(listener);
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size === 0) forget(one);
      };
    },
    /** Looks at everything that is due: by a signal, or run out as far as this process knows. */
    async look(): Promise<void> {
      const nowMs = clock.now();
      // The cached entry may have later uses than the watched one.
      const isDue = ({ identifier, entry, due }: Watched): boolean =>
        due || entry === null || hasRunOut(cache.peek(identifier) ?? entry, nowMs);
      await Promise.all([...watched.values()].filter(isDue).map(lookAt));
    },
  };
}
