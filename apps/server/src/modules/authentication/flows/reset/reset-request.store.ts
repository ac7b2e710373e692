// Holds the SQL of requests to reset a forgotten password.
import { type Queryable, sql, type Transaction } from '../../../../kernel/database/database.ts';
import type { SealedTable } from '../../../../kernel/secrets/sealed-columns.ts';

// One statement serves every name, known or not; a request beyond the limit of a name is not written.
const insertRequest = sql(
  'auth_reset_request_insert',
  `INSERT INTO auth_reset_request (name_key, sealed, ip_address, request_id, date_created)
   SELECT $1, $2, $3, $4, $5
   WHERE (SELECT count(*) FROM auth_reset_request WHERE name_key = $1 AND date_created > $6) < $7`,
);

const takeRequest = sql(
  'auth_reset_request_take',
  `WITH taken AS (
     SELECT id, sealed FROM auth_reset_request WHERE sealed IS NOT NULL ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED)
   UPDATE auth_reset_request r SET sealed = NULL FROM taken WHERE r.id = taken.id
   RETURNING encode(r.name_key, 'hex') AS owner, taken.sealed, r.ip_address AS "ipAddress", r.request_id AS "requestId"`,
);

const removePast = sql(
  'auth_reset_request_remove',
  `DELETE FROM auth_reset_request WHERE id IN (
     SELECT id FROM auth_reset_request WHERE date_created <= $1 ORDER BY date_created LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

/** Names in requests, sealed for the key of the name. */
export const sealedResetRequests: SealedTable = {
  table: 'auth_reset_request',
  id: 'id',
  sealed: 'sealed',
  ownerKey: "encode(name_key, 'hex')",
};

export interface NewResetRequest {
  readonly nameKey: Buffer;
  readonly sealed: string;
  readonly ipAddress: string;
  readonly requestId: string;
  readonly now: Date;
}

export interface TakenResetRequest {
  /** Says what it was sealed for. */
  readonly owner: string;
  readonly sealed: string;
  readonly ipAddress: string;
  readonly requestId: string;
}

/** Saves a request; writes nothing when the name had `max` requests after `since`. */
export async function saveResetRequest(
  queryable: Queryable,
  { nameKey, sealed, ipAddress, requestId, now }: NewResetRequest,
  limit: { readonly since: Date; readonly max: number },
): Promise<void> {
  await queryable.execute(insertRequest, [nameKey, sealed, ipAddress, requestId, now, limit.since, limit.max]);
}

/**
 * Takes the oldest open request and locks out others; null when there is none. The row stays, for the limit of its
 * name.
 */
export async function takeResetRequest(tx: Transaction): Promise<TakenResetRequest | null> {
  const [row] = await tx.rows<TakenResetRequest>(takeRequest);
  return row ?? null;
}

/** Answers how many were removed, at most `limit`. */
export function removePastResetRequests(queryable: Queryable, until: Date, limit: number): Promise<number> {
  return queryable.execute(removePast, [until, limit]);
}
