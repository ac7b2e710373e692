// SQL of directory events, and of the names that stay taken until one is handled.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { DirectoryEvent } from '../directory.types.ts';

export interface StoredDirectoryEvent extends DirectoryEvent {
  readonly id: number;
}

const insertEvent = sql(
  'auth_directory_event_insert',
  `INSERT INTO auth_directory_event (kind, tenant_identifier, user_uuid, username, previous_username, date_created)
   VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
);

const insertReleasedName = sql(
  'auth_released_name_insert',
  'INSERT INTO auth_released_name (event_id, tenant_identifier, username_folded) VALUES ($1, $2, $3)',
);

const findReleasedName = sql(
  'auth_released_name_find',
  'SELECT event_id FROM auth_released_name WHERE tenant_identifier = $1 AND username_folded = $2 LIMIT 1',
);

const findOpenEvents = sql(
  'auth_directory_event_find_open',
  `SELECT id, kind, tenant_identifier AS "tenantIdentifier", user_uuid AS "userUuid", username,
     previous_username AS "previousUsername"
   FROM auth_directory_event WHERE handled_date IS NULL AND tenant_identifier <> ALL($1::text[])
   ORDER BY id LIMIT $2`,
);

// Only one process handles an event; whoever comes second finds it handled.
const lockEvent = sql(
  'auth_directory_event_lock',
  'SELECT id FROM auth_directory_event WHERE id = $1 AND handled_date IS NULL FOR UPDATE',
);

const markHandled = sql(
  'auth_directory_event_handle',
  `WITH freed AS (DELETE FROM auth_released_name WHERE event_id = $1)
   UPDATE auth_directory_event SET handled_date = $2 WHERE id = $1`,
);

const removeHandled = sql(
  'auth_directory_event_remove',
  `DELETE FROM auth_directory_event WHERE id = ANY (ARRAY(
     SELECT id FROM auth_directory_event WHERE handled_date < $1 ORDER BY handled_date LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);

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
  name: { readonly tenantIdentifier: string; readonly usernameFolded: string },
): Promise<void> {
  await tx.execute(insertReleasedName, [eventId, name.tenantIdentifier, name.usernameFolded]);
}

/**
 * Whether a rename set the name free and some module has not heard of it. Asked after the name was taken: taking it waits
 * for a rename beside it, whose row this statement then sees.
 */
export async function isReleasedName(
  tx: Transaction,
  tenantIdentifier: string,
  usernameFolded: string,
): Promise<boolean> {
  return (await tx.rows(findReleasedName, [tenantIdentifier, usernameFolded])).length > 0;
}

/** Oldest first, without those of the given tenants. */
export async function findOpenDirectoryEvents(
  queryable: Queryable,
  exceptTenants: readonly string[],
  max: number,
): Promise<StoredDirectoryEvent[]> {
  return queryable.rows<StoredDirectoryEvent>(findOpenEvents, [exceptTenants, max]);
}

/** False when another process has handled it meanwhile. */
export async function lockDirectoryEvent(tx: Transaction, id: number): Promise<boolean> {
  return (await tx.rows(lockEvent, [id])).length > 0;
}

/** Sets the name free that the event kept. */
export async function saveDirectoryEventHandled(tx: Transaction, id: number, now: Date): Promise<void> {
  await tx.execute(markHandled, [id, now]);
}

export async function removeHandledDirectoryEvents(queryable: Queryable, before: Date, max: number): Promise<number> {
  return queryable.execute(removeHandled, [before, max]);
}
