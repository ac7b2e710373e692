// Reads what was recorded: pages for people, and the order of commits for streams.
import { hash } from 'node:crypto';
import type { Pageable } from '@keelson/contract';
import type { Database } from '../database/database.types.ts';
import { sql } from '../database/database-client.ts';
import { type Cursor, createFollower, type FollowedPage } from './commit-horizon.ts';
import type { DefinedEvent } from './event-definition.ts';
import { createFilter, type Filter, orderBy } from './page.ts';

/** Is an event as it was recorded; what was not given is null. */
export interface StoredEvent {
  readonly id: string;
  readonly recordedAt: Date;
  readonly tenantIdentifier: string;
  readonly kind: string;
  readonly type: DefinedEvent['type'];
  readonly actor: string;
  readonly ipAddress: string | null;
  readonly requestId: string | null;
  readonly subject: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}

/** All conditions hold; null or absent: any. */
export interface EventQuery {
  readonly tenantIdentifier: string;
  readonly kinds: readonly string[];
  readonly subjects?: readonly string[] | null;
  /** One address or a CIDR range, already checked. */
  readonly addressRange?: string | null;
  /** An event of this very time is among them. */
  readonly from?: Date | null;
  /** An event of this very time is not among them. */
  readonly to?: Date | null;
}

/** Asks for what a stream of one tenant missed. */
export interface EventReplay {
  readonly kinds: readonly string[];
  readonly tenantIdentifier: string;
  /** An event of these kinds without a subject concerns every tenant. */
  readonly suiteWideKinds: readonly string[];
  /** Is the last position that was seen. */
  readonly after: Cursor;
  /** Nothing older is looked for, whatever the position says. */
  readonly from: Date;
  readonly max: number;
}

export interface ReplayedEvents {
  /** In the order of their commits, those of transactions below the horizon; at most `max`. */
  readonly events: readonly PlacedEvent[];
  /** Is false when there are more than `max`, or the position is of another cluster: start anew. */
  readonly complete: boolean;
}

/** An event with its place in the order of commits. */
export type PlacedEvent = StoredEvent & { readonly followXid: string; readonly followOrder: string };

export interface EventReader {
  /** Sorts by `dateCreated`; rows and exact total are of one snapshot. */
  page(
    query: EventQuery,
    pageable: Pageable,
  ): Promise<{ readonly events: readonly StoredEvent[]; readonly total: number }>;
  /** Reads on behind a position: events of these kinds and all tenants, exactly once, in the order of their commits. */
  follow(name: string, kinds: readonly string[]): (cursor: Cursor) => Promise<FollowedPage<PlacedEvent>>;
  replay(query: EventReplay): Promise<ReplayedEvents>;
  /** Stands behind everything that was committed before the oldest open transaction began. */
  position(): Promise<Cursor>;
}

/** Events of one read; a page of them takes some milliseconds. */
const FOLLOWED_ROWS_MAX = 1_000;
const STATEMENT_HASH_LENGTH = 16;
const kindPattern = /^[a-z-]+\.[a-z-]+$/;
/** Lies behind every event of its transaction. */
const LAST_ORDER = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const columns = [
  'id',
  'recorded_at AS "recordedAt"',
  'tenant_identifier AS "tenantIdentifier"',
  'kind',
  'type',
  'actor',
  'ip_address AS "ipAddress"',
  'request_id AS "requestId"',
  'subject',
  'detail',
];
const sortColumns = { dateCreated: 'e.recorded_at' };

const readReplay = sql(
  'kernel_event_replay',
  `SELECT s.restarted AS "replayRestarted", e.*
   FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon,
                $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS restarted) s
   LEFT JOIN LATERAL (
     SELECT xid::text AS "followXid", id::text AS "followOrder", ${columns.join(', ')} FROM kernel_event
     WHERE xid < s.horizon AND (xid > $1::xid8 OR (xid = $1::xid8 AND id > $2::uuid)) AND recorded_at >= $3
       AND kind = ANY ($4::text[])
       AND (tenant_identifier = $5 OR (subject IS NULL AND kind = ANY ($6::text[])))
     ORDER BY xid, id LIMIT $7
   ) e ON true`,
);

const readPosition = sql(
  'kernel_event_position',
  'SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text AS xid',
);

/** Answers the position that a reader has reached who has read everything below the horizon. */
export function positionBelow(horizon: string): Cursor {
  return { xid: String(BigInt(horizon) - 1n), order: LAST_ORDER };
}

/** Is negative where the first place comes before the second in the order of commits. */
export function comparePlaces(left: Cursor, right: Cursor): number {
  const [leftXid, rightXid] = [BigInt(left.xid), BigInt(right.xid)];
  if (leftXid !== rightXid) return leftXid < rightXid ? -1 : 1;
  return left.order === right.order ? 0 : left.order < right.order ? -1 : 1;
}

/** Says where an event stands in the order of commits. */
export function placeOf({ followXid, followOrder }: PlacedEvent): Cursor {
  return { xid: followXid, order: followOrder };
}

function filterOf(query: EventQuery): Filter {
  const filter = createFilter();
  filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  filter.and('e.kind = ANY ($?::text[])', query.kinds);
  const { subjects = null, addressRange = null, from = null, to = null } = query;
  if (subjects !== null) filter.and('e.subject = ANY ($?::text[])', subjects);
  // What stands there need not be an address: events tell of requests as they came.
  if (addressRange !== null)
    filter.and(
      "CASE WHEN e.ip_address ~ '^[0-9a-f.:]+$' THEN e.ip_address::inet <<= $?::inet ELSE false END",
      addressRange,
    );
  if (from !== null) filter.and('e.recorded_at >= $?', from);
  if (to !== null) filter.and('e.recorded_at < $?', to);
  return filter;
}

export function createEventReader(database: Database): EventReader {
  return {
    async page(query, { pageNumber, pageSize, sort }) {
      const filter = filterOf(query);
      const order = orderBy(sort, sortColumns, ['e.id']);
      const limit = filter.parameter(pageSize);
      const offset = filter.parameter(pageNumber * pageSize);
      const text = `
        SELECT counted.total, found.* FROM (SELECT count(*)::int AS total FROM kernel_event e WHERE ${filter.where}) counted
        LEFT JOIN LATERAL (
          SELECT ${columns.map((column) => `e.${column}`).join(', ')}, row_number() OVER (ORDER BY ${order}) AS position
          FROM kernel_event e WHERE ${filter.where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
        ) found ON true ORDER BY found.position`;
      const name = `kernel_event_page_${hash('sha256', text, 'hex').slice(0, STATEMENT_HASH_LENGTH)}`;
      type Row = StoredEvent & { readonly id: string | null; readonly total: number };
      const rows = await database.rows<Row>(sql(name, text), filter.values);
      return { events: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
    },
    follow(name, kinds) {
      // They go into the statement as they are: constants of the program, never a caller's.
      if (!kinds.every((kind) => kindPattern.test(kind))) throw new Error(`no kinds of events: ${kinds.join(', ')}`);
      const list = kinds.map((kind) => `'${kind}'`).join(', ');
      const table = `(SELECT * FROM kernel_event WHERE kind IN (${list}))`;
      const follow = createFollower<PlacedEvent>({ name, table, columns, orderColumn: 'id' }, FOLLOWED_ROWS_MAX);
      return (cursor) => follow(database, cursor);
    },
    async replay({ kinds, tenantIdentifier, suiteWideKinds, after, from, max }) {
      type Row = PlacedEvent & { readonly id: string | null; readonly replayRestarted: boolean };
      const values = [after.xid, after.order, from, kinds, tenantIdentifier, suiteWideKinds, max + 1];
      const rows = await database.rows<Row>(readReplay, values);
      const events = rows.filter(({ id }) => id !== null);
      const complete = rows[0]?.replayRestarted !== true && events.length <= max;
      return { events: events.slice(0, max), complete };
    },
    async position() {
      const [row] = await database.rows<{ xid: string }>(readPosition);
      return { xid: row!.xid, order: LAST_ORDER };
    },
  };
}
