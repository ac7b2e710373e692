// Turns a query into the condition of events, and runs reads within a limit of time.
import { type Database, sql, type Transaction } from '../../../kernel/database/database.ts';
import { createFilter, type Filter } from '../../../kernel/records/page.ts';
import type { FullText } from '../record/search-tokens.ts';
import type { SearchWish } from './search-query.ts';
import { searchQueryOf } from './search-query.ts';

const READ_ONLY = sql('log_event_read_only', 'SET TRANSACTION READ ONLY');
// A plan for any word would look for a rare one among all events in the order of time.
const LIMIT_TIME = sql(
  'log_event_limit_time',
  "SELECT set_config('statement_timeout', $1, true), set_config('plan_cache_mode', 'force_custom_plan', true)",
);

/** A name that the person had: after `from`, and until `until` inclusive. Null: without an end. */
export interface BorneName {
  readonly usernameFolded: string;
  readonly from: Date | null;
  readonly until: Date | null;
}

export interface EventQuery extends SearchWish {
  readonly tenantIdentifier: string;
  readonly from: Date;
  readonly to: Date;
  /** Null: of any type. */
  readonly eventTypes: readonly string[] | null;
  readonly levels: readonly string[] | null;
  readonly uuids: readonly string[] | null;
  /** Name; with a star at the end it is a beginning. */
  readonly eventName: string | null;
  readonly usernameFolded: string | null;
  /** Names of one person; null: of all. */
  readonly names: readonly BorneName[] | null;
  /** One address or range, already checked. */
  readonly clientIp: string | null;
  /** Texts that are equal, by column. */
  readonly equal: Readonly<Partial<Record<EqualColumn, string | null | undefined>>>;
  readonly timeoutMs: number;
  /** Index of words; without one tags are compared as exact text, among all events of the range. */
  readonly fullText: FullText;
  /** Ages beyond which events count as removed; null where the range begins later. */
  readonly kept: { readonly standardFrom: Date; readonly auditFrom: Date } | null;
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

export function filterOf(query: EventQuery): Filter {
  const filter = createFilter();
  filter.and('e.tenant_identifier = $?', query.tenantIdentifier);
  filter.and('e.event_time >= $?', query.from);
  filter.and('e.event_time < $?', query.to);
  if (query.kept !== null) {
    const { standardFrom, auditFrom } = query.kept;
    filter.and("e.retention_class <> 'STANDARD' OR e.event_time >= $?", standardFrom);
    filter.and("e.retention_class <> 'AUDIT' OR e.event_time >= $?", auditFrom);
  }
  const { eventTypes, levels, uuids, eventName, usernameFolded, clientIp, equal, attributeMap = {} } = query;
  if (eventTypes !== null) filter.and('e.event_type = ANY ($?::text[])', eventTypes);
  if (levels !== null) filter.and('e.level = ANY ($?::text[])', levels);
  if (uuids !== null) filter.and('e.uuid = ANY ($?::uuid[])', uuids);
  if (eventName !== null) {
    if (eventName.endsWith('*')) filter.and('starts_with(e.event_name, $?)', eventName.slice(0, -1));
    else filter.and('e.event_name = $?', eventName);
  }
  if (usernameFolded !== null) filter.and('e.username_folded = $?', usernameFolded);
  if (query.names !== null) filter.and(ownOf(query.names, filter));
  // The column may hold any text, as producers decide.
  if (clientIp !== null) {
    filter.and("CASE WHEN e.client_ip ~ '^[0-9a-f.:]+$' THEN e.client_ip::inet <<= $?::inet ELSE false END", clientIp);
  }
  for (const [name, column] of Object.entries(EQUAL_COLUMNS)) {
    const value = equal[name as EqualColumn];
    if (value !== null && value !== undefined) filter.and(`${column} = $?`, value);
  }
  const search = searchQueryOf(query.fullText === 'ALL' ? query : { searchText: query.searchText });
  if (query.fullText !== 'ALL' && query.tagList !== undefined)
    filter.and('e.tag_list @> $?::jsonb', JSON.stringify(query.tagList));
  if (search !== null) filter.and('e.search_vector @@ $?::tsquery', search);
  // Words are folded and shortened; the value itself is not.
  for (const [path, value] of Object.entries(attributeMap)) {
    const [at, is] = [filter.parameter(path.split('.')), filter.parameter(JSON.stringify(value))];
    filter.and(`(e.attribute_map #> ${at}::text[]) @> ${is}::jsonb`);
  }
  return filter;
}

function ownOf(names: readonly BorneName[], filter: Filter): string {
  const each = names.map(({ usernameFolded, from, until }) => {
    const name = `e.username_folded = ${filter.parameter(usernameFolded)}`;
    const after = from === null ? '' : ` AND e.event_time > ${filter.parameter(from)}`;
    const before = until === null ? '' : ` AND e.event_time <= ${filter.parameter(until)}`;
    return `(${name}${after}${before})`;
  });
  return `(${each.join(' OR ')})`;
}

/** Runs a search in a read-only transaction, planned for its values and with a limit of time. */
export function readEvents<T>(
  database: Pick<Database, 'transaction'>,
  timeoutMs: number,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return database.transaction(async (tx) => {
    await tx.execute(READ_ONLY);
    await tx.rows(LIMIT_TIME, [String(timeoutMs)]);
    return work(tx);
  });
}
