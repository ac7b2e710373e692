// Records what happened (security decisions, writes by people) in the transaction of the change itself.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/database.types.ts';
import { type Statement, sql } from '../database/database-client.ts';
import type { Ids } from '../database/ids.ts';
import type { LastWrite } from '../database/last-writes.ts';
import type { ChangeSet, GroupCommit, Writer } from '../group-commit/group-commit.types.ts';
import type { SummedLog } from '../process/summed-log.ts';
import { ServiceError } from '../request/errors.ts';
import type { DefinedEvent } from './event-definition.ts';
import type { EventStore, RecordedEvent } from './event-store.ts';

/** Person or program on whose account something happens; every event carries it. */
export interface Actor {
  /** Name of a person or an API key, or of what acted in a person's stead. */
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly ipAddress: string | null;
  readonly requestId: string | null;
}

/**
 * Names what something happened to: a username, an identifier, a code. The event is filed under the tenant of the actor, unless
 * another one is named.
 */
export type EventSubject = string | null | { readonly name: string | null; readonly tenantIdentifier: string };

export interface EventRecorder {
  /**
   * Writes the event in the caller's transaction, with its other events right before the commit: it exists exactly when the
   * change does.
   */
  record(tx: Transaction, event: DefinedEvent, actor: Actor, subject: EventSubject, detail?: object): Promise<void>;
  /** As `record`, for a change set of the group commit. */
  add(changes: ChangeSet, event: DefinedEvent, actor: Actor, subject: EventSubject, detail?: object): void;
}

/** An event recorder that gets its store once, at start, before anything is recorded. */
export interface AttachableEvents extends EventRecorder {
  attach(store: EventStore): void;
}

/** A store with the statements that the recorder prepared for it. */
interface Attached {
  readonly store: EventStore;
  readonly writer: Writer;
  readonly insertOne: Statement;
  readonly insertMany: Statement;
}

/** Inserts one event: most transactions have one, and without arrays its row takes a quarter of the time less. */
function insertOneOf({ columns, insert }: EventStore): Statement {
  const values = columns.map(({ name, type }, index) => `$${index + 1}::${type} AS ${name}`).join(', ');
  return sql('kernel_event_insert_one', insert(`(SELECT ${values})`));
}

// Not VALUES: however many events a transaction has, their insert is one statement. JSON has to travel as text in an
// array.
function insertManyOf({ columns, insert }: EventStore): Statement {
  const names = columns.map(({ name }) => name).join(', ');
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type === 'jsonb' ? 'text' : type}[]`).join(', ');
  const values = columns.map(({ name, type }) => `v.${name}::${type} AS ${name}`).join(', ');
  return sql('kernel_event_insert_many', insert(`(SELECT ${values} FROM unnest(${arrays}) v (${names}))`));
}

/** Parts of an event beside its time. */
type Happening = readonly [event: DefinedEvent, actor: Actor, subject: EventSubject, detail?: object];

/** Logs an event without its detail, which may hold personal data. */
function logEvent(
  log: SummedLog,
  { name, level, description }: DefinedEvent,
  actor: Actor,
  subject: EventSubject,
): void {
  const { username, tenantIdentifier, ipAddress: remoteAddress, requestId } = actor;
  const of = subject === null || typeof subject === 'string' ? { name: subject, tenantIdentifier } : subject;
  const line = {
    requestId,
    actor: `${username}@${tenantIdentifier}`,
    subject: of.name === null ? null : `${of.name}@${of.tenantIdentifier}`,
    remoteAddress,
  };
  log.write(level === 'INFO' ? 'info' : 'warn', { event: name }, line, description.en);
}

export function createEventRecorder({
  clock,
  ids,
  groupCommit,
  log,
  count,
}: {
  clock: Clock;
  ids: Ids;
  groupCommit: Pick<GroupCommit, 'defineWriter'>;
  log: SummedLog;
  /** Counts an event that was committed. */
  count: (event: DefinedEvent) => void;
}): AttachableEvents {
  let attached: Attached | null = null;
  const keeper = (): Attached => {
    if (attached === null) throw new Error('nothing keeps events yet');
    return attached;
  };
  const eventOf = (recordedAt: number, ...[kind, actor, subject, detail]: Happening): RecordedEvent => {
    const { username, tenantIdentifier, ipAddress, requestId } = actor;
    const of = subject === null || typeof subject === 'string' ? { name: subject, tenantIdentifier } : subject;
    return {
      id: ids.uuidV7(),
      recordedAt,
      tenantIdentifier: of.tenantIdentifier,
      kind,
      actor: username,
      ipAddress,
      requestId,
      subject: of.name,
      detail: detail ?? null,
    };
  };
  const happened = (...[kind, actor, subject]: Happening): void => {
    count(kind);
    if (kind.logged) logEvent(log, kind, actor, subject);
  };
  const recorded = new WeakMap<Transaction, RecordedEvent[]>();
  const writeOf = (events: readonly RecordedEvent[]): LastWrite => {
    const { store, insertOne, insertMany } = keeper();
    const dated = (value: unknown, index: number): unknown =>
      store.columns[index]?.type === 'timestamptz' && typeof value === 'number' ? new Date(value) : value;
    const rows = events.map((event) => store.rowOf(event).map(dated));
    const [only] = rows;
    if (only !== undefined && rows.length === 1) return { statement: insertOne, values: only };
    return { statement: insertMany, values: store.columns.map((_column, index) => rows.map((row) => row[index])) };
  };
  return {
    attach(store) {
      const { columns, insert } = store;
      const writer = groupCommit.defineWriter({ name: 'kernel_event', columns, statement: insert });
      attached = { store, writer, insertOne: insertOneOf(store), insertMany: insertManyOf(store) };
    },
    async record(tx, ...happening) {
      const event = eventOf(clock.now(), ...happening);
      await keeper().store.makeRoom(event.recordedAt);
      tx.afterCommit(() => happened(...happening));
      const events = recorded.get(tx);
      if (events !== undefined) {
        events.push(event);
        return;
      }
      const first = [event];
      recorded.set(tx, first);
      tx.beforeCommit(() => writeOf(first));
    },
    add(changes, ...happening) {
      const { store, writer } = keeper();
      const event = eventOf(clock.now(), ...happening);
      const room = store.makeRoom(event.recordedAt);
      if (room !== null) {
        room.catch(() => undefined);
        throw new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1 });
      }
      changes.add(writer, store.rowOf(event));
      changes.afterCommit(() => happened(...happening));
    },
  };
}
