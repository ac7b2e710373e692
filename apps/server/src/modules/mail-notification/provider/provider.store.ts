// Holds the SQL of mail servers: kept, found, and paged.
import type { Pageable } from '@keelson/contract';
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { containsPattern, createFilter } from '../../../kernel/records/page.ts';
import { pageRecords } from '../../../kernel/records/record-page.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Provider } from './provider.types.ts';

export const PROVIDER_CODE_CONSTRAINT = 'mail_provider_code';

/** Is where the passwords stand. */
export const sealedPasswords: SealedTable = {
  table: 'mail_provider',
  id: 'id',
  sealed: 'password_sealed',
  ownerKey: 'uuid',
};

const columns = `p.id, p.uuid, p.version, p.tenant_identifier AS "tenantIdentifier", p.code, p.name, p.host, p.port, p.security,
  p.username, p.password_sealed AS "passwordSealed", p.priority, p.lanes, p.rate_per_second AS "ratePerSecond",
  p.domain_rate_list AS "domainRateList", p.dkim_domain AS "dkimDomain", p.return_path_domain AS "returnPathDomain", p.enabled,
  p.shared, p.pinned, p.trusted, p.created_by AS "createdBy", p.updated_by AS "updatedBy", p.date_created AS "dateCreated",
  p.date_updated AS "dateUpdated", p.deleted, p.deleted_date AS "deletedDate", coalesce(s.failures, 0) AS failures,
  coalesce(s.openings, 0) AS openings, s.open_until AS "openUntil", s.reason, s.size_max AS "sizeMax"`;
const joined = 'LEFT JOIN mail_provider_state s ON s.provider_id = p.id';

const listEnabled = sql(
  'mail_provider_enabled',
  `SELECT ${columns} FROM mail_provider p ${joined} WHERE p.enabled AND NOT p.deleted ORDER BY p.priority, p.id`,
);
const selectOne = sql(
  'mail_provider_one',
  `SELECT ${columns} FROM mail_provider p ${joined}
   WHERE p.uuid = $1 AND NOT p.deleted AND ($2::text IS NULL OR p.tenant_identifier = $2)`,
);
const lockOne = sql(
  'mail_provider_lock',
  `SELECT ${columns} FROM mail_provider p ${joined}
   WHERE p.uuid = $1 AND NOT p.deleted AND ($2::text IS NULL OR p.tenant_identifier = $2) FOR UPDATE OF p`,
);
const selectPinned = sql(
  'mail_provider_pinned',
  `SELECT ${columns} FROM mail_provider p ${joined} WHERE p.pinned AND NOT p.deleted FOR UPDATE OF p`,
);
const insertOne = sql(
  'mail_provider_insert',
  `INSERT INTO mail_provider (uuid, version, tenant_identifier, code, name, host, port, security, username, password_sealed, priority,
     lanes, rate_per_second, domain_rate_list, dkim_domain, return_path_domain, enabled, shared, pinned, trusted, updated_by,
     date_updated, deleted, deleted_date, created_by, created_by_folded, date_created)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)
   RETURNING id`,
);
const updateOne = sql(
  'mail_provider_update',
  `UPDATE mail_provider SET version = $2, tenant_identifier = $3, code = $4, name = $5, host = $6, port = $7, security = $8,
     username = $9, password_sealed = $10, priority = $11, lanes = $12, rate_per_second = $13, domain_rate_list = $14,
     dkim_domain = $15, return_path_domain = $16, enabled = $17, shared = $18, pinned = $19, trusted = $20, updated_by = $21,
     date_updated = $22, deleted = $23, deleted_date = $24
   WHERE uuid = $1`,
);
const insertState = sql(
  'mail_provider_state_insert',
  'INSERT INTO mail_provider_state (provider_id) VALUES ($1) ON CONFLICT DO NOTHING',
);
const resetState = sql(
  'mail_provider_state_reset',
  `UPDATE mail_provider_state SET failures = 0, openings = 0, open_until = NULL, reason = NULL, size_max = NULL WHERE provider_id = $1`,
);
const setSize = sql(
  'mail_provider_size',
  'UPDATE mail_provider_state SET size_max = $2 WHERE provider_id = $1 AND size_max IS DISTINCT FROM $2',
);
const removeOfTenant = sql('mail_provider_remove_tenant', 'DELETE FROM mail_provider WHERE tenant_identifier = $1');

/** Lists what mails can leave by, in all tenants, the first by priority first. */
export function listEnabledProviders(queryable: Queryable): Promise<Provider[]> {
  return queryable.rows<Provider>(listEnabled, []);
}

/** `tenant` null stands for every tenant. */
export async function findProvider(
  queryable: Queryable,
  tenant: string | null,
  uuid: string,
): Promise<Provider | null> {
  const [row] = await queryable.rows<Provider>(selectOne, [uuid, tenant]);
  return row ?? null;
}

export async function lockProvider(tx: Transaction, tenant: string | null, uuid: string): Promise<Provider | null> {
  const [row] = await tx.rows<Provider>(lockOne, [uuid, tenant]);
  return row ?? null;
}

export async function lockPinnedProvider(tx: Transaction): Promise<Provider | null> {
  const [row] = await tx.rows<Provider>(selectPinned, []);
  return row ?? null;
}

function valuesOf(one: Omit<Provider, 'id'>): readonly unknown[] {
  return [
    one.uuid,
    one.version,
    one.tenantIdentifier,
    one.code,
    one.name,
    one.host,
    one.port,
    one.security,
    one.username,
    one.passwordSealed,
    one.priority,
    one.lanes,
    one.ratePerSecond,
    JSON.stringify(one.domainRateList),
    one.dkimDomain,
    one.returnPathDomain,
    one.enabled,
    one.shared,
    one.pinned,
    one.trusted,
    one.updatedBy,
    one.dateUpdated,
    one.deleted,
    one.deletedDate,
  ];
}

/** Answers its number. */
export async function insertProvider(tx: Transaction, one: Omit<Provider, 'id'>): Promise<number> {
  const created = [one.createdBy, foldName(one.createdBy), one.dateCreated];
  const [row] = await tx.rows<{ id: number }>(insertOne, [...valuesOf(one), ...created]);
  await tx.execute(insertState, [row!.id]);
  return row!.id;
}

/** Nothing that was seen of it before says anything about what it is now. */
export async function changeProvider(tx: Transaction, one: Provider): Promise<void> {
  await tx.execute(updateOne, valuesOf(one));
  await tx.execute(resetState, [one.id]);
}

/** Keeps how large a mail the server takes; 0 where it names no bound. */
export async function keepSizeMax(queryable: Queryable, id: number, sizeMax: number): Promise<void> {
  await queryable.execute(setSize, [id, sizeMax]);
}

/** Removes everything of a tenant that is no more. */
export async function removeProvidersOf(tx: Transaction, tenant: string): Promise<void> {
  await tx.execute(removeOfTenant, [tenant]);
}

/** Null filters nothing. */
export interface ProviderQuery {
  readonly tenantIdentifier: string;
  readonly code: string | null;
  readonly searchText: string | null;
  readonly enabled: boolean | null;
}

const source = {
  name: 'mail_provider_page',
  table: 'mail_provider',
  alias: 'p',
  columns,
  joins: joined,
  sortColumns: {
    code: 'p.code',
    name: 'p.name',
    priority: 'p.priority',
    dateCreated: 'p.date_created',
    dateUpdated: 'p.date_updated',
  },
};

/** The total is exact; past the end the rows are empty. */
export function pageProviders(queryable: Queryable, query: ProviderQuery, page: Pageable) {
  const filter = createFilter();
  filter.and('p.tenant_identifier = $?', query.tenantIdentifier);
  filter.and('NOT p.deleted');
  if (query.code !== null) filter.and('p.code = $?', query.code);
  if (query.enabled !== null) filter.and('p.enabled = $?::boolean', query.enabled);
  if (query.searchText !== null) {
    filter.and(
      `p.code ILIKE $? ESCAPE '\\' OR p.name ILIKE $? ESCAPE '\\' OR p.host ILIKE $? ESCAPE '\\'`,
      containsPattern(query.searchText),
    );
  }
  return pageRecords<Provider>(queryable, source, filter, page);
}
