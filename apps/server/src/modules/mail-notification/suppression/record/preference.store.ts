// Holds the SQL of which mails people want.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { handOverRows } from '../../../../kernel/database/hand-over-rows.ts';
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
// What the person said under the new name already was said later. Told twice, nothing is left to rename.
const renameOne = handOverRows('mail_preference_rename', {
  table: 'mail_preference',
  met: {
    entries: `mine.entries || coalesce((SELECT jsonb_agg(earlier) FROM jsonb_array_elements(EXCLUDED.entries) earlier
      WHERE NOT EXISTS (SELECT FROM jsonb_array_elements(mine.entries) later
        WHERE later -> 'category' = earlier -> 'category' AND later -> 'group' = earlier -> 'group')), '[]')`,
  },
});

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

export async function removePreferences(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonName,
): Promise<void> {
  await queryable.execute(removeOne, [tenantIdentifier, usernameFolded]);
}

export async function renamePreferences(
  tx: Transaction,
  { tenantIdentifier, usernameFolded }: PersonName,
  nameFolded: string,
): Promise<void> {
  await tx.execute(renameOne, [tenantIdentifier, usernameFolded, nameFolded]);
}
