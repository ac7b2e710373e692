// Makes the stream's form of a stored event, once for all readers.
import type { SvcEventLogStoredModel } from '@keelson/contract';
import type { Cursor } from '../../../kernel/database/commit-horizon.ts';
import { type EventRow, toEventModel } from '../reading/feature.ts';
import type { TailStore } from './tail.store.ts';

/** Bytes of an event that is sent whole: a client whose bound is smaller would never get past it. */
const WHOLE_BYTES_MAX = 65_536;

export interface TailedEvent {
  readonly place: Cursor;
  readonly row: EventRow;
  readonly model: SvcEventLogStoredModel;
  /** Bytes of it as JSON, or a little less. */
  readonly bytes: number;
}

/** Reads the next page as the store does. */
export type ReadTailed = ReturnType<typeof createTailedReader>;

export function createTailedReader({ readOn }: TailStore) {
  return async (cursor: Cursor | null) => {
    const page = await readOn(cursor);
    const events = page.events.map(({ place, row }): TailedEvent => ({ place, row, ...shortened(toEventModel(row)) }));
    return { ...page, events };
  };
}

function shortened(model: SvcEventLogStoredModel): Pick<TailedEvent, 'model' | 'bytes'> {
  const bytes = JSON.stringify(model).length;
  if (bytes <= WHOLE_BYTES_MAX) return { model, bytes };
  const { message } = model;
  return { model: { ...model, attributeMap: null, errorDetail: null, truncated: true }, bytes: message?.length ?? 0 };
}
