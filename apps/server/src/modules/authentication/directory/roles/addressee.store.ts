// Holds the SQL of what those hold to whom something was written.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { Addressee } from '../directory.types.ts';
import { HELD_ROLES } from '../role.store.ts';

const findRows = sql(
  'auth_addressees_find',
  `WITH asked AS (
     SELECT position, user_uuid, address FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS a (user_uuid, address, position)
   ), found AS (
     SELECT a.position, u.id, u.uuid FROM asked a JOIN auth_user u ON u.uuid = a.user_uuid WHERE NOT u.deleted
     UNION
     SELECT a.position, u.id, u.uuid FROM asked a JOIN auth_user u ON u.email_folded = a.address
     WHERE u.tenant_identifier = $1 AND NOT u.deleted
   )
   SELECT f.position::int AS position, f.uuid AS "userUuid",
     ARRAY(SELECT DISTINCT ra.authority ${HELD_ROLES} JOIN auth_role_authority ra ON ra.role_id = r.id WHERE ur.user_id = f.id) AS held
   FROM found f`,
);

export interface FoundAddressee {
  /** Counts the addressees from 1; two people may have one address. */
  readonly position: number;
  readonly userUuid: string;
  /** Lists what the user holds beyond everybody's role, enabled or not. */
  readonly held: readonly string[];
}

/** Finds the users to whom something was written, and everybody of the tenant who has the address that it went to. */
export function findAddressees(
  queryable: Queryable,
  tenantIdentifier: string,
  addressees: readonly Addressee[],
): Promise<FoundAddressee[]> {
  const uuids = addressees.map(({ userUuid }) => userUuid);
  const addresses = addressees.map(({ address }) => foldName(address));
  return queryable.rows<FoundAddressee>(findRows, [tenantIdentifier, uuids, addresses]);
}
