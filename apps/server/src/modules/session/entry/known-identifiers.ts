// Tells whether the database knows an identifier at all, by few reads however many ask: for addresses that tried too much.
import { setTimeout as sleep } from 'node:timers/promises';
import { createJoinedRead } from '../../../kernel/database/batching/joined-read.ts';
import type { Kernel } from '../../../kernel/module.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { Directories } from '../api.ts';
import { findKnownIdentifiers } from '../record/session.store.ts';

/**
 * One statement of each kind runs in so long. Whoever waits for one hardly notices, and a flood pays for no more than these.
 */
const PAUSE_MS = 100;
/** One look-up in an index takes microseconds; so many are one short statement. */
const IDENTIFIERS_PER_READ = 1_000;
/** The number is more than a process can refuse within a pause, so that nobody comes to wait for the read after the next. */
const WAITING_MAX = 2_000;

export type KnownIdentifiers = ReturnType<typeof createKnownIdentifiers>;

/** Sessions that have ended are known too, and so are keys whatever became of them: only strangers are to be found out. */
export function createKnownIdentifiers({
  database,
  directories,
}: Pick<Kernel, 'database'> & { readonly directories: () => Directories }) {
  const sessions = createLane((identifiers) => findKnownIdentifiers(database, identifiers));
  const keys = createLane((identifiers) => directories().apiKeys.findKeyHashes(database, identifiers));
  return {
    /** Answers 503 when too many wait, since nothing is known of this one. */
    has: (kind: 'session' | 'api-key', identifier: string): Promise<boolean> =>
      (kind === 'session' ? sessions : keys)(identifier),
  };
}

function createLane(find: (identifiers: readonly string[]) => Promise<readonly string[]>) {
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
