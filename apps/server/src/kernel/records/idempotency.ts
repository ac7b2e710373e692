// Gives a repeated request its first answer: the key's row commits with the effect, so both exist or neither does.
import { createHash } from 'node:crypto';
import { DAY_MS } from '@keelson/time-zone/units';
import type { Clock } from '../database/clock.ts';
import { isUniqueViolation, sql } from '../database/database.ts';
import type { Database, Transaction } from '../database/database.types.ts';
import type { ChangeSet, GroupCommit, Writer } from '../group-commit/group-commit.types.ts';
import { fail, ServiceError } from '../request/errors.ts';

export interface IdempotentRequest {
  readonly tenantIdentifier: string;
  /** `Caller.identifier`; two callers never share a key. */
  readonly callerIdentifier: string;
  /** Form: `<module>.<operation>`. */
  readonly operation: string;
  /** `Idempotency-Key`; null: the work runs without any of this. */
  readonly key: string | null;
  /** Hash of the body; another body under the same key is refused. */
  readonly bodyHash: string;
}

/** Stores the answer of the work beside its effect; exactly one of these functions is called when it succeeds. */
export interface IdempotencyClaim {
  /** False where the request carries no key: then no call stores anything. */
  readonly needed: boolean;
  /** Saves in the transaction of the effect. */
  save(tx: Transaction, answer: unknown): Promise<void>;
  /**
   * Saves in the change set of the effect. A `commit` that finds the key taken rejects; the work lets that error pass
   * through.
   */
  add(changes: ChangeSet, answer: unknown): void;
  /**
   * Saves the answer alone, where there was nothing to change: the request sent again gets the same answer, even where
   * there is something to change by then.
   */
  saveAlone(answer: unknown): Promise<void>;
}

export interface Idempotency {
  /**
   * Runs the work, or answers what it answered the first time: same caller, operation, key and body within 24 h. The
   * answer is what JSON makes of it. Another body is 409 IDEMPOTENCY_KEY_REUSED; while the work runs in this process, 409
   * IDEMPOTENCY_IN_PROGRESS. Of two processes that run it at once one commits; the other is undone and gives its answer.
   */
  run<T>(request: IdempotentRequest, work: (claim: IdempotencyClaim) => Promise<T>): Promise<T>;
  /** Removes keys older than 24 h, at most 1,000 a call; answers how many. */
  removeExpired(): Promise<number>;
}

const KEPT_MS = DAY_MS;
const REMOVED_MAX = 1_000;
const PRIMARY_KEY = 'kernel_idempotency_key_pkey';

const findKey = sql(
  'kernel_idempotency_find',
  'SELECT body_hash AS "bodyHash", answer, recorded_at AS "recordedAt" FROM kernel_idempotency_key WHERE id = $1',
);
const insertKey = sql(
  'kernel_idempotency_insert',
  'INSERT INTO kernel_idempotency_key (id, recorded_at, body_hash, answer) VALUES ($1, $2, $3, $4)',
);
const removeKey = sql(
  'kernel_idempotency_remove',
  'DELETE FROM kernel_idempotency_key WHERE id = $1 AND recorded_at <= $2',
);
const removeOldKeys = sql(
  'kernel_idempotency_remove_old',
  `DELETE FROM kernel_idempotency_key WHERE id = ANY (ARRAY(
     SELECT id FROM kernel_idempotency_key WHERE recorded_at <= $1 ORDER BY recorded_at LIMIT ${REMOVED_MAX} FOR UPDATE SKIP LOCKED))`,
);

/** A claim that keeps nothing: the request has no key, or its caller knows whether it was done. */
export const NO_CLAIM: IdempotencyClaim = {
  needed: false,
  save: async () => undefined,
  add: () => undefined,
  saveAlone: async () => undefined,
};

interface IdempotencyParts {
  readonly database: Database;
  readonly clock: Clock;
}

export function createIdempotency({
  database,
  groupCommit,
  clock,
}: IdempotencyParts & { readonly groupCommit: Pick<GroupCommit, 'defineWriter'> }): Idempotency {
  const dependencies = { database, clock };
  const writer = groupCommit.defineWriter({
    name: 'kernel_idempotency_key',
    columns: [
      { name: 'id', type: 'uuid' },
      { name: 'recorded_at', type: 'timestamptz' },
      { name: 'body_hash', type: 'text' },
      { name: 'answer', type: 'text' },
    ],
    statement: (rows) =>
      `INSERT INTO kernel_idempotency_key (id, recorded_at, body_hash, answer)
       SELECT v.id, v.recorded_at, v.body_hash, v.answer FROM ${rows} v`,
  });
  const inProgress = new Set<string>();

  async function runOnce<T>(id: string, bodyHash: string, work: (claim: IdempotencyClaim) => Promise<T>): Promise<T> {
    if (inProgress.has(id)) fail('IDEMPOTENCY_IN_PROGRESS');
    inProgress.add(id);
    try {
      const first = await findAnswer(dependencies, id, bodyHash);
      if (first !== null) return JSON.parse(first);
      return await runClaimed(dependencies, writer, id, bodyHash, work);
    } finally {
      inProgress.delete(id);
    }
  }

  return {
    // Most requests carry no key, and pay for nothing of this, not even a promise.
    run(request, work) {
      const { key, bodyHash } = request;
      return key === null ? work(NO_CLAIM) : runOnce(identify(request, key), bodyHash, work);
    },
    removeExpired: () => database.execute(removeOldKeys, [new Date(clock.now() - KEPT_MS)]),
  };
}

/** Answers the first answer as JSON, or null where the key is free. */
async function findAnswer({ database, clock }: IdempotencyParts, id: string, bodyHash: string): Promise<string | null> {
  const [row] = await database.rows<{ bodyHash: string; answer: string; recordedAt: Date }>(findKey, [id]);
  if (row === undefined) return null;
  const expiredAt = clock.now() - KEPT_MS;
  if (row.recordedAt.getTime() <= expiredAt) {
    await database.execute(removeKey, [id, new Date(expiredAt)]);
    return null;
  }
  if (row.bodyHash !== bodyHash) fail('IDEMPOTENCY_KEY_REUSED');
  return row.answer;
}

async function runClaimed<T>(
  dependencies: IdempotencyParts,
  writer: Writer,
  id: string,
  bodyHash: string,
  work: (claim: IdempotencyClaim) => Promise<T>,
): Promise<T> {
  const { clock, database } = dependencies;
  let saved = false;
  const save = async (target: Database | Transaction, answer: unknown): Promise<void> => {
    saved = true;
    await target.execute(insertKey, [id, new Date(clock.now()), bodyHash, toJson(answer)]);
  };
  const claim: IdempotencyClaim = {
    needed: true,
    save,
    add(changes, answer) {
      saved = true;
      changes.add(writer, [id, clock.now(), bodyHash, toJson(answer)]);
    },
    saveAlone: (answer) => save(database, answer),
  };
  try {
    const answer = await work(claim);
    if (!saved) throw new Error('the work succeeded without storing its answer under the idempotency key');
    return answer;
  } catch (error) {
    const keyTaken = isUniqueViolation(error, PRIMARY_KEY);
    if (!keyTaken && !isUniqueViolation(error) && !(error instanceof ServiceError)) throw error;
    // Another process may have been faster under this key: the conflict comes from its effect, and its answer is the
    // first.
    const first = await findAnswer(dependencies, id, bodyHash);
    if (first !== null) return JSON.parse(first);
    if (keyTaken) fail('IDEMPOTENCY_IN_PROGRESS');
    throw error;
  }
}

/** Half of a SHA-256 in the form of a UUID; JSON keeps the parts apart. */
function identify({ tenantIdentifier, callerIdentifier, operation }: IdempotentRequest, key: string): string {
  const parts = JSON.stringify([tenantIdentifier, callerIdentifier, operation, key]);
  const hex = createHash('sha256').update(parts).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

/**
 * The JSON of an answer; a void answer is undefined, for which JSON has no word, and becomes the empty object of the
 * envelope.
 */
function toJson(answer: unknown): string {
  return JSON.stringify(answer ?? {});
}
