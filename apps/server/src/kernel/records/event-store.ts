// Says how recorded events are kept; the module of the event log attaches its store.
import type { WriterColumn } from '../group-commit/group-commit.types.ts';
import type { DefinedEvent } from './event-definition.ts';
import type { EventReader } from './event-reader.ts';

/** What a store gets of one event. */
export interface RecordedEvent {
  /** A UUIDv7. */
  readonly id: string;
  /** Epoch ms. */
  readonly recordedAt: number;
  readonly tenantIdentifier: string;
  readonly kind: DefinedEvent;
  readonly actor: string;
  readonly ipAddress: string | null;
  readonly requestId: string | null;
  readonly subject: string | null;
  readonly detail: object | null;
}

export interface EventStore {
  readonly columns: readonly WriterColumn[];
  /** Writes the SQL that inserts; `rows` goes into FROM with an alias and has the columns. */
  readonly insert: (rows: string) => string;
  /** Answers values in the order of the columns. Never throws for what an event holds. */
  rowOf(event: RecordedEvent): readonly unknown[];
  /** Resolves when an event of this time can be inserted; null where it can already. */
  makeRoom(recordedAt: number): Promise<void> | null;
  readonly reader: EventReader;
}
