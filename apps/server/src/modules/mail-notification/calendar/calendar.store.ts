// Keeps events of calendars; a change of one needs its lock.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Attendee, CalendarEvent } from './calendar.types.ts';
import {
  EVENT_COLUMNS,
  type EventRow,
  LISTED_COLUMNS,
  type ListedRow,
  type StoredEvent,
  toEvent,
  toListedEvent,
} from './event-rows.store.ts';

const ATTENDEE_COLUMNS = `a.address, a.name, a.role, a.user_type AS "userType", a.rsvp,
  a.participation_status AS "participationStatus"`;

// A series has one row for all its instances, and another one for each instance that was changed on its own.
const OF_UID = `SELECT ${EVENT_COLUMNS} FROM mail_calendar_event e WHERE e.tenant_identifier = $1 AND e.uid = $2
  AND e.recurrence_id = coalesce($3::timestamptz, '-infinity')`;
const selectEvent = sql('mail_calendar_find', OF_UID);
const selectLocked = sql('mail_calendar_lock', `${OF_UID} FOR UPDATE`);
const selectAttendees = sql(
  'mail_calendar_attendees',
  `SELECT ${ATTENDEE_COLUMNS} FROM mail_calendar_attendee a WHERE a.event_id = $1 ORDER BY a.position`,
);
const insertRow = sql(
  'mail_calendar_insert',
  `INSERT INTO mail_calendar_event (uuid, tenant_identifier, uid, version, sequence, status, all_day, time_zone, start_date,
     end_date, summary, detail, organizer_address, organizer_name, organizer_sent_by, stamp, updated_by, date_updated, created_by,
     created_by_folded, date_created, recurrence_rule, exception_dates, recurrence_id, told_sequence)
   VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9, $10, $11::jsonb, $12, $13, $14, $15, $16, $17, $16, $20, $17, $18, $19,
     coalesce($21::timestamptz, '-infinity'), $4)
   ON CONFLICT (tenant_identifier, uid, recurrence_id) DO NOTHING RETURNING id`,
);
const updateRow = sql(
  'mail_calendar_update',
  `UPDATE mail_calendar_event SET version = version + 1, sequence = $2, told_sequence = $2, status = $3, all_day = $4, time_zone = $5,
     start_date = $6, end_date = $7, summary = $8, detail = $9::jsonb, organizer_address = $10, organizer_name = $11,
     organizer_sent_by = $12, stamp = $13, updated_by = $14, date_updated = $15,
     recurrence_rule = $16, exception_dates = $17
   WHERE id = $1`,
);
const updateSequence = sql('mail_calendar_sequence', 'UPDATE mail_calendar_event SET sequence = $2 WHERE id = $1');
const selectInstances = sql(
  'mail_calendar_instances',
  `SELECT ${LISTED_COLUMNS} FROM mail_calendar_event e
   WHERE e.tenant_identifier = $1 AND e.uid = $2 AND e.recurrence_id <> '-infinity' ORDER BY e.recurrence_id`,
);
const deleteEvents = sql('mail_calendar_remove', 'DELETE FROM mail_calendar_event WHERE id = ANY ($1::bigint[])');
const deleteAttendees = sql('mail_calendar_attendees_delete', 'DELETE FROM mail_calendar_attendee WHERE event_id = $1');
const insertAttendees = sql(
  'mail_calendar_attendees_insert',
  `INSERT INTO mail_calendar_attendee (event_id, position, address, name, role, user_type, rsvp, participation_status)
   SELECT $1, v.position, v.address, v.name, v.role, v.user_type, v.rsvp, v.participation_status
   FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[])
     WITH ORDINALITY AS v (address, name, role, user_type, rsvp, participation_status, position)`,
);
const selectAnswer = sql(
  'mail_calendar_answer',
  `SELECT calendar_uid AS uid, calendar_sequence AS sequence FROM mail
   WHERE tenant_identifier = $1 AND uuid = $2 AND calendar_uid IS NOT NULL`,
);

async function readOne(
  queryable: Queryable,
  statement: typeof selectEvent,
  tenant: string,
  uid: string,
  recurrenceId: number | null,
): Promise<StoredEvent | null> {
  const instance = recurrenceId === null ? null : new Date(recurrenceId);
  const [row] = await queryable.rows<EventRow>(statement, [tenant, uid, instance]);
  return row === undefined ? null : toEvent(row, await queryable.rows<Attendee>(selectAttendees, [row.id]));
}

/** Finds the event or series; with `recurrenceId` the instance of it that was changed on its own. */
export function findEvent(
  queryable: Queryable,
  tenant: string,
  uid: string,
  recurrenceId: number | null = null,
): Promise<StoredEvent | null> {
  return readOne(queryable, selectEvent, tenant, uid, recurrenceId);
}

/** Locks the event and its instances until the end of the transaction. */
export function lockEvent(tx: Transaction, tenant: string, uid: string): Promise<StoredEvent | null> {
  return readOne(tx, selectLocked, tenant, uid, null);
}

function valuesOf(event: CalendarEvent, by: string, now: Date) {
  const { sequence, status, times, text, organizer, stamp, recurrence } = event;
  const { summary, ...detail } = text;
  const { allDay, timeZone, start, end } = times;
  const { address, name, sentBy } = organizer;
  const when = [allDay, timeZone, new Date(start), new Date(end)];
  const columns = [sequence, status, ...when, summary, JSON.stringify(detail), address, name, sentBy, stamp, by, now];
  const exceptions = (recurrence?.exceptions ?? []).map((at) => new Date(at));
  return [...columns, recurrence?.rule ?? null, exceptions];
}

async function saveAttendees(tx: Transaction, eventId: number, attendees: readonly Attendee[]): Promise<void> {
  const column = <K extends keyof Attendee>(name: K) => attendees.map((attendee) => attendee[name]);
  const people = [column('address'), column('name'), column('role'), column('userType')];
  await tx.execute(insertAttendees, [eventId, ...people, column('rsvp'), column('participationStatus')]);
}

interface Write {
  readonly tenantIdentifier: string;
  readonly by: string;
  readonly now: Date;
}

/** Inserts an event; false where another transaction has stored and committed one of this uid meanwhile. */
export async function insertEvent(
  tx: Transaction,
  event: CalendarEvent,
  { uuid, tenantIdentifier, by, now }: Write & { readonly uuid: string },
): Promise<boolean> {
  const instance = event.recurrenceId === null ? null : new Date(event.recurrenceId);
  const values = [uuid, tenantIdentifier, event.uid, ...valuesOf(event, by, now), foldName(by), instance];
  const [row] = await tx.rows<{ id: number }>(insertRow, values);
  if (row === undefined) return false;
  await saveAttendees(tx, row.id, event.attendees);
  return true;
}

/** Writes a changed event, whose lock the caller holds. */
export async function updateEvent(
  tx: Transaction,
  { id }: StoredEvent,
  event: CalendarEvent,
  { by, now }: Omit<Write, 'tenantIdentifier'>,
): Promise<void> {
  await tx.execute(updateRow, [id, ...valuesOf(event, by, now)]);
  await tx.execute(deleteAttendees, [id]);
  await saveAttendees(tx, id, event.attendees);
}

/** Saves the sequence of a series, which its instances share. */
export async function saveSequence(tx: Transaction, { id }: StoredEvent, sequence: number): Promise<void> {
  await tx.execute(updateSequence, [id, sequence]);
}

/** Answers the instances of a series that were changed on their own, in the order of the series. */
export async function listInstances(
  queryable: Queryable,
  { tenantIdentifier, uid }: StoredEvent,
): Promise<readonly StoredEvent[]> {
  return (await queryable.rows<ListedRow>(selectInstances, [tenantIdentifier, uid])).map(toListedEvent);
}

/** Removes instances with their attendees and answers. */
export async function removeInstances(tx: Transaction, instances: readonly StoredEvent[]): Promise<void> {
  if (instances.length > 0) await tx.execute(deleteEvents, [instances.map(({ id }) => id)]);
}

/** Finds the event that a mail was about; null where it was about none. */
export async function findInvitation(
  queryable: Queryable,
  tenant: string,
  mailUuid: string,
): Promise<{ readonly uid: string; readonly sequence: number } | null> {
  const [row] = await queryable.rows<{ uid: string; sequence: number }>(selectAnswer, [tenant, mailUuid]);
  return row ?? null;
}
