// Holds the SQL of senders: in whose name which tenant may send.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { containsPattern, createFilter } from '../../../kernel/records/page.ts';
import { pageRecords } from '../../../kernel/records/record-page.ts';
import { foldName } from '../../../kernel/text/fold.ts';

export interface Sender {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly domain: string;
  /** Null: every address of the domain. */
  readonly address: string | null;
  readonly createdBy: string;
  readonly dateCreated: Date;
}

const columns = `s.id, s.uuid, s.tenant_identifier AS "tenantIdentifier", s.domain, s.address, s.created_by AS "createdBy",
  s.date_created AS "dateCreated"`;

// Senders are written by people, rarely: one after the other, so that no domain is given to two tenants.
const lockAll = sql('mail_sender_lock', 'LOCK TABLE mail_sender IN SHARE ROW EXCLUSIVE MODE');
// A whole domain is in the way of everybody else's address of it, and an address of somebody else's whole domain.
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
const insertOne = sql(
  'mail_sender_insert',
  `INSERT INTO mail_sender (uuid, tenant_identifier, domain, address, created_by, created_by_folded, date_created)
   VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
);
const removeOne = sql(
  'mail_sender_remove',
  `DELETE FROM mail_sender s WHERE s.uuid = $1 AND ($2::text IS NULL OR s.tenant_identifier = $2) RETURNING ${columns}`,
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

type NewSender = Omit<Sender, 'id'>;

/** Holds all senders until the end of the transaction, and answers whether this one would be in somebody's way. */
export async function lockSenders(
  tx: Transaction,
  { tenantIdentifier, domain, address }: NewSender,
): Promise<{ readonly isTaken: boolean }> {
  await tx.execute(lockAll, []);
  const [row] = await tx.rows<{ taken: boolean }>(findInWay, [tenantIdentifier, domain, address]);
  return { isTaken: row!.taken };
}

/** Tells whether the domain belongs to another tenant. */
export async function isForeignDomain(queryable: Queryable, tenant: string, domain: string): Promise<boolean> {
  const [row] = await queryable.rows<{ taken: boolean }>(findForeign, [tenant, domain]);
  return row!.taken;
}

/** Answers its number. */
export async function insertSender(tx: Transaction, one: NewSender): Promise<number> {
  const { uuid, tenantIdentifier, domain, address, createdBy, dateCreated } = one;
  const values = [uuid, tenantIdentifier, domain, address, createdBy, foldName(createdBy), dateCreated];
  const [row] = await tx.rows<{ id: number }>(insertOne, values);
  return row!.id;
}

/** Answers what it was; `tenant` null stands for every tenant. */
export async function removeSender(tx: Transaction, tenant: string | null, uuid: string): Promise<Sender | null> {
  const [row] = await tx.rows<Sender>(removeOne, [uuid, tenant]);
  return row ?? null;
}

/** Tells whether an entry of the tenant allows the address, which is as `parseMailAddress` answers it. */
export async function isAllowedSender(queryable: Queryable, tenant: string, address: string): Promise<boolean> {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const [row] = await queryable.rows<{ allowed: boolean }>(findAllowed, [tenant, domain, address]);
  return row!.allowed;
}

/** Tells whether the tenant may send as the domain, or as an address of it. */
export async function hasSenderDomain(queryable: Queryable, tenant: string, domain: string): Promise<boolean> {
  const [row] = await queryable.rows<{ found: boolean }>(findOfDomain, [tenant, domain]);
  return row!.found;
}

const source = {
  name: 'mail_sender_page',
  table: 'mail_sender',
  alias: 's',
  columns,
  joins: '',
  sortColumns: { domain: 's.domain', address: 's.address', dateCreated: 's.date_created' },
};

/** The total is exact; past the end the rows are empty. */
export function pageSenders(queryable: Queryable, tenant: string, searchText: string | null, page: Pageable) {
  const filter = createFilter();
  filter.and('s.tenant_identifier = $?', tenant);
  if (searchText !== null) {
    filter.and(`s.domain ILIKE $? ESCAPE '\\' OR s.address ILIKE $? ESCAPE '\\'`, containsPattern(searchText));
  }
  return pageRecords<Sender>(queryable, source, filter, page);
}
