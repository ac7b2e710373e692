// Reads a caller from the database when the cache does not have it, once for all who ask at the same time.
import type { Kernel } from '../../../kernel/module.ts';
import type { Directories, UserAccess } from '../api.ts';
import { expiryReason } from '../record/lifespan.ts';
import { createSessionReader } from '../record/session.store.ts';
import type { SessionRecord } from '../record/session.types.ts';
import type { Activity } from './activity.ts';
import type { Cache } from './cache.ts';
import { findSessionGrants } from './grants.ts';
import { apiKeyEntry, createGrantInterner, type SessionEntry, sessionEntry } from './session-entry.ts';

// A load that signals keep overtaking answers from its last read, and is not remembered.
const LOAD_ATTEMPTS_MAX = 3;
// Keeps the combinations of roles and authorities shared between sessions.
const GRANTS_MAX = 1_000;

/** Result of a look at the database for a credential. */
export type Loaded =
  | { readonly kind: 'live'; readonly entry: SessionEntry }
  | { readonly kind: 'dead'; readonly reason: string }
  | { readonly kind: 'unknown' };

export type Loader = ReturnType<typeof createLoader>;

/** Runs one task for an identifier at a time; parallel calls share its result. */
function createOnce() {
  const inFlight = new Map<string, Promise<Loaded>>();
  return (identifier: string, work: () => Promise<Loaded>): Promise<Loaded> => {
    const running = inFlight.get(identifier);
    if (running !== undefined) return running;
    const started = work().finally(() => inFlight.delete(identifier));
    inFlight.set(identifier, started);
    return started;
  };
}

export function createLoader({
  database,
  clock,
  cache,
  activity,
  directories,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly cache: Cache;
  readonly activity: Activity;
  readonly directories: () => Directories;
}) {
  const findSession = createSessionReader(database);
  const intern = createGrantInterner(GRANTS_MAX);
  const once = createOnce();

  const readSession = async (identifier: string): Promise<Loaded> => {
    await activity.settled();
    const found = await findSession(identifier);
    if (found === null) return { kind: 'unknown' };
    const record = activity.latest(found);
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

  const rememberWritten = async (record: SessionRecord, mark: number, access?: UserAccess): Promise<Loaded> => {
    const grants = await findSessionGrants(record, directories(), access);
    if (grants === null) return { kind: 'dead', reason: 'KEY_REVOKED' };
    const entry = sessionEntry(record, grants, intern(grants));
    return cache.setUnlessCovered(entry, mark) ? { kind: 'live', entry } : load(record.identifier, readSession);
  };

  const loadOnce = (identifier: string, read: (identifier: string) => Promise<Loaded>): Promise<Loaded> =>
    once(identifier, () => load(identifier, read));

  return {
    loadSession: (identifier: string) => loadOnce(identifier, readSession),
    mark: cache.mark,
    /**
     * Remembers a session that was begun here from what was written; after the commit only, with a mark from before it,
     * and from before its user's access was read, where that is given. Where a signal has overtaken it, the session is
     * read.
     */
    rememberBegun: (record: SessionRecord, mark: number, access?: UserAccess): void =>
      void once(record.identifier, () => rememberWritten(record, mark, access)).catch(() => undefined),
    /** Reads a session that has just got another token, after the commit only; where that fails, its first request reads it. */
    remember: (identifier: string): void => void loadOnce(identifier, readSession).catch(() => undefined),
    /** Loads by the hash of the key. */
    loadApiKey: (identifier: string) => loadOnce(identifier, readApiKey),
  };
}
