// Reads stored events: one by its uuid, and pages of those that fit, with their exact number.
import { hash } from 'node:crypto';
import type { Pageable } from '@keelson/contract';
import { type Database, sql } from '../../../kernel/database/database.ts';
import type { StaleReads } from '../../../kernel/database/standby/standby-reads.ts';
import { orderBy } from '../../../kernel/records/page.ts';
import { type EventQuery, filterOf, readEvents } from './event-filter.store.ts';

const NAME_HASH_LENGTH = 16;
const SORT_COLUMNS = { eventTime: 'e.event_time', severityNumber: 'e.severity_number' };
const timeOf = (e: string): string => `to_char(${e}.event_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
/** Column of a seal, which only audited events have. */
function sealed(e: string, column: string): string {
  return `CASE ${e}.retention_class WHEN 'AUDIT' THEN (SELECT ${column} FROM log_audit_seal s
    WHERE s.event_uuid = ${e}.uuid AND s.tenant_identifier = ${e}.tenant_identifier AND s.event_time = ${e}.event_time) END`;
}

const fieldsOf = (e: string): Readonly<Record<string, string>> => ({
  uuid: `${e}.uuid`,
  eventTime: timeOf(e),
  observedTime: `${e}.observed_time`,
  level: `${e}.level`,
  severityNumber: `${e}.severity_number`,
  eventName: `${e}.event_name`,
  eventType: `${e}.event_type`,
  key: `${e}.key`,
  message: `${e}.message`,
  service: `${e}.service`,
  instance: `${e}.instance`,
  loggerName: `${e}.logger_name`,
  threadName: `${e}.thread_name`,
  username: `${e}.username`,
  sessionIdentifier: `${e}.session_identifier`,
  tenantIdentifier: `${e}.tenant_identifier`,
  clientIp: `${e}.client_ip`,
  userAgent: `${e}.user_agent`,
  requestMethod: `${e}.request_method`,
  requestPath: `${e}.request_path`,
  traceId: `${e}.trace_id`,
  spanId: `${e}.span_id`,
  traceFlags: `${e}.trace_flags`,
  action: `${e}.action`,
  outcome: `${e}.outcome`,
  entityType: `${e}.entity_type`,
  entityUuid: `${e}.entity_uuid`,
  durationMillis: `${e}.duration_millis`,
  errorDetail: `${e}.error_detail`,
  tagList: `COALESCE(${e}.tag_list, '[]')`,
  attributeMap: `${e}.attribute_map::text`,
  truncated: `${e}.truncated`,
  sequence: sealed(e, 's.sequence'),
  hash: sealed(e, "encode(s.hash, 'hex')"),
});

/** Answers the columns of an event as the interface has it, of a row of this alias. */
export function eventColumns(alias: string): readonly string[] {
  return Object.entries(fieldsOf(alias)).map(([name, column]) => `${column} AS "${name}"`);
}

const SELECT = eventColumns('e').join(', ');

/** A row in the form of the interface, except for the date of receipt and the attributes, which are JSON. */
export type EventRow = Readonly<Record<string, unknown>> & {
  readonly observedTime: Date;
  readonly attributeMap: string | null;
} & Readonly<Record<'eventType' | 'eventTime' | 'tenantIdentifier', string>>;

export type PlacedRow = EventRow & { readonly uuid: string; readonly placeTime: string };

/** Place after one event in the order of the walk; the time is as PostgreSQL writes it. */
export interface EventPlace {
  readonly time: string;
  readonly uuid: string;
}

const FIND = sql(
  'log_event_by_uuid',
  `SELECT ${SELECT} FROM log_event e WHERE e.uuid = $1 AND ($2::text IS NULL OR e.tenant_identifier = $2)`,
);
/** Pages and walks may be some seconds old; one event is found at once. */
export function createEventQueryStore(database: Pick<Database, 'rows'>, reads: StaleReads) {
  return {
    /** Finds an event; null as tenant: of any. */
    async find(uuid: string, tenantIdentifier: string | null): Promise<EventRow | null> {
      const [row] = await database.rows<EventRow>(FIND, [uuid, tenantIdentifier]);
      return row ?? null;
    },
    page(query: EventQuery, { pageNumber, pageSize, sort }: Pageable) {
      const filter = filterOf(query);
      const limit = filter.parameter(pageSize);
      const offset = filter.parameter(pageNumber * pageSize);
      const text = `SELECT counted.total, found.* FROM (SELECT count(*)::int AS total FROM log_event e WHERE ${filter.where}) counted
        LEFT JOIN LATERAL (SELECT ${SELECT} FROM log_event e WHERE ${filter.where}
          ORDER BY ${orderBy(sort, SORT_COLUMNS, ['e.uuid'])} LIMIT ${limit} OFFSET ${offset}) found ON true`;
      const name = `log_event_page_${hash('sha256', text, 'hex').slice(0, NAME_HASH_LENGTH)}`;
      return readEvents(reads, query.timeoutMs, async (tx) => {
        type Row = EventRow & { readonly total: number };
        const rows = await tx.rows<Row>(sql(name, text), filter.values);
        const events = rows.filter(({ uuid }) => uuid !== null);
        return { total: rows[0]?.total ?? 0, rows: events.map(({ total: _total, ...row }) => row as EventRow) };
      });
    },
    /** Lists events after a place, the newest first, one more than asked for where there are more. */
    walk(query: EventQuery, after: EventPlace | null, limit: number): Promise<readonly PlacedRow[]> {
      const filter = filterOf(query);
      if (after !== null) {
        const [time, uuid] = [filter.parameter(after.time), filter.parameter(after.uuid)];
        filter.and(`(e.event_time, e.uuid) < (${time}::timestamptz, ${uuid}::uuid)`);
      }
      const text = `SELECT ${SELECT}, e.event_time::text AS "placeTime" FROM log_event e WHERE ${filter.where}
        ORDER BY e.event_time DESC, e.uuid DESC LIMIT ${filter.parameter(limit + 1)}`;
      const name = `log_event_walk_${hash('sha256', text, 'hex').slice(0, NAME_HASH_LENGTH)}`;
      return readEvents(reads, query.timeoutMs, (tx) => tx.rows<PlacedRow>(sql(name, text), filter.values));
    },
  };
}
