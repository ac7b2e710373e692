// Holds the SQL of the import: which names and external identifiers of a list are taken or reserved.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';

// A deleted user's name is reserved for that user.
const findTaken = sql(
  'auth_user_find_taken',
  `WITH w AS (SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) WITH ORDINALITY AS w (tenant, name, external, position))
   SELECT w.position::int AS position,
     CASE WHEN u.username_folded <> w.name THEN 'EXTERNAL' WHEN u.deleted THEN 'RESERVED' ELSE 'NAME' END AS by
   FROM w JOIN auth_user u ON u.tenant_identifier = w.tenant
     AND (u.username_folded = w.name OR (u.external_identifier = w.external AND NOT u.deleted))
   UNION
   SELECT w.position::int, 'RESERVED' FROM w JOIN auth_released_name n ON n.tenant_identifier = w.tenant
     AND n.username_folded = w.name AND (n.event_id IS NOT NULL OR n.reserved_until_date > $4)
   WHERE NOT EXISTS (SELECT FROM auth_user u WHERE u.tenant_identifier = w.tenant AND u.username_folded = w.name)
   ORDER BY position, by`,
);

export interface WantedUser {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
  readonly externalIdentifier: string | null;
}

export interface TakenUser {
  /** Counts from 1. */
  readonly position: number;
  /** Why it is taken: a user has the name, had it before, or has the external identifier. */
  readonly by: 'NAME' | 'RESERVED' | 'EXTERNAL';
}

export function findTakenUsers(
  queryable: Queryable,
  wanted: readonly WantedUser[],
  now: Date,
): Promise<readonly TakenUser[]> {
  return queryable.rows(findTaken, [
    wanted.map(({ tenantIdentifier }) => tenantIdentifier),
    wanted.map(({ usernameFolded }) => usernameFolded),
    wanted.map(({ externalIdentifier }) => externalIdentifier),
    now,
  ]);
}
