// Records what happened (security decisions, writes by people) in the transaction of the change itself.
import type { Clock } from '../database/clock.ts';
import type { Transaction } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';
import type { Ids } from '../database/ids.ts';
import type { LastWrite } from '../database/last-writes.ts';
import type { ChangeSet, GroupCommit, Writer, WriterColumn } from '../group-commit/group-commit.types.ts';
import type { SummedLog } from '../process/summed-log.ts';
import type { DefinedEvent } from './event-definition.ts';

/** Says on whose account something happens, which every event of it carries. */
export interface Actor {
  /** Is a person's name, that of an API key, or what acted in a person's stead. */
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
  /** The same for a change set of the group commit. */
  add(changes: ChangeSet, event: DefinedEvent, actor: Actor, subject: EventSubject, detail?: object): void;
}

const columns: readonly WriterColumn[] = [
  { name: 'id', type: 'uuid' },
  { name: 'recorded_at', type: 'timestamptz' },
  { name: 'tenant_identifier', type: 'text' },
  { name: 'kind', type: 'text' },
  { name: 'type', type: 'text' },
  { name: 'actor', type: 'text' },
  { name: 'ip_address', type: 'text' },
  { name: 'request_id', type: 'text' },
  { name: 'subject', type: 'text' },
  { name: 'detail', type: 'jsonb' },
];
const names = columns.map((column) => column.name).join(', ');

// Not VALUES: the events of a transaction, however many, are one statement. JSON has to travel as text in an array.
const arrays = columns.map(({ type }, index) => `$${index + 1}::${type === 'jsonb' ? 'text' : type}[]`).join(', ');
const insertEvents = sql(
  'kernel_event_insert',
  `INSERT INTO kernel_event (${names})
   SELECT ${columns.map(({ name, type }) => `v.${name}::${type}`).join(', ')} FROM unnest(${arrays}) v (${names})`,
);

/** An event is given this beside its time. Secrets are masked by whoever records it. */
type Happening = readonly [event: DefinedEvent, actor: Actor, subject: EventSubject, detail?: object];

/** Leaves out the detail, which may hold what belongs to people. */
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
  log.tell(level === 'INFO' ? 'info' : 'warn', { event: name }, line, description.en);
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
}): EventRecorder {
  const writer: Writer = groupCommit.defineWriter({
    name: 'kernel_event',
    columns,
    statement: (rows) => `INSERT INTO kernel_event (${names}) SELECT ${names} FROM ${rows} v`,
  });
  const rowOf = (recordedAt: number | Date, ...[event, actor, subject, detail]: Happening): unknown[] => {
    const isName = subject === null || typeof subject === 'string';
    return [
      ids.uuidV7(),
      recordedAt,
      isName ? actor.tenantIdentifier : subject.tenantIdentifier,
      event.name,
      event.type,
      actor.username,
      actor.ipAddress,
      actor.requestId,
      isName ? subject : subject.name,
      detail === undefined ? null : JSON.stringify(detail),
    ];
  };
  const recorded = new WeakMap<Transaction, unknown[][]>();
  const writeOf = (rows: readonly unknown[][]): LastWrite => ({
    statement: insertEvents,
    values: columns.map((_, index) => rows.map((row) => row[index])),
  });
  return {
    async record(tx, ...happening) {
      const [event, actor, subject] = happening;
      const row = rowOf(new Date(clock.now()), ...happening);
      tx.afterCommit(() => {
        count(event);
        if (event.logged) logEvent(log, event, actor, subject);
      });
      const rows = recorded.get(tx);
      if (rows !== undefined) {
        rows.push(row);
        return;
      }
      const first = [row];
      recorded.set(tx, first);
      tx.beforeCommit(() => writeOf(first));
    },
    add(changes, ...happening) {
      changes.add(writer, rowOf(clock.now(), ...happening));
    },
  };
}
