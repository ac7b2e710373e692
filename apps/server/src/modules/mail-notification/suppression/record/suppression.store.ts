// Declares suppressed addresses, and holds their SQL.
import { suppressionSort, suppressionSortStandard } from '@keelson/contract';
import { createJoinedRead } from '../../../../kernel/database/batching/joined-read.ts';
import { type Database, type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import { column, typed } from '../../../../kernel/records/record/column.ts';
import { defineRecord } from '../../../../kernel/records/record/define-record.ts';
import { foldMailAddress } from '../../../../kernel/text/mail-address.ts';
import { SUPPRESSION_REASONS, type Suppression, type SuppressionReason } from './find-refusal.ts';

export type SuppressionOf = Suppression & { readonly addressFolded: string };

export interface NewSuppression extends Suppression {
  readonly uuid: string;
  readonly tenantIdentifier: string;
  readonly address: string;
  readonly by: string;
  readonly now: Date;
}

/** Suppressed addresses. A removed row is deleted: an address is kept no longer than it is needed. */
export const suppressions = defineRecord({
  table: 'mail_suppression',
  thing: 'SUPPRESSION',
  columns: {
    address: column.text(),
    reason: column.choice(SUPPRESSION_REASONS, { standard: 'MANUAL' }),
    group: column.text({ nullable: true, column: 'group_name' }),
    expireDate: column.dateTime({ nullable: true }),
  },
  folded: { address: foldMailAddress },
  instead: { deleted: 'false', deletedDate: 'NULL::timestamptz' },
  filters: {
    address: { contains: ['address'] },
    reasonList: { anyOf: 'reason' },
    group: { equals: 'group' },
    dateCreatedFrom: { from: 'dateCreated' },
    dateCreatedTo: { before: 'dateCreated' },
    now: { where: 'r.expire_date IS NULL OR r.expire_date > $?::timestamptz', of: typed<Date>() },
  },
  sort: { properties: suppressionSort, standard: suppressionSortStandard },
  unique: {},
  subject: 'address',
});

// A repeated entry is no change; an ended one begins anew.
const saveOne = sql(
  'mail_suppression_save',
  `INSERT INTO mail_suppression AS s (uuid, version, tenant_identifier, address, address_folded, reason, group_name, expire_date,
     created_by, updated_by, date_created, date_updated)
   VALUES ($1, 0, $2, $3, $4, $5, $6, $7, $8, $8, $9, $9)
   ON CONFLICT (tenant_identifier, address_folded, reason, group_name) DO UPDATE SET version = s.version + 1,
     expire_date = EXCLUDED.expire_date, updated_by = EXCLUDED.updated_by, date_updated = EXCLUDED.date_updated
   WHERE s.expire_date IS DISTINCT FROM EXCLUDED.expire_date
   RETURNING s.id`,
);
const removeSome = sql(
  'mail_suppression_remove',
  `DELETE FROM mail_suppression WHERE tenant_identifier = $1 AND address_folded = $2 AND reason = ANY($3::text[])
     AND (group_name IS NOT DISTINCT FROM $4::text OR $4::text IS NULL AND reason IN ('HARD_BOUNCE', 'MANUAL'))
   RETURNING reason, group_name AS "group"`,
);
const selectOf = sql(
  'mail_suppression_of',
  `SELECT s.address_folded AS "addressFolded", s.reason, s.group_name AS "group", s.expire_date AS "expireDate"
   FROM mail_suppression s WHERE s.tenant_identifier = $1 AND s.address_folded = ANY($2::text[])`,
);
const selectOfKeys = sql(
  'mail_suppression_of_keys',
  `SELECT k.key, s.address_folded AS "addressFolded", s.reason, s.group_name AS "group", s.expire_date AS "expireDate"
   FROM unnest($1::text[], $2::text[], $3::text[]) AS k(key, tenant, address)
     JOIN mail_suppression s ON s.tenant_identifier = k.tenant AND s.address_folded = k.address`,
);
const removeEnded = sql(
  'mail_suppression_remove_ended',
  `DELETE FROM mail_suppression WHERE id = ANY (ARRAY(
     SELECT id FROM mail_suppression WHERE expire_date <= $1 ORDER BY expire_date LIMIT $2 FOR UPDATE SKIP LOCKED))`,
);

/** Saves an entry; false where the same one exists already. */
export async function saveSuppression(queryable: Queryable, one: NewSuppression): Promise<boolean> {
  const { uuid, tenantIdentifier, address, reason, group, expireDate, by, now } = one;
  const values = [uuid, tenantIdentifier, address, foldMailAddress(address), reason, group, expireDate, by, now];
  return (await queryable.rows(saveOne, values)).length > 0;
}

/**
 * Removes entries. A group of null means any group for those of an operator or a mail server, and no group for those of
 * the owner.
 */
export function removeSuppressions(
  tx: Transaction,
  of: { readonly tenantIdentifier: string; readonly address: string },
  reasons: readonly SuppressionReason[],
  group: string | null,
): Promise<Pick<Suppression, 'reason' | 'group'>[]> {
  return tx.rows(removeSome, [of.tenantIdentifier, foldMailAddress(of.address), reasons, group]);
}

/** Lists the entries of these folded addresses, ended or not. */
export function listSuppressions(
  queryable: Queryable,
  tenantIdentifier: string,
  addressesFolded: readonly string[],
): Promise<SuppressionOf[]> {
  return queryable.rows(selectOf, [tenantIdentifier, addressesFolded]);
}

/** Creates the reader of one address's entries; parallel reads share one statement. */
export function createSuppressionReader(database: Database) {
  const joined = createJoinedRead<string, SuppressionOf & { readonly key: string }>({
    keyOf: ({ key }) => key,
    read: (keys) => {
      // A tenant's identifier has no line break.
      const pairs = keys.map((key) => [key.slice(0, key.indexOf('\n')), key.slice(key.indexOf('\n') + 1)] as const);
      return database.rows(selectOfKeys, [keys, pairs.map(([tenant]) => tenant), pairs.map(([, address]) => address)]);
    },
  });
  return (tenantIdentifier: string, addressFolded: string): Promise<SuppressionOf[]> =>
    joined(`${tenantIdentifier}\n${addressFolded}`);
}

/** Removes ended entries and answers how many; fewer than `limit` means that nothing is left. */
export function removeEndedSuppressions(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(removeEnded, [now, limit]);
}
