// Declares tenants, and holds the SQL of the hosts that belong to them.
import { tenantSort, tenantSortStandard } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { column, typed } from '../../../../kernel/records/record/column.ts';
import { defineRecord, type RowOf } from '../../../../kernel/records/record/define-record.ts';

/** A tenant belongs to itself: a caller who reaches only the own tenant finds no other. */
export const tenants = defineRecord({
  table: 'auth_tenant',
  thing: 'TENANT',
  columns: {
    identifier: column.text({ readOnly: 'Fixed when the tenant is created.', order: 'lower(r.identifier)' }),
    name: column.text({ standardOf: 'identifier' }),
    enabled: column.flag({ standard: true, readOnly: 'Written by activateTenant and deactivateTenant.' }),
    // True for `default`, which cannot be deleted.
    system: column.flag({ standard: false, server: true, hidden: true }),
    hostList: column.textList({ standard: [] }),
    redirectUrlList: column.textList({ standard: [] }),
    defaultRedirectUrl: column.text({ nullable: true }),
    locale: column.text({ standard: 'en' }),
    timeZone: column.text({ standard: 'UTC' }),
  },
  instead: { tenantIdentifier: 'r.identifier' },
  filters: {
    searchText: { contains: ['identifier', 'name'] },
    identifier: { where: 'lower(r.identifier) = lower($?)', of: typed<string>() },
    host: { holds: 'hostList' },
    enabled: { equals: 'enabled' },
  },
  sort: { properties: tenantSort, standard: tenantSortStandard },
  // Identifiers of deleted tenants are taken too.
  unique: { identifier: ['TENANT_ALREADY_EXISTS', 'auth_tenant_identifier'] },
  subject: 'identifier',
});

export type TenantRecord = RowOf<typeof tenants>;

const removeHosts = sql(
  'auth_tenant_hosts_remove',
  'DELETE FROM auth_tenant_host WHERE tenant_id = $1 AND host <> ALL($2)',
);

// Hosts are inserted in one order, so that two tenants that want each other's hosts cannot wait for each other.
const insertHosts = sql(
  'auth_tenant_hosts_insert',
  `INSERT INTO auth_tenant_host (host, tenant_id) SELECT h, $1 FROM unnest($2::text[]) AS h ORDER BY h
   ON CONFLICT (host) DO NOTHING`,
);

const findForeignHost = sql(
  'auth_tenant_host_find_foreign',
  'SELECT host FROM auth_tenant_host WHERE host = ANY($2::text[]) AND tenant_id <> $1 ORDER BY host LIMIT 1',
);

const hasUsersRow = sql(
  'auth_tenant_has_users',
  'SELECT FROM auth_user u WHERE u.tenant_identifier = $1 AND NOT u.deleted LIMIT 1',
);

/** Stores the whole set of hosts. Answers one that belongs to another tenant, or null when all are this one's now. */
export async function saveTenantHosts(tx: Transaction, id: number, hosts: readonly string[]): Promise<string | null> {
  await tx.execute(removeHosts, [id, hosts]);
  await tx.execute(insertHosts, [id, hosts]);
  const [row] = await tx.rows<{ host: string }>(findForeignHost, [id, hosts]);
  return row?.host ?? null;
}

export async function hasUsersOfTenant(queryable: Queryable, identifier: string): Promise<boolean> {
  return (await queryable.rows(hasUsersRow, [identifier])).length > 0;
}
