// Holds the SQL of what a person does not want to be notified of.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { PersonKey } from '../view/poll.store.ts';

export interface Preference {
  readonly mutedTypes: readonly string[];
  readonly mutedApplications: readonly string[];
}

const selectOne = sql(
  'polling_preference_find',
  `SELECT muted_types AS "mutedTypes", muted_applications AS "mutedApplications" FROM polling_preference
   WHERE tenant_identifier = $1 AND username_folded = $2`,
);
// The state is written first, as for every mark: it is the lock, and other devices follow its number.
const raiseState = sql(
  'polling_preference_raise',
  'UPDATE polling_user_state SET change_seq = change_seq + 1 WHERE tenant_identifier = $1 AND username_folded = $2',
);
const saveOne = sql(
  'polling_preference_save',
  `INSERT INTO polling_preference (tenant_identifier, username_folded, muted_types, muted_applications)
   VALUES ($1, $2, $3, $4) ON CONFLICT (tenant_identifier, username_folded) DO UPDATE SET
     muted_types = EXCLUDED.muted_types, muted_applications = EXCLUDED.muted_applications`,
);

/** Finds the preference; without a row nothing is muted. */
export async function findPreference(
  queryable: Queryable,
  { tenantIdentifier, usernameFolded }: PersonKey,
): Promise<Preference> {
  const [row] = await queryable.rows<Preference>(selectOne, [tenantIdentifier, usernameFolded]);
  return row ?? { mutedTypes: [], mutedApplications: [] };
}

/** Waits for other changes of the person; reads after it stay valid until the commit. */
export async function lockPreference(tx: Transaction, { tenantIdentifier, usernameFolded }: PersonKey): Promise<void> {
  await tx.execute(raiseState, [tenantIdentifier, usernameFolded]);
}

export async function savePreference(
  tx: Transaction,
  { tenantIdentifier, usernameFolded }: PersonKey,
  { mutedTypes, mutedApplications }: Preference,
): Promise<void> {
  await tx.execute(saveOne, [tenantIdentifier, usernameFolded, mutedTypes, mutedApplications]);
}
