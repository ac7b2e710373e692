// Writes a revisioned snapshot: every change under one lock, with a revision of its own, and in memory before it is
// answered.
import type { Database, Transaction } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';
import type { Context } from '../request/context.ts';
import type { DefinedEvent } from './event-definition.ts';
import type { Actor, EventRecorder, EventSubject } from './events.ts';
import type { IdempotencyClaim } from './idempotency.ts';
import type { LoadedChanges, RevisionedSnapshot } from './snapshot.ts';

/** What a plan works with while it holds the lock, under which the snapshot does not change. */
export interface Turn {
  readonly tx: Transaction;
  /** Revision that the change will have; the stored rows have the one before. */
  readonly revision: number;
  readonly actor: Actor;
  /** Writes an event of the actor with the change. */
  record(event: DefinedEvent, subject: EventSubject, detail?: object): Promise<void>;
  /** Gives up a plan whose memory is older than what is stored; it is run again on newer memory. */
  outdated(): never;
}

/** Result of a plan. */
export interface Change<T> {
  readonly answer: T;
  /** False: there was nothing to change, nothing was written, and no revision is published. */
  readonly changed: boolean;
  /** The change for the memory of this process; without it the new revision is read. */
  readonly own?: LoadedChanges;
}

/**
 * One act from its look to its answer: looks at what is stored, refuses by throwing, writes all rows with the revision of the
 * turn, records its event, makes its answer of what the transaction holds. It may run several times, so it changes nothing
 * outside of the transaction.
 */
export type Plan<T> = (turn: Turn) => Promise<Change<T>>;

export interface Changed<T> {
  readonly answer: T;
  readonly changed: boolean;
  /** Revision that holds the change; where nothing changed, the one that was looked at. */
  readonly revision: number;
}

export interface Revisioned {
  /**
   * Takes the lock, runs the plan, publishes the revision once with the last statement, commits, and puts the change in
   * place: memory of this process holds it when this resolves. A claim keeps the answer in the same transaction.
   */
  change<T>(actor: Actor, plan: Plan<T>, claim?: IdempotencyClaim): Promise<Changed<T>>;
  /**
   * Does the same without a commit, so that nothing stays: refuses what `change` would refuse, and answers what it
   * would answer.
   */
  rehearse<T>(actor: Actor, plan: Plan<T>): Promise<Changed<T>>;
  /**
   * Makes a change as a part of another transaction: this process hears of it as the others do, and no plan is
   * outdated.
   */
  changeIn<T>(tx: Transaction, actor: Actor, plan: Plan<T>): Promise<Changed<T>>;
  /** Before a read: lets a client that wrote at another process, and sends the revision along, find what it wrote. */
  catchUp(act: { readonly context: Pick<Context, 'header'> }): Promise<void> | undefined;
}

export interface RevisionedOptions {
  /** Names the tables: `<name>_state` has one row, of id 1, with the column `revision`. */
  readonly name: string;
  /** Channel that the snapshot listens to. */
  readonly channel: string;
  /** Header, in lower case, in which clients send back the revision that a write answered. */
  readonly header: string;
  readonly database: Pick<Database, 'transaction'>;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly snapshot: Pick<
    RevisionedSnapshot,
    'revision' | 'advance' | 'writing' | 'reach' | 'refresh' | 'waitForRevision'
  >;
}

/** Attempts at a plan; memory that is outdated again and again is a mistake of the program. */
const PLANS_MAX = 3;
/** Time that a read waits for the revision that its client has seen at another process. */
const CATCH_UP_MS = 500;

/** Thrown where memory was older than what is stored under the lock. */
class PlanOutdated extends Error {}

/** Ends a rehearsal that went well, so that nothing of it stays. */
class RehearsalOver extends Error {
  readonly rehearsed: Changed<unknown>;

  constructor(rehearsed: Changed<unknown>) {
    super();
    this.rehearsed = rehearsed;
  }
}

function createTurns({ name, channel, events }: Pick<RevisionedOptions, 'name' | 'channel' | 'events'>) {
  const lock = sql(`${name}_revision_lock`, `SELECT revision FROM ${name}_state WHERE id = 1 FOR UPDATE`);
  const raise = sql(
    `${name}_revision_raise`,
    `UPDATE ${name}_state SET revision = $1::bigint WHERE id = 1 RETURNING pg_notify('${channel}', revision::text)`,
  );
  /** Takes the lock and makes the change; writers wait for each other, so that revisions become visible in order. */
  return async <T>(tx: Transaction, actor: Actor, plan: Plan<T>, claim?: IdempotencyClaim) => {
    const [state] = await tx.rows<{ revision: number }>(lock);
    const revision = state!.revision + 1;
    const { answer, changed, own } = await plan({
      tx,
      revision,
      actor,
      record: (event, subject, detail) => events.record(tx, event, actor, subject, detail),
      outdated() {
        throw new PlanOutdated(`memory of ${name} is older than what is stored`);
      },
    });
    await claim?.save(tx, answer);
    if (changed) tx.beforeCommit(() => ({ statement: raise, values: [revision] }));
    return { answer, changed, own, revision: changed ? revision : revision - 1 };
  };
}

/** Runs a plan again on newer memory while it is outdated, a bounded number of times. */
async function whileOutdated<T>(attempt: () => Promise<T>, refresh: () => Promise<void>): Promise<T> {
  for (let count = 1; ; count += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PlanOutdated) || count >= PLANS_MAX) throw error;
      await refresh();
    }
  }
}

/** Creates the only way to write to the tables of a snapshot. */
export function createRevisioned(options: RevisionedOptions): Revisioned {
  const { header, database, snapshot } = options;
  const takeTurn = createTurns(options);

  return {
    async change(actor, plan, claim) {
      const attempt = () => database.transaction((tx) => takeTurn(tx, actor, plan, claim));
      const done = await whileOutdated(() => snapshot.writing(attempt), snapshot.refresh);
      const { answer, changed, own, revision } = done;
      const inPlace = snapshot.revision >= revision || (changed && own !== undefined && snapshot.advance(own));
      if (!inPlace) await snapshot.reach(revision);
      return { answer, changed, revision };
    },
    async rehearse<T>(actor: Actor, plan: Plan<T>) {
      const attempt = (): Promise<never> =>
        database.transaction(async (tx) => {
          throw new RehearsalOver(await takeTurn(tx, actor, plan));
        });
      try {
        return await whileOutdated(attempt, snapshot.refresh);
      } catch (error) {
        if (!(error instanceof RehearsalOver)) throw error;
        const { answer, changed, revision } = error.rehearsed as Changed<T>;
        return { answer, changed, revision };
      }
    },
    async changeIn(tx, actor, plan) {
      const { answer, changed, revision } = await takeTurn(tx, actor, plan);
      return { answer, changed, revision };
    },
    catchUp({ context }) {
      const wanted = Number(context.header(header) ?? 0);
      return wanted > snapshot.revision
        ? snapshot.waitForRevision(wanted, CATCH_UP_MS).then(() => undefined)
        : undefined;
    },
  };
}
