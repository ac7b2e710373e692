// Finds out whether the database knows an identifier at all, by few reads however many ask: for addresses with too many
// failures.
import { setTimeout as sleep } from 'node:timers/promises';
import { createJoinedRead } from '../../../kernel/database/batching/joined-read.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Directories } from '../api.ts';
import { findKnownIdentifiers } from '../record/session.store.ts';

/**
 * Time between two statements of each kind: a caller hardly notices it, and a flood causes no more reads than these.
 */
const PAUSE_MS = 100;
/** Identifiers of one read: one look-up in an index takes microseconds, so that these are a short statement. */
const IDENTIFIERS_PER_READ = 1_000;
/**
 * Look-ups that may wait: more than a process can refuse within a pause, so that none waits for the read after the
 * next.
 */
const WAITING_MAX = 2_000;

export type KnownIdentifiers = ReturnType<typeof createKnownIdentifiers>;

/** Creates the look-up. Ended sessions and keys in whatever state count as known: only strangers are to be found. */
export function createKnownIdentifiers({
  database,
  directories,
}: Pick<Kernel, 'database'> & { readonly directories: () => Directories }) {
  const sessions = createLookUp((identifiers) => findKnownIdentifiers(database, identifiers));
  const keys = createLookUp((identifiers) => directories().apiKeys.findKeyHashes(database, identifiers));
  return {
    /** Looks an identifier up; 503 when too many wait, since nothing is known of this one. */
    has: (kind: 'session' | 'api-key', identifier: string): Promise<boolean> =>
      (kind === 'session' ? sessions : keys)(identifier),
  };
}

function createLookUp(find: (identifiers: readonly string[]) => Promise<readonly string[]>) {
  let waiting = 0;
  let rested: Promise<unknown> = Promise.resolve();
  const read = createJoinedRead<string, { readonly identifier: string }>({
    async read(identifiers) {
      await rested;
      rested = sleep(PAUSE_MS, undefined, { ref: false });
      return (await find(identifiers)).map((identifier) => ({ identifier }));
    },
    keyOf: ({ identifier }) => identifier,
    maximum: IDENTIFIERS_PER_READ,
  });
  return async (identifier: string): Promise<boolean> => {
    if (waiting >= WAITING_MAX) fail('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
    waiting++;
    try {
      return (await read(identifier)).length > 0;
    } finally {
      waiting--;
    }
  };
}
