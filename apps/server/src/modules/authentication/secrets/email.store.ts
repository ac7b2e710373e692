// Holds the SQL of users' mail addresses.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import { foldName } from '../../../kernel/text/fold.ts';

const saveRow = sql(
  'auth_email_save',
  'UPDATE auth_user SET email = $2, email_folded = $3, email_verified = $4 WHERE id = $1',
);

// A user who has read a mail at the address owns it; a link sent to an older address proves nothing.
const verifyRow = sql(
  'auth_email_verify',
  `UPDATE auth_user SET email_verified = true, version = version + 1, date_updated = $3
   WHERE id = $1 AND email = $2 AND NOT email_verified`,
);

const findVerifiedElsewhere = sql(
  'auth_email_find_elsewhere',
  `SELECT EXISTS (SELECT 1 FROM auth_user WHERE tenant_identifier = $1 AND email_folded = $2 AND email_verified
     AND NOT deleted AND id <> $3) AS found`,
);

export interface NewAddress {
  readonly userId: number;
  /** Is canonical; null where there is none. */
  readonly address: string | null;
  readonly verified: boolean;
}

/** Saves the address; the caller raises the version of the user. */
export async function saveEmail(tx: Transaction, { userId, address, verified }: NewAddress): Promise<void> {
  const folded = address === null ? null : foldName(address);
  await tx.execute(saveRow, [userId, address, folded, verified]);
}

/** Marks the address as verified where it is still that of the user. */
export async function saveEmailVerified(
  tx: Transaction,
  userId: number,
  address: string | null,
  now: Date,
): Promise<void> {
  if (address !== null) await tx.execute(verifyRow, [userId, address, now]);
}

/** Says whether another user of the tenant has verified the address. */
export async function isVerifiedElsewhere(
  queryable: Queryable,
  tenantIdentifier: string,
  address: string,
  userId: number,
): Promise<boolean> {
  const [row] = await queryable.rows<{ found: boolean }>(findVerifiedElsewhere, [
    tenantIdentifier,
    foldName(address),
    userId,
  ]);
  return row?.found === true;
}
