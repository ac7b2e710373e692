// Holds the SQL of what the addressees of a text hold.
import { type Queryable, sql } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { Addressee, AddressReading } from '../directory.types.ts';
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

const userAddresses = sql(
  'auth_user_addresses_find',
  `SELECT a.address FROM unnest($2::text[], $3::text[]) AS a (address, folded) WHERE EXISTS (
     SELECT FROM auth_user u WHERE u.tenant_identifier = $1 AND u.email_folded = a.folded AND u.email_verified AND NOT u.deleted)`,
);
const addressReadings = sql(
  'auth_address_readings_find',
  `SELECT DISTINCT ON (a.address) a.address, u.locale AS "localeTag", u.time_zone AS "timeZone"
   FROM unnest($2::text[], $3::text[]) AS a (address, folded)
   JOIN auth_user u ON u.tenant_identifier = $1 AND u.email_folded = a.folded AND u.email_verified AND NOT u.deleted
   ORDER BY a.address, u.id`,
);
const members = sql(
  'auth_members_find',
  `SELECT u.username FROM auth_user u JOIN auth_tenant t ON t.identifier = u.tenant_identifier AND t.enabled AND NOT t.deleted
   WHERE u.tenant_identifier = $1 AND u.enabled AND NOT u.deleted AND coalesce(u.expiry_date > $4, true)
     AND EXISTS (SELECT ${HELD_ROLES} JOIN auth_role_authority ra ON ra.role_id = r.id WHERE ur.user_id = u.id AND ra.authority = $2)
   ORDER BY u.id LIMIT $3`,
);

/** Answers those of the addresses that a user of the tenant has proven. */
export async function findUserAddresses(
  queryable: Queryable,
  tenantIdentifier: string,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const values = [tenantIdentifier, addresses, addresses.map(foldName)];
  return (await queryable.rows<{ address: string }>(userAddresses, values)).map(({ address }) => address);
}

/** Answers locale and time zone of users by the addresses that they have proven, as they were given. */
export function findAddressReadings(
  queryable: Queryable,
  tenantIdentifier: string,
  addresses: readonly string[],
): Promise<AddressReading[]> {
  return queryable.rows<AddressReading>(addressReadings, [tenantIdentifier, addresses, addresses.map(foldName)]);
}

/** Answers the names of people who may sign in and hold the authority. */
export async function findMembers(
  queryable: Queryable,
  asked: { readonly tenantIdentifier: string; readonly authority: string; readonly limit: number; readonly now: Date },
): Promise<readonly string[]> {
  const values = [asked.tenantIdentifier, asked.authority, asked.limit, asked.now];
  return (await queryable.rows<{ username: string }>(members, values)).map(({ username }) => username);
}

export interface FoundAddressee {
  /** Place of the addressee in the list, from 1; two people may have one address. */
  readonly position: number;
  readonly userUuid: string;
  /** Lists what the user holds beyond everybody's role, enabled or not. */
  readonly held: readonly string[];
}

/** Finds the users to whom something was written, and all users of the tenant with the address that it went to. */
export function findAddressees(
  queryable: Queryable,
  tenantIdentifier: string,
  addressees: readonly Addressee[],
): Promise<FoundAddressee[]> {
  const uuids = addressees.map(({ userUuid }) => userUuid);
  const addresses = addressees.map(({ address }) => foldName(address));
  return queryable.rows<FoundAddressee>(findRows, [tenantIdentifier, uuids, addresses]);
}
