// Asks for events within a range of time, in the pages' terms.
import { api } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { MINUTE_MS } from '../../../lib/units.ts';
import type { ListState } from '../../../ui/table/list-state.ts';
import { type EventFilter, filterOf, readLine } from './query-line.ts';

export type LogEvent = Awaited<ReturnType<typeof api.loggerProducer.getEvent>>['body'];

/** The ranges that can be chosen, up to now. */
export const ranges = {
  '15m': 15 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '24h': 24 * 60 * MINUTE_MS,
  '7d': 7 * 24 * 60 * MINUTE_MS,
  '30d': 30 * 24 * 60 * MINUTE_MS,
} as const;
export type RangeName = keyof typeof ranges;
export const STANDARD_RANGE: RangeName = '24h';

export interface Asked {
  readonly filter: EventFilter;
  readonly from: string;
  readonly to: string;
}

function isRange(name: string | undefined): name is RangeName {
  return name !== undefined && Object.hasOwn(ranges, name);
}

/** Reads what the address asks for; `now` stays while somebody looks, so that all parts of a page count the same events. */
export function askedOf({ text, filters }: ListState, now: number): Asked {
  const { from = '', to = '', range } = filters;
  const length = ranges[isRange(range) ? range : STANDARD_RANGE];
  const bounds =
    from === ''
      ? { from: new Date(now - length).toISOString(), to: new Date(now).toISOString() }
      : { from, to: to === '' ? new Date(now).toISOString() : to };
  return { filter: filterOf(readLine(text)), ...bounds };
}

/** The part of a question that every operation takes. */
export function queryOf({ filter, from, to }: Asked): EventFilter {
  return { ...filter, eventTimeFrom: from, eventTimeTo: to };
}

/** A longer value is cut off until somebody opens it. */
export const SHOWN_MAX = 300;

/** Saves what was asked for as a file: the browser keeps its bytes until it is whole. */
export async function exportEvents(asked: Asked, format: 'NDJSON' | 'CSV'): Promise<void> {
  const { body } = await api.loggerProducer.exportEvents({ body: { query: queryOf(asked), format } });
  await saveFile(body, `events.${format.toLowerCase()}`);
}
