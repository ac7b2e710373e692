// Writes events of modules as rows of audit, in the transaction of the change itself.
import type { WriterColumn } from '../../../kernel/group-commit/group-commit.types.ts';
import type { RecordedEvent } from '../../../kernel/records/event-store.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { EventMask } from '../masking/feature.ts';
import { severityOf } from '../record/level.ts';
import { type FullText, indexedTokens } from '../record/search-tokens.ts';
import { attributesOf } from './recorded-attributes.ts';

/** Characters of a name: an index refuses longer ones, and the change would fail with the event. */
const NAME_CHARACTERS_MAX = 256;
const SERVICE = 'keelson';

type Column = WriterColumn & { readonly as?: string };
const text = (name: string): Column => ({ name, type: 'text' });
const COLUMNS: readonly Column[] = [
  { name: 'uuid', type: 'uuid' },
  { name: 'event_time', type: 'timestamptz' },
  text('tenant_identifier'),
  { name: 'severity_number', type: 'int4' },
  text('level'),
  text('event_name'),
  text('event_type'),
  text('username'),
  text('username_folded'),
  text('client_ip'),
  text('entity_uuid'),
  { name: 'attribute_map', type: 'jsonb' },
  { name: 'truncated', type: 'bool' },
  { name: 'search_vector', type: 'text', as: "array_to_tsvector(string_to_array(v.search_vector, U&'\\001F'))" },
];
const NAMES = COLUMNS.map(({ name }) => name).join(', ');
const VALUES = COLUMNS.map(({ name, as }) => as ?? `v.${name}`).join(', ');

export const recordedColumns: readonly WriterColumn[] = COLUMNS;

/** Inserts without a hash: these events are never sent again, and outside events always have one. */
export function recordedInsert(rows: string): string {
  return `INSERT INTO log_event_audit (${NAMES}, retention_class, observed_time, key, service, content_hash)
    SELECT ${VALUES}, 'AUDIT', v.event_time, v.event_name, '${SERVICE}', ''::bytea FROM ${rows} v`;
}

export const recordedRowOf = (
  event: RecordedEvent,
  mask: Pick<EventMask, 'value' | 'name'>,
  fullText: FullText,
): readonly unknown[] => {
  const { kind, actor, subject } = event;
  const { attributes, json, truncated } = attributesOf(event, mask.value);
  const username = cut(mask.name(actor));
  return [
    event.id,
    event.recordedAt,
    event.tenantIdentifier,
    severityOf(null, kind.level, []),
    kind.level,
    kind.name,
    kind.type,
    username,
    username === null ? null : foldName(username),
    event.ipAddress,
    cut(mask.name(subject)),
    json,
    truncated,
    indexedTokens(fullText, { message: null, eventName: kind.name, tags: [], attributes }),
  ];
};

function cut(name: string | null): string | null {
  return name === null ? null : plain(name.length <= NAME_CHARACTERS_MAX ? name : name.slice(0, NAME_CHARACTERS_MAX));
}

function plain(name: string): string {
  return name.toWellFormed().replaceAll('\u0000', '\ufffd');
}
