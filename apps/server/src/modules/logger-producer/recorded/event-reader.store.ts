// Reads events that modules recorded: pages for people, and the order of commits for streams.
import { hash } from 'node:crypto';
import { createFollower, currentHorizon, positionBelow } from '../../../kernel/database/commit-horizon.ts';
import { sql } from '../../../kernel/database/database.ts';
import type { Database } from '../../../kernel/database/database.types.ts';
import type { EventQuery, EventReader, PlacedEvent, StoredEvent } from '../../../kernel/records/event-reader.ts';
import { createFilter, type Filter, orderBy } from '../../../kernel/records/page.ts';

/** Events of one read; a page of them takes some milliseconds. */
const FOLLOWED_ROWS_MAX = 1_000;
const STATEMENT_HASH_LENGTH = 16;
const kindPattern = /^[a-z-]+\.[a-z-]+$/;

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
  'log_recorded_replay',
  `SELECT s.restarted AS "replayRestarted", e.*
   FROM (SELECT pg_snapshot_xmin(pg_current_snapshot()) AS horizon,
                $1::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) AS restarted) s
   LEFT JOIN LATERAL (
     SELECT xid::text AS "followXid", id::text AS "followOrder", ${columns.join(', ')} FROM log_recorded_event
     WHERE xid < s.horizon AND (xid > $1::xid8 OR (xid = $1::xid8 AND id > $2::uuid)) AND recorded_at >= $3
       AND kind = ANY ($4::text[])
       AND (tenant_identifier = $5 OR (subject IS NULL AND kind = ANY ($6::text[])))
     ORDER BY xid, id LIMIT $7
   ) e ON true`,
);

function filterOf(query: EventQuery): Filter {
  const filter = createFilter();
  filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  filter.and('e.kind = ANY ($?::text[])', query.kinds);
  const { subjects = null, addressRange = null, from = null, to = null } = query;
  if (subjects !== null) filter.and('e.subject = ANY ($?::text[])', subjects);
  // The column may hold any text, as events repeat their requests.
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
        SELECT counted.total, found.* FROM (SELECT count(*)::int AS total FROM log_recorded_event e WHERE ${filter.where}) counted
        LEFT JOIN LATERAL (
          SELECT ${columns.map((column) => `e.${column}`).join(', ')}, row_number() OVER (ORDER BY ${order}) AS position
          FROM log_recorded_event e WHERE ${filter.where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
        ) found ON true ORDER BY found.position`;
      const name = `log_recorded_page_${hash('sha256', text, 'hex').slice(0, STATEMENT_HASH_LENGTH)}`;
      type Row = StoredEvent & { readonly id: string | null; readonly total: number };
      const rows = await database.rows<Row>(sql(name, text), filter.values);
      return { events: rows.filter(({ id }) => id !== null), total: rows[0]?.total ?? 0 };
    },
    follow(name, kinds) {
      // They are part of the statement, since they are constants of the program, never a caller's.
      if (!kinds.every((kind) => kindPattern.test(kind))) throw new Error(`no kinds of events: ${kinds.join(', ')}`);
      const list = kinds.map((kind) => `'${kind}'`).join(', ');
      const table = `(SELECT * FROM log_recorded_event WHERE kind IN (${list}))`;
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
      return positionBelow(await currentHorizon(database));
    },
  };
}
