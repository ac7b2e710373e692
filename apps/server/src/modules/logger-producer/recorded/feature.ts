// Puts the keeping of recorded events together.
import type { Database } from '../../../kernel/database/database.ts';
import type { EventStore } from '../../../kernel/records/event-store.ts';
import type { FullText } from '../record/search-tokens.ts';
import { createEventReader } from './event-reader.store.ts';
import { recordedColumns, recordedInsert, recordedRowOf } from './recorded-events.store.ts';

/** `makeRoom` is that of the store, see there. */
export function createRecordedEvents(
  database: Database,
  makeRoom: EventStore['makeRoom'],
  fullText: () => FullText = () => 'ALL',
): EventStore {
  return {
    columns: recordedColumns,
    insert: recordedInsert,
    rowOf: (event) => recordedRowOf(event, fullText()),
    makeRoom,
    reader: createEventReader(database),
  };
}
