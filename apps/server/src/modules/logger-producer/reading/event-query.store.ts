// Reads stored events: one by its uuid, and pages of those that fit, with their exact number.
import { hash } from 'node:crypto';
import type { Pageable } from '@keelson/contract';
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import { createFilter, type Filter, orderBy } from '../../../kernel/records/page.ts';
import type { SearchWish } from './search-query.ts';
import { searchQueryOf } from './search-query.ts';

const NAME_HASH_LENGTH = 16;
const SORT_COLUMNS = { eventTime: 'e.event_time', severityNumber: 'e.severity_number' };
const TIME = `to_char(e.event_time AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
const FIELDS: Readonly<Record<string, string>> = {
  uuid: 'e.uuid',
  eventTime: TIME,
  observedTime: 'e.observed_time',
  level: 'e.level',
  severityNumber: 'e.severity_number',
  eventName: 'e.event_name',
  eventType: 'e.event_type',
  key: 'e.key',
  message: 'e.message',
  service: 'e.service',
  instance: 'e.instance',
  loggerName: 'e.logger_name',
  threadName: 'e.thread_name',
  username: 'e.username',
  sessionIdentifier: 'e.session_identifier',
  tenantIdentifier: 'e.tenant_identifier',
  clientIp: 'e.client_ip',
  userAgent: 'e.user_agent',
  requestMethod: 'e.request_method',
  requestPath: 'e.request_path',
  traceId: 'e.trace_id',
  spanId: 'e.span_id',
  traceFlags: 'e.trace_flags',
  action: 'e.action',
  outcome: 'e.outcome',
  entityType: 'e.entity_type',
  entityUuid: 'e.entity_uuid',
  durationMillis: 'e.duration_millis',
  errorDetail: 'e.error_detail',
  tagList: "COALESCE(e.tag_list, '[]')",
  attributeMap: 'e.attribute_map',
  truncated: 'e.truncated',
};
const SELECT = Object.entries(FIELDS)
  .map(([name, column]) => `${column} AS "${name}"`)
  .join(', ');

/** A row as the interface has it, but for the date of its receipt. */
export type EventRow = Readonly<Record<string, unknown>> & { readonly observedTime: Date; readonly eventType: string };

const FIND = sql(
  'log_event_by_uuid',
  `SELECT ${SELECT} FROM log_event e WHERE e.uuid = $1 AND ($2::text IS NULL OR e.tenant_identifier = $2)`,
);
const READ_ONLY = sql('log_event_read_only', 'SET TRANSACTION READ ONLY');
const LIMIT_TIME = sql('log_event_limit_time', "SELECT set_config('statement_timeout', $1, true)");

export interface EventQuery extends SearchWish {
  readonly tenantIdentifier: string;
  readonly from: Date;
  readonly to: Date;
  /** Null: of any type. */
  readonly eventTypes: readonly string[] | null;
  readonly levels: readonly string[] | null;
  readonly uuids: readonly string[] | null;
  /** Ends in a star where it is a beginning. */
  readonly eventName: string | null;
  readonly usernameFolded: string | null;
  /** One address or range, already checked. */
  readonly clientIp: string | null;
  /** Texts that are equal, by column. */
  readonly equal: Readonly<Partial<Record<EqualColumn, string | null | undefined>>>;
  readonly timeoutMs: number;
}

const EQUAL_COLUMNS = {
  service: 'e.service',
  instance: 'e.instance',
  sessionIdentifier: 'e.session_identifier',
  traceId: 'e.trace_id',
  entityType: 'e.entity_type',
  entityUuid: 'e.entity_uuid',
  action: 'e.action',
  outcome: 'e.outcome',
} as const;
type EqualColumn = keyof typeof EQUAL_COLUMNS;

function filterOf(query: EventQuery): Filter {
  const filter = createFilter();
  filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  filter.and('e.event_time >= $?', query.from);
  filter.and('e.event_time < $?', query.to);
  const { eventTypes, levels, uuids, eventName, usernameFolded, clientIp, equal, attributeMap = {} } = query;
  if (eventTypes !== null) filter.and('e.event_type = ANY ($?::text[])', eventTypes);
  if (levels !== null) filter.and('e.level = ANY ($?::text[])', levels);
  if (uuids !== null) filter.and('e.uuid = ANY ($?::uuid[])', uuids);
  if (eventName !== null) {
    if (eventName.endsWith('*')) filter.and('starts_with(e.event_name, $?)', eventName.slice(0, -1));
    else filter.and('e.event_name = $?', eventName);
  }
  if (usernameFolded !== null) filter.and('e.username_folded = $?', usernameFolded);
  // What stands there need not be an address: producers say what they like.
  if (clientIp !== null) {
    filter.and("CASE WHEN e.client_ip ~ '^[0-9a-f.:]+$' THEN e.client_ip::inet <<= $?::inet ELSE false END", clientIp);
  }
  for (const [name, column] of Object.entries(EQUAL_COLUMNS)) {
    const value = equal[name as EqualColumn];
    if (value !== null && value !== undefined) filter.and(`${column} = $?`, value);
  }
  const search = searchQueryOf(query);
  if (search !== null) filter.and('e.search_vector @@ $?::tsquery', search);
  // Words are folded and cut; the value itself is not.
  for (const [path, value] of Object.entries(attributeMap)) {
    const [at, is] = [filter.parameter(path.split('.')), filter.parameter(JSON.stringify(value))];
    filter.and(`(e.attribute_map #> ${at}::text[]) @> ${is}::jsonb`);
  }
  return filter;
}

export function createEventQueryStore(database: Database) {
  /** A search that takes long is ended, and can change nothing. */
  function reading<T>(timeoutMs: number, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return database.transaction(async (tx) => {
      await tx.execute(READ_ONLY);
      await tx.rows(LIMIT_TIME, [String(timeoutMs)]);
      return work(tx);
    });
  }
  return {
    /** Null as tenant: of any. */
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
      return reading(query.timeoutMs, async (tx) => {
        type Row = EventRow & { readonly total: number };
        const rows = await tx.rows<Row>(sql(name, text), filter.values);
        const events = rows.filter(({ uuid }) => uuid !== null);
        return { total: rows[0]?.total ?? 0, rows: events.map(({ total: _total, ...row }) => row as EventRow) };
      });
    },
  };
}
