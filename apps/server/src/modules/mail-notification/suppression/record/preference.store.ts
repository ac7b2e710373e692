// Holds the SQL of people's preferences.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import type { OptOut } from './find-refusal.ts';

export interface Preference extends OptOut {
  readonly enabled: boolean;
}

/** Person whose preferences they are. */
export interface PersonName {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

const selectOf = sql(
  'mail_preference_of',
  `SELECT username_folded AS "usernameFolded", entries FROM mail_preference
   WHERE tenant_identifier = $1 AND username_folded = ANY($2::text[])`,
);
const saveOne = sql(
  'mail_preference_save',
  `INSERT INTO mail_preference (tenant_identifier, username_folded, entries) VALUES ($1, $2, $3::jsonb)
   ON CONFLICT (tenant_identifier, username_folded) DO UPDATE SET entries = EXCLUDED.entries`,
);
const removeOne = sql(
  'mail_preference_remove',
  'DELETE FROM mail_preference WHERE tenant_identifier = $1 AND username_folded = $2',
);

/** Lists preferences; people without any are left out. */
export function listPreferences(
  queryable: Queryable,
  tenantIdentifier: string,
  usernamesFolded: readonly string[],
): Promise<{ readonly usernameFolded: string; readonly entries: readonly Preference[] }[]> {
  return queryable.rows(selectOf, [tenantIdentifier, usernamesFolded]);
}

/** Replaces the preferences of a person. */
export async function savePreferences(
  queryable: Queryable,
  person: PersonName,
  entries: readonly Preference[],
): Promise<void> {
  const { tenantIdentifier, usernameFolded } = person;
  if (entries.length === 0) return removePreferences(queryable, person);
  await queryable.execute(saveOne, [tenantIdentifier, usernameFolded, JSON.stringify(entries)]);
}

async function removePreferences(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonName,
): Promise<void> {
  await queryable.execute(removeOne, [tenantIdentifier, usernameFolded]);
}
