// Puts the keeping of recorded events together.
import type { Database } from '../../../kernel/database/database.ts';
import type { EventStore } from '../../../kernel/records/event-store.ts';
import { createEventReader } from './event-reader.store.ts';
import { recordedColumns, recordedInsert, recordedRowOf } from './recorded-events.store.ts';

/** `makeRoom` is that of the store, see there. */
export function createRecordedEvents(database: Database, makeRoom: EventStore['makeRoom']): EventStore {
  return {
    columns: recordedColumns,
    insert: recordedInsert,
    rowOf: recordedRowOf,
    makeRoom,
    reader: createEventReader(database),
  };
}
