// Reads the remembered entry of a caller whom the guard has admitted, from the database where this process has
// forgotten it.
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Cache } from './cache.ts';
import type { Loader } from './loader.ts';
import type { SessionEntry } from './session-entry.ts';

export type Reader = ReturnType<typeof createReader>;

/** Creates the reader, which fails as the guard would when the session has ended meanwhile. */
export function createReader({ cache, loader }: { readonly cache: Cache; readonly loader: Loader }) {
  return async (caller: Caller): Promise<SessionEntry> => {
    const entry = cache.get(caller.identifier);
    if (entry !== undefined) return entry;
    // The entry was evicted between the guard and here, or there are more live sessions than the cache holds.
    const key = caller.kind === 'api-key' ? await loader.loadApiKey(caller.identifier) : null;
    // A session that was begun with a key is one of kind api-key, but its identifier is no key's.
    const loaded = key === null || key.kind === 'unknown' ? await loader.loadSession(caller.identifier) : key;
    if (loaded.kind === 'live') return loaded.entry;
    return loaded.kind === 'dead'
      ? fail('SESSION_EXPIRED', { errorArguments: [{ reason: loaded.reason }] })
      : fail('AUTHENTICATION_REQUIRED');
  };
}
