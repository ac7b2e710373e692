// Gives tests of single parts a recorder and a reader of events as the whole program has them.
import { DAY_MS } from '@keelson/time-zone/units';
import { type Clock, MANUAL_CLOCK_START_MS } from '../kernel/database/clock.ts';
import { type Database, sql } from '../kernel/database/database.ts';
import { createIds } from '../kernel/database/ids.ts';
import type { EventReader } from '../kernel/records/event-reader.ts';
import { createEventRecorder, type EventRecorder } from '../kernel/records/events.ts';
import { ensureMonthlyPartitions, ensurePartitions } from '../kernel/schema/partitions.ts';
import { HISTORY_TABLE } from '../modules/bpmn-engine/history/history.jobs.ts';
import { createEventPartitions, EVENT_TABLES } from '../modules/logger-producer/event/event-partitions.ts';
import { createMasking } from '../modules/logger-producer/masking/feature.ts';
import { createRecordedEvents } from '../modules/logger-producer/recorded/feature.ts';
import { ATTEMPT_TABLE, CONTENT_TABLE, EVENT_TABLE } from '../modules/mail-notification/record/mail-partitions.ts';

/** Tests that move their clock further make their own. */
const DAYS_PREPARED = 7;
const AUDIT_DAYS_PREPARED = 62;
const hasEvents = sql('test_has_events', "SELECT to_regclass('log_event_audit') IS NOT NULL AS found");

/** Gives a template the partitions that the server of every test would make: the manual clock begins with them. */
export async function preparePartitions(database: Database): Promise<void> {
  const [row] = await database.rows<{ found: boolean }>(hasEvents);
  if (row?.found !== true) return;
  const from = MANUAL_CLOCK_START_MS;
  await ensurePartitions(database, EVENT_TABLES.STANDARD, from - DAY_MS, from + DAYS_PREPARED * DAY_MS);
  await ensurePartitions(database, EVENT_TABLES.AUDIT, from - DAY_MS, from + AUDIT_DAYS_PREPARED * DAY_MS);
  await ensurePartitions(database, CONTENT_TABLE, from - DAY_MS, from + DAYS_PREPARED * DAY_MS);
  for (const table of [ATTEMPT_TABLE, EVENT_TABLE]) {
    await ensurePartitions(database, table, from - DAY_MS, from + DAYS_PREPARED * DAY_MS);
  }
  await ensureMonthlyPartitions(database, HISTORY_TABLE, from);
}

type RecorderParts = Partial<Omit<Parameters<typeof createEventRecorder>[0], 'clock' | 'ids'>>;

/** The database has the tables of all modules; without a group commit nothing is added to change sets. */
export function createTestEvents(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  parts: RecorderParts = {},
): { readonly events: EventRecorder; readonly reader: EventReader } {
  const log = { error() {}, warn() {}, info() {} } as never;
  const { makeRoomForAudit } = createEventPartitions({ database, clock, log });
  const preparedUntil = MANUAL_CLOCK_START_MS + AUDIT_DAYS_PREPARED * DAY_MS;
  const store = createRecordedEvents(database, {
    makeRoom: (timeMs) => (timeMs < preparedUntil ? null : makeRoomForAudit(timeMs)),
    mask: createMasking({ metrics: { counter: () => ({ inc() {} }) } as never }, () => ''),
    fullText: () => 'ALL',
  });
  const events = createEventRecorder({
    clock,
    ids: createIds(clock),
    groupCommit: { defineWriter: (definition) => ({ definition, index: 0 }) },
    log: { write() {} },
    count() {},
    ...parts,
  });
  events.attach(store);
  return { events, reader: store.reader };
}

/** Empties the log, events of audit too, which the database keeps from everybody but whoever removes what is past. */
export async function emptyEvents(database: Database): Promise<void> {
  await database.withConnection((connection) =>
    connection.script("SET keelson.log_retention = 'on'; TRUNCATE log_event; RESET keelson.log_retention"),
  );
}
