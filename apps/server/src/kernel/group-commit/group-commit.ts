// Writes the change sets of many requests in one statement and one commit, and answers each of them apart.

import { createPump, type Done } from '../database/batching/pump.ts';
import type { Database, DedicatedConnection } from '../database/database.types.ts';
import { isOutdatedPlan, isRepeatable, isUnavailable, toServiceError } from '../database/database-errors.ts';
import { KEYED_PLANS } from '../database/dedicated-connection.ts';
import { ServiceError } from '../request/errors.ts';
import { type BatchEncoder, createBatchEncoder, type MemberRows } from './batch.ts';
import type { ChangeSet, CommitOutcome, GroupCommit, Writer } from './group-commit.types.ts';

export type { ChangeSet, CommitOutcome, GroupCommit, Writer } from './group-commit.types.ts';

/** More members make a statement longer without saving more commits: the gain is flat from 50 rows on. */
const BATCH_MEMBERS_MAX = 64;
/** Halves of eight make a third more commits for a user task than halves of twelve, and hardly more instances. */
const HALVES_FROM = 24;
/** The queue holds half a second of work at 4,000 a second; who waits longer is better asked to come back. */
const QUEUE_MEMBERS_MAX = 2_048;
/** A deadlock with another process's batch clears up when the other one is through. */
const ATTEMPTS_MAX = 4;

/** Describes one flush as it looked from outside, for metrics. */
export interface FlushObservation {
  readonly members: number;
  /** 1 unless members conflicted or failed. */
  readonly statements: number;
  readonly durationMs: number;
}

export interface GroupCommitOptions {
  readonly database: Pick<Database, 'openDirectConnection'>;
  /** Bounds the change sets that wait beside those in flight. */
  readonly queueMembersMax?: number;
  readonly observe?: (flush: FlushObservation) => void;
}

export interface GroupCommitRunner extends GroupCommit {
  /** Counts the change sets that wait for a batch. */
  waiting(): number;
}

interface Member {
  readonly rows: MemberRows;
  readonly resolve: (outcome: CommitOutcome) => void;
  readonly reject: (error: unknown) => void;
}

const COMMITTED: CommitOutcome = Object.freeze({ committed: true });

/**
 * One flush is in flight at a time, on a connection of its own; what arrives meanwhile, and what the event loop still brings, is
 * the next batch, which is sent before the last one is answered where it is as large; many that come again together are two. There is
 * no timer. A batch is one autocommitted statement; a member that conflicts or whose values PostgreSQL refuses is left out and the rest
 * is run again.
 */
export function createGroupCommit(options: GroupCommitOptions): GroupCommitRunner {
  const { queueMembersMax = QUEUE_MEMBERS_MAX } = options;
  const encoder = createBatchEncoder();
  // It has an encoder of its own: a batch that waits for its connection still lies in the buffers of the other one.
  const transactionEncoder = createBatchEncoder();
  const connection = options.database.openDirectConnection(KEYED_PLANS);
  const queue: Member[] = [];
  const waiting = (): number => queue.length;
  let idle: { promise: Promise<void>; resolve: () => void } | null = null;

  const flush = async (most: number): Promise<Done> => {
    const batch = queue.splice(0, Math.min(most, BATCH_MEMBERS_MAX));
    const startedAt = performance.now();
    const answers: Answer[] = [];
    const statements = await runMembers({ encoder, connection, answers }, batch, 1);
    options.observe?.({ members: batch.length, statements, durationMs: performance.now() - startedAt });
    return { size: batch.length, answer: () => answers.forEach((give) => void give()) };
  };
  const rest = (): void => {
    idle?.resolve();
    idle = null;
  };
  const pump = createPump({ waiting, run: flush, rest, halvesFrom: HALVES_FROM });

  return {
    defineWriter(definition) {
      transactionEncoder.defineWriter(definition);
      return encoder.defineWriter(definition);
    },
    createChangeSet,
    commit(changes) {
      const rows = takeRows(changes);
      const { actions } = changes as RowsOfChangeSet;
      if (rows.writers.length === 0) {
        runAll(actions);
        return Promise.resolve(COMMITTED);
      }
      if (queue.length >= queueMembersMax) {
        return Promise.reject(new ServiceError('RATE_LIMITED', { retryAfterSeconds: 1 }));
      }
      return new Promise((resolve, reject) => {
        queue.push({ rows, resolve: actions.length === 0 ? resolve : followedBy(actions, resolve), reject });
        pump.wake();
      });
    },
    async writeIn(tx, changes) {
      const rows = takeRows(changes);
      for (const action of (changes as RowsOfChangeSet).actions) tx.afterCommit(action);
      if (rows.writers.length === 0) return;
      const encoded = transactionEncoder.encode([{ rows }]);
      if ('misfit' in encoded) throw encoded.error;
      const { name = '', text } = encoded.statement;
      // Copied: another transaction may encode before this one's connection has taken the values.
      await tx.rows(
        { name, text },
        encoded.values.map((value) => Buffer.from(value)),
      );
    },
    drain() {
      if (!pump.isRunning()) return Promise.resolve();
      idle ??= Promise.withResolvers<void>();
      return idle.promise;
    },
    waiting,
  };
}

interface RowsOfChangeSet extends ChangeSet {
  rows: MemberRows | null;
  readonly actions: (() => void)[];
}

function followedBy(actions: readonly (() => void)[], resolve: Member['resolve']): Member['resolve'] {
  return (outcome) => {
    if (outcome.committed) runAll(actions);
    resolve(outcome);
  };
}

/** Runs actions after a commit; an error in them does not change the answer. */
function runAll(actions: readonly (() => void)[]): void {
  for (const action of actions) {
    try {
      action();
    } catch {}
  }
}

function createChangeSet(): ChangeSet {
  const changes: RowsOfChangeSet = {
    rows: { writers: [], rows: [] },
    actions: [],
    afterCommit: (action) => void changes.actions.push(action),
    add(writer: Writer, row: readonly unknown[]) {
      const { definition, index } = writer;
      if (row.length !== definition.columns.length) {
        throw new Error(`the writer "${definition.name}" takes ${definition.columns.length} values, not ${row.length}`);
      }
      if (changes.rows === null) throw new Error('the change set was handed over already');
      changes.rows.writers.push(index);
      changes.rows.rows.push(row);
    },
  };
  return changes;
}

function takeRows(changes: ChangeSet): MemberRows {
  const { rows } = changes as RowsOfChangeSet;
  if (rows === null) throw new Error('a change set is committed once');
  (changes as RowsOfChangeSet).rows = null;
  return rows;
}

/** Settles the promise of one member. */
type Answer = () => void;

interface Flusher {
  readonly encoder: BatchEncoder;
  readonly connection: DedicatedConnection;
  /** Takes an answer for every member. */
  readonly answers: Answer[];
}

/** Sends the first statement at once; resolves with the number of statements sent. Never rejects. */
async function runMembers(flusher: Flusher, members: readonly Member[], attempt: number): Promise<number> {
  if (members.length === 0) return 0;
  let encoded: ReturnType<BatchEncoder['encode']>;
  try {
    encoded = flusher.encoder.encode(members);
  } catch (error) {
    return answerFailure(flusher, members, ATTEMPTS_MAX, error);
  }
  if ('misfit' in encoded) {
    const { misfit, error } = encoded;
    flusher.answers.push(() => members[misfit]!.reject(error));
    return runMembers(
      flusher,
      without(members, (place) => place === misfit),
      attempt,
    );
  }
  const part = encoded.taken === members.length ? members : members.slice(0, encoded.taken);
  let statements = 1;
  try {
    await flusher.connection.run(encoded.statement, encoded.values);
    for (const member of part) flusher.answers.push(() => member.resolve(COMMITTED));
  } catch (error) {
    statements += await answerFailure(flusher, part, attempt, error);
  }
  return statements + (await runMembers(flusher, members.slice(encoded.taken), 1));
}

/** Answers members whose statement was undone as a whole, or whose outcome is unknown. */
async function answerFailure(
  flusher: Flusher,
  members: readonly Member[],
  attempt: number,
  error: unknown,
): Promise<number> {
  const conflicts = flusher.encoder.readConflicts(error, members.length);
  if (conflicts !== null) {
    const others = without(members, (place) => conflicts.has(place));
    const statements = await runMembers(flusher, others, attempt);
    // A caller with a conflict looks for the rows in its way, which may be of this very batch, so that it is answered
    // after them.
    for (const [place, conflict] of conflicts) {
      flusher.answers.push(() => members[place]!.resolve({ committed: false, conflict }));
    }
    return statements;
  }
  if ((isRepeatable(error) || isOutdatedPlan(error)) && attempt < ATTEMPTS_MAX)
    return runMembers(flusher, members, attempt + 1);
  if (members.length === 1 || isUnavailable(error)) {
    for (const member of members) flusher.answers.push(() => member.reject(toServiceError(error)));
    return 0;
  }
  // One member is refused, but not which: halves find it, and the others are written.
  const middle = members.length >> 1;
  const first = await runMembers(flusher, members.slice(0, middle), 1);
  return first + (await runMembers(flusher, members.slice(middle), 1));
}

function without(members: readonly Member[], left: (place: number) => boolean): Member[] {
  return members.filter((_, place) => !left(place));
}
