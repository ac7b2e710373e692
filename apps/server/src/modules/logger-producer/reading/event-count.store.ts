// Counts stored events: over time and level, and by the values of a field.
import { hash } from 'node:crypto';
import { sql } from '../../../kernel/database/database.ts';
import type { StaleReads } from '../../../kernel/database/standby/standby-reads.ts';
import { type EventQuery, filterOf, readEvents } from './event-filter.store.ts';

const NAME_HASH_LENGTH = 16;

/** Expressions of the fields whose values are counted; null is not counted. */
const VALUES: Readonly<Record<string, string>> = {
  level: 'e.level',
  eventName: 'e.event_name',
  eventType: 'e.event_type',
  service: 'e.service',
  instance: 'e.instance',
  username: 'e.username',
  action: 'e.action',
  outcome: 'e.outcome',
  clientIp: 'e.client_ip',
};

// Midnight is where the zone has it: days of 23 and of 25 hours are one bucket each.
const DAYS = sql(
  'log_event_days',
  `SELECT (day AT TIME ZONE $3) AS day FROM generate_series(date_trunc('day', $1::timestamptz AT TIME ZONE $3),
     ($2::timestamptz AT TIME ZONE $3) + make_interval(days => $4), make_interval(days => $4)) day LIMIT $5`,
);

export interface BucketCount {
  /** Number of the bucket, 1 for the first bound. */
  readonly bucket: number;
  readonly level: string;
  readonly count: number;
}

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

function named(kind: string, text: string) {
  return sql(`log_event_${kind}_${hash('sha256', text, 'hex').slice(0, NAME_HASH_LENGTH)}`, text);
}

export function createEventCountStore(reads: StaleReads) {
  return {
    /**
     * Answers begins of local days, each so many days after the one before, the last one beyond the range; at most
     * `max`.
     */
    async daysOf(range: { readonly from: Date; readonly to: Date }, timeZone: string, days: number, max: number) {
      const rows = await reads.rows<{ day: Date }>(DAYS, [range.from, range.to, timeZone, days, max]);
      return rows.map(({ day }) => day);
    },
    /** Counts matching events, `max` at most. */
    async countUpTo(query: EventQuery, max: number): Promise<number> {
      const filter = filterOf(query);
      const text = `SELECT count(*)::int AS count FROM (SELECT FROM log_event e WHERE ${filter.where} LIMIT ${filter.parameter(max)}) found`;
      const [row] = await readEvents(reads, query.timeoutMs, (tx) =>
        tx.rows<{ count: number }>(named('up_to', text), filter.values),
      );
      return row!.count;
    },
    countBuckets(query: EventQuery, bounds: readonly Date[]): Promise<readonly BucketCount[]> {
      const filter = filterOf(query);
      const text = `SELECT width_bucket(e.event_time, ${filter.parameter(bounds)}::timestamptz[]) AS bucket, e.level, count(*)::int AS count
        FROM log_event e WHERE ${filter.where} GROUP BY 1, 2`;
      return readEvents(reads, query.timeoutMs, (tx) => tx.rows<BucketCount>(named('buckets', text), filter.values));
    },
    /** Answers the most frequent values, and how many events (of tags: tags) have another one. */
    async countValues(query: EventQuery, field: string, limit: number) {
      const filter = filterOf(query);
      const column = VALUES[field] ?? 't.tag';
      const from = column === 't.tag' ? 'log_event e, jsonb_array_elements_text(e.tag_list) t (tag)' : 'log_event e';
      const most = filter.parameter(limit);
      const text = `WITH counted AS MATERIALIZED (SELECT ${column} AS value, count(*)::int AS count FROM ${from}
          WHERE ${filter.where} AND ${column} IS NOT NULL GROUP BY 1),
        most AS (SELECT value, count FROM counted ORDER BY count DESC, value LIMIT ${most})
        SELECT most.value, most.count, ((SELECT sum(count) FROM counted) - (SELECT sum(count) FROM most))::int AS other
        FROM most ORDER BY count DESC, value`;
      type Row = ValueCount & { readonly other: number };
      const rows = await readEvents(reads, query.timeoutMs, (tx) => tx.rows<Row>(named('values', text), filter.values));
      return { values: rows.map(({ value, count }) => ({ value, count })), other: rows[0]?.other ?? 0 };
    },
  };
}

export type EventCountStore = ReturnType<typeof createEventCountStore>;
