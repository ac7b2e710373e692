// Inserts groups of events and finds what was stored under their uuids, on connections that belong to the writer alone.
import { HOUR_MS } from '@keelson/time-zone/units';
import type { DedicatedConnection } from '../../../kernel/database/database.types.ts';
import {
  type ArrayColumn,
  appendValue,
  beginArray,
  createArrayColumn,
  finishArray,
} from '../../../kernel/group-commit/binary-array.ts';
import { EVENT_LOCK_CLASS } from '../advisory-locks.ts';
import type { LogEvent } from '../record/event.types.ts';
import { EVENT_COLUMNS, EVENT_NAMES, EVENT_VALUES, storedForm } from '../record/event-columns.store.ts';

const COLUMNS = EVENT_COLUMNS;
const ARRAYS = COLUMNS.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ');
const PROBED = COLUMNS.length + 1;
const RECENT = COLUMNS.length + 2;

// A sub-plan of look-ups by key: a join over the partitions halves the rate.
const INSERT = {
  name: 'log_event_insert',
  text: `INSERT INTO log_event (${EVENT_NAMES}) SELECT ${EVENT_VALUES}
    FROM unnest(${ARRAYS}, $${PROBED}::bool[]) v (${EVENT_NAMES}, is_probed)
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
// One lock for each uuid would exceed the server's table of locks, in no certain order.
const LOCK = {
  name: 'log_event_lock',
  text: 'SELECT pg_advisory_xact_lock($1, s.stripe) FROM (SELECT unnest($2::int4[]) AS stripe ORDER BY 1) s',
};

/** Age of events among which uuids are looked for. */
const RECENT_MS = 48 * HOUR_MS;
const STRIPES = 64;

/** Names an event among those of all tenants. */
export function eventKey({ tenantIdentifier, uuid }: Pick<LogEvent, 'tenantIdentifier' | 'uuid'>): string {
  return `${uuid} ${tenantIdentifier}`;
}

/** Works on one connection, one call at a time. */
export function createEventStore(connection: DedicatedConnection) {
  const columns: ArrayColumn[] = COLUMNS.map(({ name, type }) => createArrayColumn(name, type));
  const probed = createArrayColumn('is_probed', 'bool');

  function encode(events: readonly LogEvent[], now: number): unknown[] {
    for (const column of [...columns, probed]) beginArray(column);
    for (const event of events) {
      const row = storedForm(event);
      for (const [place, { of }] of COLUMNS.entries()) appendValue(columns[place]!, of(row));
      appendValue(probed, event.repeats !== 'none');
    }
    // Copied, since a connection that was given up may still hold its buffers.
    const buffers = [...columns, probed].map((column) => Buffer.from(finishArray(column)));
    return [...buffers, new Date(now - RECENT_MS).toISOString()];
  }

  async function insertLocked(values: readonly unknown[], events: readonly LogEvent[]): Promise<unknown[][]> {
    const stripes = new Set(events.filter(({ repeats }) => repeats === 'locked').map(stripeOf));
    await connection.run({ text: 'BEGIN' }, []);
    try {
      await connection.run(LOCK, [EVENT_LOCK_CLASS, [...stripes]]);
      const stored = await connection.run(INSERT, values);
      await connection.run({ text: 'COMMIT' }, []);
      return stored;
    } catch (error) {
      // A lost connection has rolled back by itself.
      await connection.run({ text: 'ROLLBACK' }, []).catch(() => undefined);
      throw error;
    }
  }

  return {
    /** Inserts events in one commit; answers the keys of the new ones. */
    async insert(events: readonly LogEvent[], now: number): Promise<ReadonlySet<string>> {
      const values = encode(events, now);
      const needsLock = events.some(({ repeats }) => repeats === 'locked');
      const rows = await (needsLock ? insertLocked(values, events) : connection.run(INSERT, values));
      return new Set(rows.map(([uuid, tenantIdentifier]) => `${uuid} ${tenantIdentifier}`));
    },
    /** Answers the stored content hashes under these uuids, by their keys. */
    async findStored(events: readonly LogEvent[], now: number): Promise<ReadonlyMap<string, Buffer>> {
      const [uuids, tenants, times] = [
        events.map(({ uuid }) => uuid),
        events.map(({ tenantIdentifier }) => tenantIdentifier),
        events.map(({ eventTime }) => eventTime),
      ];
      const rows = await connection.run(FIND, [uuids, tenants, times, new Date(now - RECENT_MS).toISOString()]);
      return new Map(rows.map(([uuid, tenant, contentHash]) => [`${uuid} ${tenant}`, contentHash as Buffer]));
    },
  };
}

export type EventStore = ReturnType<typeof createEventStore>;

function stripeOf({ uuid }: LogEvent): number {
  return Number.parseInt(uuid.slice(-2), 16) % STRIPES;
}
