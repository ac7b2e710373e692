// Writes the SQL of an event's content for its seal: every column of it, as text from the table.

const micros = (column: string): string => `((extract(epoch FROM f.${column}) * 1000000)::int8)::text`;
const texts = (...columns: readonly string[]): readonly string[] => columns.map((column) => `f.${column}::text`);

/*
 * jsonb has an order of its keys of its own, so what was sent cannot be hashed. Neither the transaction nor the words for searching are
 * part of it: they say how the event lies here, not what happened. A new column comes behind the others, with a new form.
 */
const FIELDS: readonly string[] = [
  ...texts('uuid', 'tenant_identifier'),
  micros('event_time'),
  micros('observed_time'),
  ...texts(
    'retention_class',
    'severity_number',
    'level',
    'event_name',
    'event_type',
    'key',
    'message',
    'service',
    'instance',
  ),
  ...texts(
    'logger_name',
    'thread_name',
    'username',
    'username_folded',
    'session_identifier',
    'client_ip',
    'user_agent',
  ),
  ...texts('request_method', 'request_path', 'trace_id', 'span_id', 'trace_flags', 'action', 'outcome', 'entity_type'),
  ...texts('entity_uuid', 'duration_millis', 'error_detail', 'tag_list', 'attribute_map', 'truncated'),
  "encode(f.content_hash, 'hex')",
];

/**
 * Text of the row `f`: each field after its length in bytes, `-` for null. OFFSET keeps each from being computed twice.
 */
export const CONTENT: string = `(SELECT concat(${FIELDS.map((_, n) => `coalesce(octet_length(c${n}) || ':' || c${n}, '-')`).join(', ')})
  FROM (SELECT ${FIELDS.map((field, n) => `${field} AS c${n}`).join(', ')} OFFSET 0) c)`;

export const TIME_MICROS = '(extract(epoch FROM f.event_time) * 1000000)::int8';
