// Holds the columns that an event is stored in, for every statement that inserts events.
import type { WriterColumn } from '../../../kernel/group-commit/group-commit.types.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { LogEvent } from './event.types.ts';

type StoredForm = LogEvent & { readonly usernameFolded: string | null };

export interface EventColumn extends WriterColumn {
  readonly of: (event: StoredForm) => unknown;
  /** Expression of the column's value. */
  readonly as?: string;
}

const text = (name: string, of: EventColumn['of']): EventColumn => ({ name, type: 'text', of });

export const EVENT_COLUMNS: readonly EventColumn[] = [
  { name: 'uuid', type: 'uuid', of: (event) => event.uuid },
  text('tenant_identifier', (event) => event.tenantIdentifier),
  { name: 'event_time', type: 'text', of: (event) => event.eventTime, as: 'v.event_time::timestamptz' },
  text('retention_class', (event) => event.retentionClass),
  { name: 'observed_time', type: 'timestamptz', of: (event) => event.observedTime },
  { name: 'severity_number', type: 'int4', of: (event) => event.severityNumber },
  text('level', (event) => event.level),
  text('event_name', (event) => event.eventName),
  text('event_type', (event) => event.eventType),
  text('key', (event) => event.key),
  text('message', (event) => event.message),
  text('service', (event) => event.service),
  text('instance', (event) => event.instance),
  text('logger_name', (event) => event.loggerName),
  text('thread_name', (event) => event.threadName),
  text('username', (event) => event.username),
  text('username_folded', (event) => event.usernameFolded),
  text('session_identifier', (event) => event.sessionIdentifier),
  text('client_ip', (event) => event.clientIp),
  text('user_agent', (event) => event.userAgent),
  text('request_method', (event) => event.requestMethod),
  text('request_path', (event) => event.requestPath),
  text('trace_id', (event) => event.traceId),
  text('span_id', (event) => event.spanId),
  { name: 'trace_flags', type: 'int4', of: (event) => event.traceFlags },
  text('action', (event) => event.action),
  text('outcome', (event) => event.outcome),
  text('entity_type', (event) => event.entityType),
  text('entity_uuid', (event) => event.entityUuid),
  { name: 'duration_millis', type: 'int8', of: (event) => event.durationMillis },
  { name: 'error_detail', type: 'jsonb', of: (event) => event.errorDetail },
  { name: 'tag_list', type: 'jsonb', of: (event) => event.tagList },
  { name: 'attribute_map', type: 'jsonb', of: (event) => event.attributeMap },
  { name: 'truncated', type: 'bool', of: (event) => event.truncated },
  { name: 'content_hash', type: 'bytea', of: (event) => event.contentHash },
  {
    name: 'search_vector',
    type: 'text',
    of: (event) => event.searchTokens,
    as: "array_to_tsvector(string_to_array(v.search_vector, U&'\\001F'))",
  },
];
export const EVENT_NAMES = EVENT_COLUMNS.map(({ name }) => name).join(', ');
/** Values of rows that are called `v`. */
export const EVENT_VALUES = EVENT_COLUMNS.map(({ name, as }) => as ?? `v.${name}`).join(', ');

/** Adds the computed columns. */
export function storedForm(event: LogEvent): StoredForm {
  const { username } = event;
  return { ...event, usernameFolded: username === null ? null : foldName(username) };
}
