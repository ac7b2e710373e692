// Holds the SQL of directory events, and of names that stay reserved until one is handled.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { DirectoryEvent } from '../../../../kernel/directory/directory-event.ts';

export interface StoredDirectoryEvent extends DirectoryEvent {
  readonly id: string;
  readonly at: Date;
}

const insertEvent = sql(
  'auth_directory_event_insert',
  `INSERT INTO auth_directory_event (kind, tenant_identifier, user_uuid, username, previous_username, date_created)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);

const insertReleasedName = sql(
  'auth_released_name_insert',
  `INSERT INTO auth_released_name (event_id, tenant_identifier, username_folded, user_uuid, reserved_until_date)
   VALUES ($1, $2, $3, $4, $5)`,
);

const findReservedName = sql(
  'auth_released_name_find',
  `SELECT max(reserved_until_date) AS "untilDate" FROM auth_released_name
   WHERE tenant_identifier = $1 AND username_folded = $2 AND user_uuid <> $3
     AND (event_id IS NOT NULL OR reserved_until_date > $4)`,
);

const findOpenEvents = sql(
  'auth_directory_event_find_open',
  `SELECT id::text AS id, kind, tenant_identifier AS "tenantIdentifier", user_uuid AS "userUuid", username,
     previous_username AS "previousUsername", date_created AS at
   FROM auth_directory_event WHERE NOT told ORDER BY id LIMIT $1`,
);

// Only one process delivers an event; a second one finds it marked.
const markDelivered = sql(
  'auth_directory_event_deliver',
  'UPDATE auth_directory_event SET told = true WHERE id = $1 AND NOT told',
);

// The name that a rename set free is reserved from then on by its date alone.
const markHandled = sql(
  'auth_directory_event_handle',
  `WITH handled AS (
     UPDATE auth_directory_event e SET handled_date = $1 WHERE e.told AND e.handled_date IS NULL
       AND NOT EXISTS (SELECT FROM auth_directory_event_untold u WHERE u.event_id = e.id) RETURNING e.id)
   UPDATE auth_released_name n SET event_id = NULL FROM handled WHERE n.event_id = handled.id`,
);

const removeHandled = sql(
  'auth_directory_event_remove',
  `DELETE FROM auth_directory_event WHERE id = ANY (ARRAY(
     SELECT id FROM auth_directory_event WHERE handled_date < $1 ORDER BY handled_date LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);

const removeReservations = sql(
  'auth_released_name_remove',
  `DELETE FROM auth_released_name WHERE id = ANY (ARRAY(
     SELECT id FROM auth_released_name WHERE event_id IS NULL AND reserved_until_date <= $1
     ORDER BY reserved_until_date LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);

/** Holds a name that a rename set free, and who had it. */
export interface ReleasedName {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly userUuid: string;
}

/** Answers the event's id. */
export async function saveDirectoryEvent(tx: Transaction, event: DirectoryEvent, now: Date): Promise<number> {
  const { kind, tenantIdentifier, userUuid, username, previousUsername } = event;
  const values = [kind, tenantIdentifier, userUuid, username, previousUsername, now];
  const [row] = await tx.rows<{ id: number }>(insertEvent, values);
  return row!.id;
}

export async function saveReleasedName(
  tx: Transaction,
  eventId: number,
  { tenantIdentifier, usernameFolded, userUuid }: ReleasedName,
  reservedUntil: Date,
): Promise<void> {
  await tx.execute(insertReleasedName, [eventId, tenantIdentifier, usernameFolded, userUuid, reservedUntil]);
}

/**
 * Answers until when the name is reserved for another user, who had it before a rename; null where it is not. The date
 * may be past while some module has not handled the rename. Call it after the name was taken: that waits for a parallel
 * rename, whose row this statement then sees.
 */
export async function findReservation(tx: Transaction, wanted: ReleasedName, now: Date): Promise<Date | null> {
  const { tenantIdentifier, usernameFolded, userUuid } = wanted;
  const values = [tenantIdentifier, usernameFolded, userUuid, now];
  const [row] = await tx.rows<{ untilDate: Date | null }>(findReservedName, values);
  return row!.untilDate;
}

/** Finds events that are not delivered yet, the oldest first. */
export async function findOpenDirectoryEvents(queryable: Queryable, max: number): Promise<StoredDirectoryEvent[]> {
  return queryable.rows<StoredDirectoryEvent>(findOpenEvents, [max]);
}

/** Marks an event as delivered; false when another process has done so meanwhile. */
export async function saveDirectoryEventDelivered(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.execute(markDelivered, [id])) > 0;
}

/** Marks every delivered event as handled that no module has refused. */
export async function saveDirectoryEventsHandled(tx: Transaction, now: Date): Promise<void> {
  await tx.execute(markHandled, [now]);
}

export async function removeHandledDirectoryEvents(queryable: Queryable, before: Date, max: number): Promise<number> {
  return queryable.execute(removeHandled, [before, max]);
}

/** Removes reservations that are over and whose renames every module has handled. */
export async function removeEndedReservations(queryable: Queryable, now: Date, max: number): Promise<number> {
  return queryable.execute(removeReservations, [now, max]);
}
