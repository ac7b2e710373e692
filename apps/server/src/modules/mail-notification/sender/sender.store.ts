// Declares senders, and holds the SQL of which tenant may send in which name.
import { senderSort, senderSortStandard } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { column } from '../../../kernel/records/record/column.ts';
import { defineRecord } from '../../../kernel/records/record/define-record.ts';
import { foldName } from '../../../kernel/text/fold.ts';

/** Senders, which are allowed or not: they have no later version, and are deleted when they are removed. */
export const senders = defineRecord({
  table: 'mail_sender',
  thing: 'SENDER',
  columns: {
    domain: column.text({ server: true }),
    // Null: every address of the domain.
    address: column.text({ nullable: true, server: true }),
    named: column.computed(column.text({ server: true, hidden: true }), 'coalesce(r.address, r.domain)'),
  },
  folded: { createdBy: foldName },
  instead: {
    version: '0',
    updatedBy: 'r.created_by',
    dateUpdated: 'r.date_created',
    deleted: 'false',
    deletedDate: 'NULL::timestamptz',
  },
  filters: { searchText: { contains: ['domain', 'address'] } },
  sort: { properties: senderSort, standard: senderSortStandard },
  unique: {},
  subject: 'named',
});

// Senders are written rarely: the lock puts the writes in order, so that no domain is given to two tenants.
const lockAll = sql('mail_sender_lock', 'LOCK TABLE mail_sender IN SHARE ROW EXCLUSIVE MODE');
// A whole domain conflicts with another tenant's address of it, and an address with another tenant's whole domain.
const findInWay = sql(
  'mail_sender_in_way',
  `SELECT EXISTS (SELECT FROM mail_sender s WHERE s.domain = $2 AND (
     (s.tenant_identifier = $1 AND s.address IS NOT DISTINCT FROM $3)
     OR (s.tenant_identifier <> $1 AND ($3::text IS NULL OR s.address IS NULL)))) AS taken`,
);
const findForeign = sql(
  'mail_sender_foreign',
  'SELECT EXISTS (SELECT FROM mail_sender s WHERE s.domain = $2 AND s.tenant_identifier <> $1 AND s.address IS NULL) AS taken',
);
const findAllowed = sql(
  'mail_sender_allowed',
  `SELECT EXISTS (SELECT FROM mail_sender s WHERE s.tenant_identifier = $1 AND s.domain = $2
     AND (s.address IS NULL OR s.address = $3)) AS allowed`,
);
const findOfDomain = sql(
  'mail_sender_of_domain',
  'SELECT EXISTS (SELECT FROM mail_sender s WHERE s.tenant_identifier = $1 AND s.domain = $2) AS found',
);

/**
 * Locks all senders until the end of the transaction, and answers whether this one would conflict with another
 * tenant's.
 */
export async function lockSenders(
  tx: Transaction,
  tenantIdentifier: string,
  { domain, address }: { readonly domain: string; readonly address: string | null },
): Promise<{ readonly isTaken: boolean }> {
  await tx.execute(lockAll, []);
  const [row] = await tx.rows<{ taken: boolean }>(findInWay, [tenantIdentifier, domain, address]);
  return { isTaken: row!.taken };
}

/** Says whether the domain belongs to another tenant. */
export async function isForeignDomain(queryable: Queryable, tenant: string, domain: string): Promise<boolean> {
  const [row] = await queryable.rows<{ taken: boolean }>(findForeign, [tenant, domain]);
  return row!.taken;
}

/** Says whether an entry of the tenant allows the address, which is as `parseMailAddress` answers it. */
export async function isAllowedSender(queryable: Queryable, tenant: string, address: string): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const [row] = await queryable.rows<{ allowed: boolean }>(findAllowed, [tenant, domain, address]);
  return row!.allowed;
}

/** Says whether the tenant may send as the domain, or as an address of it. */
export async function hasSenderDomain(queryable: Queryable, tenant: string, domain: string): Promise<boolean> {
  const [row] = await queryable.rows<{ found: boolean }>(findOfDomain, [tenant, domain]);
  return row!.found;
}
