// Wires recorded events.
import type { Database } from '../../../kernel/database/database.ts';
import type { EventStore } from '../../../kernel/records/event-store.ts';
import type { EventMask } from '../masking/feature.ts';
import type { FullText } from '../record/search-tokens.ts';
import { createEventReader } from './event-reader.store.ts';
import { recordedColumns, recordedInsert, recordedRowOf } from './recorded-events.store.ts';

/** `makeRoom` is that of the store, see there. */
interface RecordedParts extends Pick<EventStore, 'makeRoom'> {
  readonly mask: Pick<EventMask, 'value' | 'name'>;
  readonly fullText: () => FullText;
}

export function createRecordedEvents(database: Database, { makeRoom, mask, fullText }: RecordedParts): EventStore {
  return {
    columns: recordedColumns,
    insert: recordedInsert,
    rowOf: (event) => recordedRowOf(event, mask, fullText()),
    makeRoom,
    reader: createEventReader(database),
  };
}
