// Holds the SQL of addresses that do not exist: their recent bounces.
import { sql, type Transaction } from '../../../../kernel/database/database.ts';
import { BOUNCE_LOCK_CLASS } from '../../mail-locks.ts';

export interface BouncedAddress {
  readonly tenantIdentifier: string;
  readonly address: string;
}

// Two parallel reports would each count only their own bounce.
const lockAddress = sql('mail_bounce_lock', 'SELECT pg_advisory_xact_lock($1, hashtext($2))');
const countOf = sql(
  'mail_bounce_count',
  `SELECT count(DISTINCT r.mail_id)::int AS count FROM mail_recipient r JOIN mail m ON m.id = r.mail_id
   WHERE m.tenant_identifier = $1 AND lower(r.address) = lower($2) AND r.hard_bounce_date > $3`,
);
const addressesOf = sql(
  'mail_bounce_addresses',
  `SELECT DISTINCT m.tenant_identifier AS "tenantIdentifier", r.address FROM mail_recipient r JOIN mail m ON m.id = r.mail_id
   WHERE r.id = ANY($1::bigint[]) AND r.hard_bounce_date IS NOT NULL ORDER BY 1, 2`,
);

/**
 * Waits for parallel reports about the address, and answers how many mails to it have bounced since; locked until the
 * commit.
 */
export async function countBounces(
  tx: Transaction,
  { tenantIdentifier, address }: BouncedAddress,
  since: Date,
): Promise<number> {
  await tx.execute(lockAddress, [BOUNCE_LOCK_CLASS, `${tenantIdentifier} ${address.toLowerCase()}`]);
  const [row] = await tx.rows<{ count: number }>(countOf, [tenantIdentifier, address, since]);
  return row!.count;
}

/** Answers the addresses of these copies that have bounced hard, in the order in which they are to be locked. */
export function listBounced(tx: Transaction, copyIds: readonly number[]): Promise<BouncedAddress[]> {
  return tx.rows<BouncedAddress>(addressesOf, [copyIds]);
}
