// Finds out whether a connection of an adapter leads to the platform's own database, by whatever name, alias or
// replica.
import { randomInt } from 'node:crypto';
import type { Database, Transaction } from '../../../../kernel/database/database.ts';
import { toServiceError } from '../../../../kernel/database/database-errors.ts';
import { OWN_DATABASE_LOCK_CLASS } from '../../report-locks.ts';
import type { ForeignIdentity } from './foreign.store.ts';
import { readOwnIdentity, requireAlive, tryLock } from './own-database.store.ts';

/** Asks a connection for its identity, with the key of a lock. */
export type AskIdentity = (lock: readonly [lockClass: number, key: number]) => Promise<ForeignIdentity>;

export interface OwnDatabase {
  /**
   * Says whether the connection leads to the own database. Rejects where either side does not answer, as nothing was
   * proven then.
   */
  isReachedBy(ask: AskIdentity): Promise<boolean>;
}

/** Bound of keys, those of `int`; they are random, so that others cannot guess one. */
const KEY_BOUND = 2 ** 31;
/** Time within which connections share a transaction, so that it does not stay open under a stream of them. */
const SHARED_FOR_MS = 5_000;

/** A held lock, which connections that are opened at the same time share: each alone would take one of the pool. */
interface Held {
  readonly key: number;
  /** Rejects where the lock may be lost. */
  confirm(): Promise<void>;
}

interface Holding {
  readonly held: Promise<Held>;
  readonly since: number;
  users: number;
  readonly end: () => void;
}

async function lockAnyKey(tx: Transaction): Promise<number> {
  for (;;) {
    const key = randomInt(KEY_BOUND);
    if (await tryLock(tx, OWN_DATABASE_LOCK_CLASS, key)) return key;
  }
}

function lost(error: unknown): never {
  throw toServiceError(error);
}

function hold(database: Database): Holding {
  const held = Promise.withResolvers<Held>();
  const end = Promise.withResolvers<void>();
  database
    .transaction(async (tx) => {
      held.resolve({ key: await lockAnyKey(tx), confirm: () => requireAlive(tx).catch(lost) });
      await end.promise;
    })
    .catch(held.reject);
  return { held: held.promise, since: performance.now(), users: 0, end: end.resolve };
}

/**
 * Says whether the other database may be the own one. One without an identifier that follows a primary may be a replica
 * of it.
 */
function isSame(own: Awaited<ReturnType<typeof readOwnIdentity>>, other: ForeignIdentity): boolean {
  if (!other.wasFree) return true;
  if (other.systemIdentifier === null || own.systemIdentifier === null) return other.isReplica;
  return other.systemIdentifier === own.systemIdentifier && other.database === own.database;
}

export function createOwnDatabase(database: Database): OwnDatabase {
  let current: Holding | null = null;
  let identity: ReturnType<typeof readOwnIdentity> | null = null;

  function readIdentity(): ReturnType<typeof readOwnIdentity> {
    identity ??= readOwnIdentity(database).catch((error: unknown) => {
      identity = null;
      throw error;
    });
    return identity;
  }
  function join(): Holding {
    const isFresh = current !== null && performance.now() - current.since < SHARED_FOR_MS;
    const joined = isFresh && current !== null ? current : hold(database);
    current = joined;
    joined.users += 1;
    return joined;
  }
  function leave(holding: Holding): void {
    holding.users -= 1;
    if (holding.users > 0) return;
    if (current === holding) current = null;
    holding.end();
  }

  return {
    async isReachedBy(ask) {
      const own = await readIdentity();
      const holding = join();
      try {
        const { key, confirm } = await holding.held;
        const other = await ask([OWN_DATABASE_LOCK_CLASS, key]);
        // The answer counts only if the lock was still held: a lost one is free for everybody.
        await confirm();
        return isSame(own, other);
      } finally {
        leave(holding);
      }
    },
  };
}
