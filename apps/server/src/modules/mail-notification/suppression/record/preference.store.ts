// Holds the SQL of which mails people want.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import type { OptOut } from './find-refusal.ts';

export interface Preference extends OptOut {
  readonly enabled: boolean;
}

/** Names whose list it is. */
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

/** Leaves out who has never said anything. */
export function listPreferences(
  queryable: Queryable,
  tenantIdentifier: string,
  usernamesFolded: readonly string[],
): Promise<{ readonly usernameFolded: string; readonly entries: readonly Preference[] }[]> {
  return queryable.rows(selectOf, [tenantIdentifier, usernamesFolded]);
}

/** Takes the place of what the person had said. */
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
