// Reads a caller from the database when the cache cannot tell, once for all who ask at the same time.
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database } from '../../../kernel/database/database.ts';
import type { Directories } from '../api.ts';
import { expiryReason } from '../record/lifespan.ts';
import { createSessionReader } from '../record/session.store.ts';
import type { SessionActivity } from './activity.ts';
import type { SessionCache } from './cache.ts';
import { findSessionGrants } from './grants.ts';
import { apiKeyEntry, createGrantInterner, type SessionEntry, sessionEntry } from './session-entry.ts';

// A load that signals keep overtaking is answered from its last read, not remembered.
const LOAD_ATTEMPTS_MAX = 3;
// Combinations of roles and authorities shared between sessions.
const GRANTS_MAX = 1_000;

export type Loaded =
  | { readonly kind: 'live'; readonly entry: SessionEntry }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'unknown' };

export interface SessionLoader {
  loadSession(identifier: string): Promise<Loaded>;
  loadApiKey(identifier: string): Promise<Loaded>;
}

export interface SessionLoaderDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly cache: SessionCache;
  readonly activity: SessionActivity;
  readonly directories: () => Directories;
}

export function createSessionLoader(deps: SessionLoaderDependencies): SessionLoader {
  const { clock, cache, directories } = deps;
  const findSession = createSessionReader(deps.database);
  const intern = createGrantInterner(GRANTS_MAX);
  const inFlight = new Map<string, Promise<Loaded>>();

  const readSession = async (identifier: string): Promise<Loaded> => {
    await deps.activity.settled();
    const found = await findSession(identifier);
    if (found === null) return { kind: 'unknown' };
    const record = deps.activity.latest(found);
    const nowMs = clock.now();
    if (record.closeReason !== null) return { kind: 'dead', reason: record.closeReason };
    if (record.endsMs <= nowMs) return { kind: 'dead', reason: expiryReason(record.expiryMs, nowMs) };
    const grants = await findSessionGrants(record, directories());
    if (grants === null) return { kind: 'dead', reason: 'KEY_REVOKED' };
    return { kind: 'live', entry: sessionEntry(record, grants, intern(grants)) };
  };

  const readApiKey = async (identifier: string): Promise<Loaded> => {
    const key = await directories().apiKeys.findLive(identifier);
    if (key === null) return { kind: 'unknown' };
    return { kind: 'live', entry: apiKeyEntry(identifier, key, clock.now(), intern) };
  };

  const load = async (identifier: string, read: (identifier: string) => Promise<Loaded>): Promise<Loaded> => {
    for (let attempt = 1; ; attempt++) {
      const mark = cache.mark();
      const loaded = await read(identifier);
      if (loaded.kind !== 'live') return loaded;
      if (cache.setUnlessCovered(loaded.entry, mark) || attempt === LOAD_ATTEMPTS_MAX) return loaded;
    }
  };

  const loadOnce = (identifier: string, read: (identifier: string) => Promise<Loaded>): Promise<Loaded> => {
    const running = inFlight.get(identifier);
    if (running !== undefined) return running;
    const started = load(identifier, read).finally(() => inFlight.delete(identifier));
    inFlight.set(identifier, started);
    return started;
  };

  return {
    loadSession: (identifier) => loadOnce(identifier, readSession),
    loadApiKey: (identifier) => loadOnce(identifier, readApiKey),
  };
}
