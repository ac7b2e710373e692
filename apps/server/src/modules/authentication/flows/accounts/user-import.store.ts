// SQL of the import: which names and external identifiers of a list are taken.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

// Also a deleted user's name.
const findTaken = sql(
  'auth_user_find_taken',
  `SELECT w.position::int AS position, u.username_folded = w.name AS "byName"
   FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w (tenant, name, external, position)
   JOIN auth_user u ON u.tenant_identifier = w.tenant
     AND (u.username_folded = w.name OR (u.external_identifier = w.external AND NOT u.deleted))
   ORDER BY w.position`,
);

export interface WantedUser {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly externalIdentifier: string | null;
}

/** Positions, from 1, of the entries whose name or external identifier somebody has. */
export function findTakenUsers(
  queryable: Queryable,
  wanted: readonly WantedUser[],
): Promise<readonly { readonly position: number; readonly byName: boolean }[]> {
  return queryable.rows(findTaken, [
    wanted.map(({ tenantIdentifier }) => tenantIdentifier),
    wanted.map(({ usernameFolded }) => usernameFolded),
    wanted.map(({ externalIdentifier }) => externalIdentifier),
  ]);
}
