// Holds the SQL of the keys that sign mails.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import { foldName } from '../../../kernel/text/fold.ts';

export const DKIM_SELECTOR_CONSTRAINT = 'mail_dkim_key_selector';

/** Is where private keys stand. */
export const sealedKeys: SealedTable = {
  table: 'mail_dkim_key',
  id: 'id',
  sealed: 'private_key_sealed',
  ownerKey: 'uuid',
};

export interface DkimKey {
  readonly id: number;
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly domain: string;
  readonly selector: string;
  /** Is SubjectPublicKeyInfo in base64, as the record has it. */
  readonly publicKey: string;
  readonly privateKeySealed: string | null;
  readonly createdBy: string;
  readonly dateCreated: Date;
}

const columns = `k.id, k.uuid, k.tenant_identifier AS "tenantIdentifier", k.domain, k.selector, k.public_key AS "publicKey",
  k.private_key_sealed AS "privateKeySealed", k.created_by AS "createdBy", k.date_created AS "dateCreated"`;

const insertOne = sql(
  'mail_dkim_key_insert',
  `INSERT INTO mail_dkim_key (uuid, tenant_identifier, domain, selector, public_key, private_key_sealed, created_by, created_by_folded,
     updated_by, date_created, date_updated)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $7, $9, $9) RETURNING id`,
);
const listOfDomain = sql(
  'mail_dkim_key_list',
  `SELECT ${columns} FROM mail_dkim_key k WHERE k.tenant_identifier = $1 AND k.domain = $2 AND NOT k.deleted ORDER BY k.id DESC`,
);
const removeOne = sql(
  'mail_dkim_key_remove',
  `UPDATE mail_dkim_key k SET deleted = true, deleted_date = $3, date_updated = $3, updated_by = $4, private_key_sealed = NULL
   WHERE k.uuid = $1 AND NOT k.deleted AND ($2::text IS NULL OR k.tenant_identifier = $2) RETURNING ${columns}`,
);
const selectOne = sql('mail_dkim_key_one', `SELECT ${columns} FROM mail_dkim_key k WHERE k.id = $1 AND NOT k.deleted`);

/** Answers its number. */
export async function insertDkimKey(tx: Transaction, one: Omit<DkimKey, 'id'>): Promise<number> {
  const { uuid, tenantIdentifier, domain, selector, publicKey, privateKeySealed, createdBy, dateCreated } = one;
  const key = [uuid, tenantIdentifier, domain, selector, publicKey, privateKeySealed];
  const [row] = await tx.rows<{ id: number }>(insertOne, [...key, createdBy, foldName(createdBy), dateCreated]);
  return row!.id;
}

/** The newest first. */
export function listDkimKeys(queryable: Queryable, tenant: string, domain: string): Promise<DkimKey[]> {
  return queryable.rows<DkimKey>(listOfDomain, [tenant, domain]);
}

/** `tenant` null stands for every tenant. */
export async function removeDkimKey(
  tx: Transaction,
  { tenant, uuid, now, by }: { tenant: string | null; uuid: string; now: Date; by: string },
): Promise<DkimKey | null> {
  const [row] = await tx.rows<DkimKey>(removeOne, [uuid, tenant, now, by]);
  return row ?? null;
}

export async function findDkimKey(queryable: Queryable, id: number): Promise<DkimKey | null> {
  const [row] = await queryable.rows<DkimKey>(selectOne, [id]);
  return row ?? null;
}
