// Holds the SQL of what becomes of rows of persons and tenants that are renamed or end. Names come folded.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { handOverRows } from '../../../kernel/database/hand-over-rows.ts';
import type { Announcement, Audience } from '../record/announcement.types.ts';

const ofPerson = 'tenant_identifier = $1 AND username_folded = $2';
const TABLES = ['user_state', 'receipt', 'notification', 'preference'] as const;

const lockStates = sql(
  'polling_user_state_lock_both',
  `SELECT username_folded AS name, read_seq AS "readSeq" FROM polling_user_state
   WHERE tenant_identifier = $1 AND username_folded = ANY ($2::text[]) ORDER BY username_folded FOR UPDATE`,
);
// A person may ask under the new name before the event is handled: then rows of both names become one. A read-all under one of
// them holds, and the earlier visit says since when the person is here. Told twice, nothing is left to rename.
const renameState = handOverRows('polling_user_state_rename_user', {
  table: 'polling_user_state',
  met: {
    read_seq: 'greatest(mine.read_seq, EXCLUDED.read_seq)',
    baseline_seq: 'least(mine.baseline_seq, EXCLUDED.baseline_seq)',
    change_seq: 'greatest(mine.change_seq, EXCLUDED.change_seq)',
  },
});
// Whoever has followed the changes under the new name reads the pages again: rows came that nothing tells one by one.
const joinState = sql(
  'polling_user_state_join',
  `UPDATE polling_user_state SET change_seq = change_seq + 1, joined_own = change_seq + 1
   WHERE tenant_identifier = $1 AND username_folded = $2`,
);
// One of an earlier number says nothing beside one of a later. Of the same number the mark under the new name is the later one.
const ofReceipt = (column: string, ofSame: string) =>
  `CASE WHEN mine.publish_seq > EXCLUDED.publish_seq THEN mine.${column}
     WHEN mine.publish_seq < EXCLUDED.publish_seq THEN EXCLUDED.${column} ELSE ${ofSame} END`;
const first = (column: string) => ofReceipt(column, `least(mine.${column}, EXCLUDED.${column})`);
const renameReceipts = handOverRows('polling_receipt_rename_user', {
  table: 'polling_receipt',
  key: ['announcement_id'],
  // A read-all takes explicit unread marks back: those of the other name, too.
  changed: { read: '(gone.old).read OR (gone.old).publish_seq <= $4::bigint' },
  met: {
    read: ofReceipt('read', 'mine.read'),
    read_date: ofReceipt('read_date', 'CASE WHEN mine.read THEN least(mine.read_date, EXCLUDED.read_date) END'),
    archived_date: first('archived_date'),
    dismissed_date: first('dismissed_date'),
    acknowledged_date: first('acknowledged_date'),
    unarchived: ofReceipt('unarchived', 'mine.unarchived OR EXCLUDED.unarchived'),
    publish_seq: 'greatest(mine.publish_seq, EXCLUDED.publish_seq)',
  },
});
const renameNotifications = handOverRows('polling_notification_rename_user', {
  table: 'polling_notification',
  key: ['unique_key'],
  keyed: 'unique_key IS NOT NULL',
  met: {
    read_date: 'least(mine.read_date, EXCLUDED.read_date)',
    archived_date: 'least(mine.archived_date, EXCLUDED.archived_date)',
    deleted: 'mine.deleted OR EXCLUDED.deleted',
    deleted_date: 'least(mine.deleted_date, EXCLUDED.deleted_date)',
    version: 'greatest(mine.version, EXCLUDED.version) + 1',
  },
});
const union = (column: string) => `ARRAY(SELECT DISTINCT unnest(mine.${column} || EXCLUDED.${column}) ORDER BY 1)`;
const renamePreference = handOverRows('polling_preference_rename_user', {
  table: 'polling_preference',
  met: { muted_types: union('muted_types'), muted_applications: union('muted_applications') },
});
const removeOf = TABLES.map((table) =>
  sql(`polling_${table}_remove_user`, `DELETE FROM polling_${table} WHERE ${ofPerson}`),
);
const renameCreator = sql(
  'polling_announcement_rename_creator',
  `UPDATE polling_announcement SET created_by = $4, created_by_folded = $3 WHERE tenant_identifier = $1
     AND created_by_folded = $2`,
);
const selectNaming = sql(
  'polling_announcement_naming',
  `SELECT id, audience FROM polling_announcement
   WHERE tenant_identifier = $1 AND NOT deleted AND status IN ('DRAFT', 'SCHEDULED', 'PUBLISHED')
     AND (jsonb_typeof(audience -> 'users') = 'array' OR jsonb_typeof(audience -> 'excludeUsers') = 'array')`,
);
const saveAudience = sql(
  'polling_announcement_save_audience',
  'UPDATE polling_announcement SET audience = $2, change_seq = $3 WHERE id = $1',
);
const disableTenant = sql('polling_head_disable', 'UPDATE polling_head SET disabled = $2 WHERE tenant_identifier = $1');
const endTenant = sql(
  'polling_head_end',
  'UPDATE polling_head SET disabled = true, ended = true WHERE tenant_identifier = $1',
);
const selectEnded = sql(
  'polling_head_ended',
  'SELECT tenant_identifier AS tenant FROM polling_head WHERE ended LIMIT 100',
);
const removeTexts = sql(
  'polling_ended_texts',
  `DELETE FROM polling_announcement_content WHERE announcement_id IN (
     SELECT id FROM polling_announcement WHERE tenant_identifier = $1)`,
);
const removeSome = ['receipt', 'notification', 'preference', 'user_state'].map((table) =>
  sql(
    `polling_ended_${table}`,
    `DELETE FROM polling_${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM polling_${table} WHERE tenant_identifier = $1 LIMIT $2))`,
  ),
);
const removeAnnouncements = sql(
  'polling_ended_announcements',
  'DELETE FROM polling_announcement WHERE tenant_identifier = $1',
);
const removeHead = sql('polling_ended_head', 'DELETE FROM polling_head WHERE tenant_identifier = $1');

export interface Renamed {
  readonly tenantIdentifier: string;
  readonly previousFolded: string;
  readonly usernameFolded: string;
  readonly username: string;
}

export async function renamePerson(tx: Transaction, renamed: Renamed): Promise<void> {
  const { tenantIdentifier, previousFolded, usernameFolded, username } = renamed;
  const names = [tenantIdentifier, previousFolded, usernameFolded];
  const states = await tx.rows<{ name: string; readSeq: number }>(lockStates, [tenantIdentifier, names.slice(1)]);
  const readSeq = states.find(({ name }) => name === usernameFolded)?.readSeq ?? 0;
  await tx.execute(renameState, names);
  await tx.execute(joinState, [tenantIdentifier, usernameFolded]);
  await tx.execute(renameReceipts, [...names, readSeq]);
  await tx.execute(renameNotifications, names);
  await tx.execute(renamePreference, names);
  await tx.execute(renameCreator, [tenantIdentifier, previousFolded, usernameFolded, username]);
}

export async function removePerson(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<void> {
  for (const statement of removeOf) await tx.execute(statement, [tenantIdentifier, usernameFolded]);
}

/** Lists announcements that name users and are not over. */
export function listNaming(
  tx: Transaction,
  tenantIdentifier: string,
): Promise<readonly (Pick<Announcement, 'id'> & { readonly audience: Audience })[]> {
  return tx.rows(selectNaming, [tenantIdentifier]);
}

export async function changeAudience(
  tx: Transaction,
  id: number,
  audience: Audience,
  changeSeq: number,
): Promise<void> {
  await tx.execute(saveAudience, [id, audience, changeSeq]);
}

/** The publisher passes over tenants that are switched off. */
export async function markTenant(tx: Transaction, tenantIdentifier: string, disabled: boolean): Promise<void> {
  await tx.execute(disableTenant, [tenantIdentifier, disabled]);
}

/** A job removes the rows of a tenant that is no more. */
export async function markTenantEnded(tx: Transaction, tenantIdentifier: string): Promise<void> {
  await tx.execute(endTenant, [tenantIdentifier]);
}

export async function listEndedTenants(queryable: Queryable): Promise<readonly string[]> {
  return (await queryable.rows<{ tenant: string }>(selectEnded)).map(({ tenant }) => tenant);
}

/** Removes everything of a tenant, so many rows of a person a statement. */
export async function removeTenant(queryable: Queryable, tenant: string, limit: number): Promise<void> {
  for (const statement of removeSome) while ((await queryable.execute(statement, [tenant, limit])) === limit);
  for (const statement of [removeTexts, removeAnnouncements, removeHead]) await queryable.execute(statement, [tenant]);
}
