// Walks through events and counts them, for callers who may see them.
import { hash } from 'node:crypto';
import { bucketsMax, type SvcEventLogFieldValueModel, type SvcEventLogHistogramModel } from '@keelson/contract';
import { isTimeZone } from '@keelson/time-zone';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import { invalid } from '../../../kernel/request/errors.ts';
import { canonicalJson } from '../../../kernel/text/json/canonical-json.ts';
import type { RetentionDays } from '../record/event.types.ts';
import type { FullText } from '../record/search-tokens.ts';
import type { BucketCount, EventCountStore } from './event-count.store.ts';
import type { EventQuery } from './event-filter.store.ts';
import type { createEventQueryStore, EventPlace, PlacedRow } from './event-query.store.ts';
import { type AskedEvents, type Keeping, queryOf } from './event-query.ts';
import type { Look } from './reading.service.ts';

const DAY_SECONDS = 86_400;
const WALKED = 100;
const VALUES = 20;
/** Lengths of buckets, of which the first one within the bound of buckets is chosen where none is given. */
const INTERVALS = [1, 5, 10, 30, 60, 300, 600, 1_800, 3_600, 10_800, 21_600, 43_200, DAY_SECONDS, 7 * DAY_SECONDS];
const BUCKETS_CHOSEN_MAX = 120;
const QUERY_HASH_LENGTH = 16;

interface Range {
  readonly from: Date;
  readonly to: Date;
}

/** Place and range of a walk: the range is that of the first answer, whatever the clock shows. */
interface Cursor extends EventPlace {
  readonly from: number;
  readonly to: number;
  readonly query: string;
}

interface Walk {
  readonly query?: AskedEvents;
  readonly cursor?: string;
  readonly limit?: number;
}

interface AnalysisParts extends Pick<Kernel, 'clock'> {
  readonly store: Pick<ReturnType<typeof createEventQueryStore>, 'walk'>;
  readonly counts: EventCountStore;
  readonly look: Look;
  readonly daysOf: RetentionDays;
  readonly fullText: () => FullText;
}

export function createAnalysisService({ clock, store, counts, look, daysOf, fullText }: AnalysisParts) {
  const keeping = (): Keeping => ({ now: clock.now(), daysOf, fullText: fullText() });
  async function boundsOf(range: Range, intervalSeconds: number, timeZone: string): Promise<readonly Date[]> {
    if (intervalSeconds < DAY_SECONDS) return evenBounds(range, intervalSeconds * SECOND_MS);
    return counts.daysOf(range, timeZone, intervalSeconds / DAY_SECONDS, bucketsMax + 2);
  }

  return {
    /** Answers events of one range and query to any depth: none twice, none left out. */
    async walk(act: Act, { query: asked = {}, cursor, limit = WALKED }: Walk) {
      const rangeHash = hashOf(act, asked);
      const place = cursor === undefined ? null : readCursor(cursor, rangeHash);
      const fresh = queryOf(act, asked, keeping());
      const query = place === null ? fresh : { ...fresh, from: new Date(place.from), to: new Date(place.to) };
      if (query.eventTypes?.length === 0) return { rows: [], nextCursor: null };
      const rows = await look(act, query, asked, () => store.walk(query, place, limit));
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      const isLast = rows.length <= limit || last === undefined;
      return { rows: shown, nextCursor: isLast ? null : writeCursor(query, last, rangeHash) };
    },

    /** Counts events by time; 400 for an invalid zone, and for too many buckets. */
    async histogram(
      act: Act,
      {
        query: asked = {},
        intervalSeconds,
        timeZone = 'UTC',
      }: { query?: AskedEvents; intervalSeconds?: number; timeZone?: string },
    ): Promise<SvcEventLogHistogramModel> {
      if (!isTimeZone(timeZone))
        invalid({ field: 'timeZone', code: 'FORMAT', message: 'An IANA name of a time zone.' });
      const query = queryOf(act, asked, keeping());
      const seconds = intervalSeconds ?? chosenInterval(query);
      if (seconds > DAY_SECONDS && seconds % DAY_SECONDS !== 0) {
        invalid({
          field: 'intervalSeconds',
          code: 'OUT_OF_RANGE',
          message: 'Must be whole days where it is more than one.',
        });
      }
      const isTooFine = (query.to.getTime() - query.from.getTime()) / (seconds * SECOND_MS) > bucketsMax;
      const bounds = isTooFine ? [] : await boundsOf(query, seconds, timeZone);
      if (isTooFine || bounds.length > bucketsMax + 1) {
        invalid({
          field: 'intervalSeconds',
          code: 'OUT_OF_RANGE',
          message: `Must make at most ${bucketsMax} buckets.`,
        });
      }
      const counted =
        query.eventTypes?.length === 0 ? [] : await look(act, query, asked, () => counts.countBuckets(query, bounds));
      return { intervalSeconds: seconds, timeZone, bucketList: bucketsOf(bounds, counted) };
    },

    async fieldValues(
      act: Act,
      {
        query: asked = {},
        field,
        limit = VALUES,
      }: { query?: AskedEvents; field: SvcEventLogFieldValueModel['field']; limit?: number },
    ): Promise<SvcEventLogFieldValueModel> {
      const query = queryOf(act, asked, keeping());
      if (query.eventTypes?.length === 0) return { field, valueList: [], otherCount: 0 };
      const { values, other } = await look(act, query, asked, () => counts.countValues(query, field, limit));
      return { field, valueList: values, otherCount: other };
    },
  };
}

function bucketsOf(bounds: readonly Date[], counted: readonly BucketCount[]): SvcEventLogHistogramModel['bucketList'] {
  return bounds.slice(0, -1).map((from, index) => {
    const levels = counted.filter(({ bucket }) => bucket === index + 1);
    return {
      from: from.toISOString(),
      to: bounds[index + 1]!.toISOString(),
      count: levels.reduce((sum, { count }) => sum + count, 0),
      levelMap: Object.fromEntries(levels.map(({ level, count }) => [level, count])),
    };
  });
}

function chosenInterval({ from, to }: Range): number {
  const seconds = (to.getTime() - from.getTime()) / SECOND_MS;
  return INTERVALS.find((interval) => seconds / interval <= BUCKETS_CHOSEN_MAX) ?? INTERVALS.at(-1)!;
}

/** Makes the bounds at whole multiples of the interval since 1970, the last one beyond the range. */
function evenBounds({ from, to }: Range, intervalMs: number): readonly Date[] {
  const first = Math.floor(from.getTime() / intervalMs);
  const last = Math.ceil(to.getTime() / intervalMs);
  return Array.from({ length: last - first + 1 }, (_, index) => new Date((first + index) * intervalMs));
}

function hashOf({ caller }: Act, asked: AskedEvents): string {
  const text = canonicalJson([caller.tenantIdentifier, asked as Readonly<Record<string, unknown>>]);
  return hash('sha256', text, 'base64url').slice(0, QUERY_HASH_LENGTH);
}

function writeCursor({ from, to }: EventQuery, { placeTime: time, uuid }: PlacedRow, query: string): string {
  const cursor: Cursor = { time, uuid, from: from.getTime(), to: to.getTime(), query };
  return Buffer.from(JSON.stringify(Object.values(cursor))).toString('base64url');
}

/** Reads a cursor; 400 CURSOR_INVALID for an invalid one, or that of another query. */
function readCursor(text: string, query: string): Cursor {
  try {
    const [time, uuid, from, to, of] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as unknown[];
    const isWhole =
      typeof time === 'string' &&
      !Number.isNaN(Date.parse(time)) &&
      UUID.test(String(uuid)) &&
      Number.isSafeInteger(from);
    if (isWhole && Number.isSafeInteger(to) && of === query) {
      return { time, uuid: String(uuid), from: Number(from), to: Number(to), query };
    }
  } catch {
    // An invalid text is refused below, as every other invalid cursor.
  }
  return invalid({
    field: 'cursor',
    code: 'CURSOR_INVALID',
    message: 'Must be that of the answer before, with the same query.',
  });
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
