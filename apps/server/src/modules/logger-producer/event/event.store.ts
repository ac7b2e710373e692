// Inserts groups of events and finds what was stored under their uuids, on connections that belong to the writer alone.
import type { Lane } from '../../../kernel/database/database.types.ts';
import {
  type ArrayColumn,
  appendValue,
  beginArray,
  createArrayColumn,
  finishArray,
} from '../../../kernel/group-commit/binary-array.ts';
import { EVENT_LOCK_CLASS } from '../advisory-locks.ts';
import type { LogEvent } from '../record/event.types.ts';

type ColumnType = Parameters<typeof createArrayColumn>[1];

interface EventColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly of: (event: LogEvent & { readonly usernameFolded: string | null }) => unknown;
  /** Makes of the value what the column holds. */
  readonly as?: string;
}

const text = (name: string, of: EventColumn['of']): EventColumn => ({ name, type: 'text', of });

const COLUMNS: readonly EventColumn[] = [
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
const NAMES = COLUMNS.map(({ name }) => name).join(', ');
const ARRAYS = COLUMNS.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
const VALUES = COLUMNS.map(({ name, as }) => as ?? `v.${name}`).join(', ');
const PROBED = COLUMNS.length + 1;
const RECENT = COLUMNS.length + 2;

// A sub-plan of look-ups by key: a join over the partitions costs half the rate.
const INSERT = {
  name: 'log_event_insert',
  text: `INSERT INTO log_event (${NAMES}) SELECT ${VALUES}
    FROM unnest(${ARRAYS}, $${PROBED}::bool[]) v (${NAMES}, is_probed)
    WHERE NOT (v.is_probed AND EXISTS (SELECT 1 FROM log_event e
      WHERE e.uuid = v.uuid AND e.tenant_identifier = v.tenant_identifier AND e.event_time >= $${RECENT}::timestamptz))
    ON CONFLICT DO NOTHING RETURNING uuid::text, tenant_identifier`,
};
const FIND = {
  name: 'log_event_find_stored',
  text: `SELECT v.uuid::text, v.tenant_identifier, e.content_hash
    FROM unnest($1::uuid[], $2::text[], $3::text[]) v (uuid, tenant_identifier, event_time)
    JOIN log_event e ON e.uuid = v.uuid AND e.tenant_identifier = v.tenant_identifier
      AND (e.event_time >= $4::timestamptz OR e.event_time = v.event_time::timestamptz)`,
};
// A lock for each uuid would be more than the server's table of locks holds, and would be taken in any order.
const LOCK = {
  name: 'log_event_lock',
  text: 'SELECT pg_advisory_xact_lock($1, s.stripe) FROM (SELECT unnest($2::int4[]) AS stripe ORDER BY 1) s',
};

/** Uuids are looked for among events of so long ago, and newer ones. */
const RECENT_MS = 48 * 60 * 60 * 1_000;
const STRIPES = 64;

/** Names an event among those of all tenants. */
export function eventKey({ tenantIdentifier, uuid }: Pick<LogEvent, 'tenantIdentifier' | 'uuid'>): string {
  return `${uuid} ${tenantIdentifier}`;
}

/** Works on one lane, one call at a time. */
export function createEventStore(lane: Lane, foldName: (username: string) => string) {
  const columns: ArrayColumn[] = COLUMNS.map(({ name, type }) => createArrayColumn(name, type));
  const probed = createArrayColumn('is_probed', 'bool');

  function encode(events: readonly LogEvent[], now: number): unknown[] {
    for (const column of [...columns, probed]) beginArray(column);
    for (const event of events) {
      const { username } = event;
      const row = { ...event, usernameFolded: username === null ? null : foldName(username) };
      for (const [place, { of }] of COLUMNS.entries()) appendValue(columns[place]!, of(row));
      appendValue(probed, event.repeats !== 'none');
    }
    // Copied: a lane that is given up may still hold what it was to send.
    const buffers = [...columns, probed].map((column) => Buffer.from(finishArray(column)));
    return [...buffers, new Date(now - RECENT_MS).toISOString()];
  }

  async function insertLocked(values: readonly unknown[], events: readonly LogEvent[]): Promise<unknown[][]> {
    const stripes = new Set(events.filter(({ repeats }) => repeats === 'locked').map(stripeOf));
    await lane.run({ text: 'BEGIN' }, []);
    try {
      await lane.run(LOCK, [EVENT_LOCK_CLASS, [...stripes]]);
      const stored = await lane.run(INSERT, values);
      await lane.run({ text: 'COMMIT' }, []);
      return stored;
    } catch (error) {
      // A connection that is lost has rolled back by itself.
      await lane.run({ text: 'ROLLBACK' }, []).catch(() => undefined);
      throw error;
    }
  }

  return {
    /** Answers the keys of those that were not there, which are stored now: in one commit. */
    async insert(events: readonly LogEvent[], now: number): Promise<ReadonlySet<string>> {
      const values = encode(events, now);
      const needsLock = events.some(({ repeats }) => repeats === 'locked');
      const rows = await (needsLock ? insertLocked(values, events) : lane.run(INSERT, values));
      return new Set(rows.map(([uuid, tenantIdentifier]) => `${uuid} ${tenantIdentifier}`));
    },
    /** Answers the content hashes of what is stored under these uuids, by their keys. */
    async findStored(events: readonly LogEvent[], now: number): Promise<ReadonlyMap<string, Buffer>> {
      const [uuids, tenants, times] = [
        events.map(({ uuid }) => uuid),
        events.map(({ tenantIdentifier }) => tenantIdentifier),
        events.map(({ eventTime }) => eventTime),
      ];
      const rows = await lane.run(FIND, [uuids, tenants, times, new Date(now - RECENT_MS).toISOString()]);
      return new Map(rows.map(([uuid, tenant, contentHash]) => [`${uuid} ${tenant}`, contentHash as Buffer]));
    },
  };
}

export type EventStore = ReturnType<typeof createEventStore>;

function stripeOf({ uuid }: LogEvent): number {
  return Number.parseInt(uuid.slice(-2), 16) % STRIPES;
}
