// Holds the SQL of tenants, as sign-in and administration look them up.

import { createJoinedRead } from '../../../kernel/database/batching/joined-read.ts';
import { type Database, type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { TenantOfSessions } from '../../session/api.ts';
import { DEFAULT_TENANT } from '../ground/authentication.types.ts';
import type { TenantReading } from './directory.types.ts';

export interface Tenant {
  readonly identifier: string;
  readonly enabled: boolean;
  readonly locale: string;
  readonly redirectUrlList: readonly string[];
  readonly defaultRedirectUrl: string | null;
}

const findTenantRow = sql(
  'auth_tenant_find',
  `SELECT identifier, enabled, locale, redirect_url_list AS "redirectUrlList", default_redirect_url AS "defaultRedirectUrl"
   FROM auth_tenant WHERE lower(identifier) = lower($1) AND NOT deleted`,
);

const findTenantOfHostRow = sql(
  'auth_tenant_find_of_host',
  `SELECT t.identifier FROM auth_tenant_host h JOIN auth_tenant t ON t.id = h.tenant_id WHERE h.host = $1 AND NOT t.deleted`,
);

/** Answers the tenant of a request that names none: that of its host, else the one that always exists. */
export async function tenantIdentifierOfHost(queryable: Queryable, host: string): Promise<string> {
  const [row] = await queryable.rows<{ identifier: string }>(findTenantOfHostRow, [host]);
  return row?.identifier ?? DEFAULT_TENANT;
}

// A transaction that makes something in a tenant keeps the tenant from being deleted meanwhile.
const lockTenantRow = sql(
  'auth_tenant_lock_for_use',
  `SELECT identifier FROM auth_tenant WHERE lower(identifier) = lower($1) AND NOT deleted FOR SHARE`,
);

/** Answers the identifier as it was given to the tenant; null where there is none. */
export async function lockTenantForUse(
  tx: Transaction,
  identifier: string,
): Promise<{ readonly identifier: string } | null> {
  const [row] = await tx.rows<{ identifier: string }>(lockTenantRow, [identifier]);
  return row ?? null;
}

/** Identifiers are found whatever their case; the answer has the one that was given to the tenant. */
export async function findTenant(queryable: Queryable, identifier: string): Promise<Tenant | null> {
  const [row] = await queryable.rows<Tenant>(findTenantRow, [identifier]);
  return row ?? null;
}

const findReadingRow = sql(
  'auth_tenant_reading_find',
  `SELECT identifier, locale AS "localeTag", time_zone AS "timeZone" FROM auth_tenant
   WHERE identifier = ANY($1::text[]) AND NOT deleted`,
);

/** Reads through a transaction where one is given; parallel reads of the database share one statement. */
export function createTenantReader(database: Database) {
  type Row = TenantReading & { readonly identifier: string };
  const joined = createJoinedRead<string, Row>({
    database,
    statement: findReadingRow,
    keyOf: ({ identifier }) => identifier,
  });
  /** Answers null where there is no tenant of exactly this identifier. */
  return async (queryable: Queryable, identifier: string): Promise<TenantReading | null> => {
    const read = queryable === database ? joined(identifier) : queryable.rows<Row>(findReadingRow, [[identifier]]);
    const [row] = await read;
    return row === undefined ? null : { localeTag: row.localeTag, timeZone: row.timeZone };
  };
}

/** Answers the fields of a tenant that the session module needs. */
export async function findTenantOfSessions(queryable: Queryable, identifier: string): Promise<TenantOfSessions | null> {
  const tenant = await findTenant(queryable, identifier);
  if (tenant === null) return null;
  return { identifier: tenant.identifier, enabled: tenant.enabled, localeTag: tenant.locale };
}
