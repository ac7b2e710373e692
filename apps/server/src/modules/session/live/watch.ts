// Watches over sessions and API keys that streams and uploads outlive a request with, and tells when one changes or ends.
import type { Kernel } from '../../../kernel/module.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Cache } from '../entry/cache.ts';
import type { Loaded, Loader } from '../entry/loader.ts';
import { isApiKeyEntry, type SessionEntry, signalCovers } from '../entry/session-entry.ts';
import type { Signals } from '../entry/signals.ts';
import { endsAt } from '../record/lifespan.ts';

/** The end of a session that merely runs out is noticed so late; a look costs no read while nothing is due. */
export const LOOK_INTERVAL_MS = 1_000;

/** Hears what the caller is now, or null when the session has ended; then it is told nothing more. */
export type CallerListener = (current: Caller | null) => void;

interface Watched {
  readonly identifier: string;
  readonly listeners: Set<CallerListener>;
  /** Is null until the first look. */
  entry: SessionEntry | null;
  due: boolean;
}

function tell(one: Watched, current: Caller | null): void {
  const listeners = [...one.listeners];
  if (current === null) one.listeners.clear();
  for (const listener of listeners) listener(current);
}

/** Takes over what a look has found; null: it has ended. */
function settle(one: Watched, entry: SessionEntry | null): void {
  const before = one.entry;
  one.entry = entry;
  if (entry === null) tell(one, null);
  else if (before !== null && before.caller.authorities !== entry.caller.authorities) tell(one, entry.caller);
}

/** Loads by a session's identifier or the hash of an API key: which of the two it is shows the first look. */
async function load(loader: Loader, { identifier, entry }: Watched): Promise<Loaded> {
  if (entry !== null && isApiKeyEntry(entry)) return loader.loadApiKey(identifier);
  const loaded = await loader.loadSession(identifier);
  return loaded.kind === 'unknown' && entry === null ? loader.loadApiKey(identifier) : loaded;
}

function hasRunOut(entry: SessionEntry, nowMs: number): boolean {
  return (isApiKeyEntry(entry) ? entry.expiryMs : endsAt(entry, entry.lastAccessMs)) <= nowMs;
}

/** `isTrusted` tells whether what the cache holds may be used without a read. */
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
      // The database is out of reach: the session may live, the next look will tell.
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
     * Tells of a session, or of an API key by the hash of the key: at once when it has ended already, else when it ends or
     * its authorities change. What it answers stops the telling. Watching counts as no use.
     */
    onChange(identifier: string, listener: CallerListener): () => void {
      const one = watched.get(identifier) ?? watchAnew(identifier);
      one.listeners.add(listener);
      return () => {
        one.listeners.delete(listener);
        if (one.listeners.size === 0) forget(one);
      };
    },
    /** Looks at everything that is due: told of by a signal, or run out by what this process knows. */
    async look(): Promise<void> {
      const nowMs = clock.now();
      // The cached entry knows of uses that the watched one has not seen.
      const isDue = ({ identifier, entry, due }: Watched): boolean =>
        due || entry === null || hasRunOut(cache.peek(identifier) ?? entry, nowMs);
      await Promise.all([...watched.values()].filter(isDue).map(lookAt));
    },
  };
}
