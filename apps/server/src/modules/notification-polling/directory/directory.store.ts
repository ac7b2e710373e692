// Holds the SQL of what becomes of rows of persons and tenants that are renamed or end. Names come folded.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { Announcement, Audience } from '../record/announcement.types.ts';

const ofPerson = 'tenant_identifier = $1 AND username_folded = $2';
const TABLES = ['user_state', 'receipt', 'notification', 'preference'] as const;

// Somebody who had the name before leaves nothing behind, so nothing is in the way; told twice, nothing is left to rename.
const renameOf = TABLES.map((table) =>
  sql(`polling_${table}_rename_user`, `UPDATE polling_${table} SET username_folded = $3 WHERE ${ofPerson}`),
);
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
  for (const statement of renameOf) await tx.execute(statement, [tenantIdentifier, previousFolded, usernameFolded]);
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
