// SQL of tenants, as sign-in and administration look them up.
import { type Queryable, sql } from '../../../kernel/database.ts';

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

/** Identifiers are found whatever their case; the answer has the one that was given to the tenant. */
export async function findTenant(queryable: Queryable, identifier: string): Promise<Tenant | null> {
  const [row] = await queryable.rows<Tenant>(findTenantRow, [identifier]);
  return row ?? null;
}
