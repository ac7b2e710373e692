// Holds the SQL of second factors.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import type { Factor, FactorType } from './factor.types.ts';

const findFactorsOfUser = sql(
  'auth_factor_find',
  `SELECT f.id AS "factorId", f.uuid, f.type, f.name, f.enabled, f.confirmed_date IS NOT NULL AS confirmed,
     f.date_created AS "dateCreated", f.last_used_date AS "lastUsedDate",
     CASE WHEN f.type = 'RECOVERY_CODE' THEN (
       SELECT count(*)::int FROM auth_recovery_code c WHERE c.factor_id = f.id AND c.used_date IS NULL) END AS remaining
   FROM auth_factor f WHERE f.user_id = $1 ORDER BY f.id`,
);

const findSecrets = sql(
  'auth_factor_find_secrets',
  `SELECT id AS "factorId", uuid, sealed_secret AS "sealedSecret", last_step AS "lastStep",
     confirmed_date IS NOT NULL AS confirmed, date_created AS "dateCreated"
   FROM auth_factor WHERE user_id = $1 AND type = 'TOTP' AND enabled`,
);

const insertFactor = sql(
  'auth_factor_insert',
  `INSERT INTO auth_factor (uuid, user_id, type, name, sealed_secret, date_created, confirmed_date, last_step)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id AS "factorId"`,
);

// The condition lets a code work once, also in parallel and across challenges.
const takeStep = sql(
  'auth_factor_take_step',
  `UPDATE auth_factor SET last_step = $2, last_used_date = $3
   WHERE id = $1 AND enabled AND confirmed_date IS NOT NULL AND (last_step IS NULL OR last_step < $2)`,
);

const confirm = sql(
  'auth_factor_confirm',
  `UPDATE auth_factor SET confirmed_date = $3, last_used_date = $3, last_step = $2
   WHERE id = $1 AND confirmed_date IS NULL`,
);

const touch = sql(
  'auth_factor_touch',
  'UPDATE auth_factor SET last_used_date = $3 WHERE user_id = $1 AND type = $2 AND enabled',
);

const disable = sql(
  'auth_factor_disable',
  'UPDATE auth_factor SET enabled = false WHERE user_id = $1 AND type = $2 AND enabled',
);

const remove = sql('auth_factor_remove', 'DELETE FROM auth_factor WHERE id = $1');

const removeUnconfirmed = sql(
  'auth_factor_remove_unconfirmed',
  'DELETE FROM auth_factor WHERE confirmed_date IS NULL AND date_created <= $1',
);

// A change of factors locks the user's row, so that counts and rules are read and kept one after the other.
const lockUser = sql('auth_factor_lock_user', 'SELECT id FROM auth_user WHERE id = $1 FOR NO KEY UPDATE');

/** Describes secrets of authenticator apps, sealed for their users. */
export const sealedFactors: SealedTable = {
  table: 'auth_factor',
  id: 'id',
  sealed: 'sealed_secret',
  ownerKey: 'user_id',
};

export interface TotpSecret {
  readonly factorId: number;
  readonly uuid: string;
  readonly sealedSecret: string;
  readonly lastStep: number | null;
  readonly confirmed: boolean;
  readonly dateCreated: Date;
}

export interface NewFactor {
  readonly uuid: string;
  readonly userId: number;
  readonly type: FactorType;
  readonly name: string;
  readonly sealedSecret: string | null;
  readonly now: Date;
  /** False for a factor that has to be confirmed by a code. */
  readonly confirmed: boolean;
  /** The step of the code that confirmed it. */
  readonly step: number | null;
}

/** Finds the factors of a user, unconfirmed ones too. */
export function findFactors(queryable: Queryable, userId: number): Promise<Factor[]> {
  return queryable.rows<Factor>(findFactorsOfUser, [userId]);
}

/** Finds secrets of enabled TOTP factors, unconfirmed ones too. */
export function findTotpSecrets(queryable: Queryable, userId: number): Promise<TotpSecret[]> {
  return queryable.rows<TotpSecret>(findSecrets, [userId]);
}

/** Answers the factor's id; null when the user has one of a type that may exist only once. */
export async function saveFactor(tx: Transaction, factor: NewFactor): Promise<number | null> {
  const { uuid, userId, type, name, sealedSecret, now, confirmed, step } = factor;
  const values = [uuid, userId, type, name, sealedSecret, now, confirmed ? now : null, step];
  const [row] = await tx.rows<{ factorId: number }>(insertFactor, values);
  return row?.factorId ?? null;
}

/** Answers false when a code of this or a later step was taken before. */
export async function takeTotpStep(tx: Transaction, factorId: number, step: number, now: Date): Promise<boolean> {
  return (await tx.execute(takeStep, [factorId, step, now])) === 1;
}

export async function confirmFactor(tx: Transaction, factorId: number, step: number, now: Date): Promise<boolean> {
  return (await tx.execute(confirm, [factorId, step, now])) === 1;
}

export async function noteFactorUse(tx: Transaction, userId: number, type: FactorType, now: Date): Promise<void> {
  await tx.execute(touch, [userId, type, now]);
}

export async function disableFactors(tx: Transaction, userId: number, type: FactorType): Promise<number> {
  return tx.execute(disable, [userId, type]);
}

/** Removes a factor with its recovery codes. */
export async function removeFactorById(tx: Transaction, factorId: number): Promise<void> {
  await tx.execute(remove, [factorId]);
}

export async function removeUnconfirmedFactors(queryable: Queryable, createdUntil: Date): Promise<number> {
  return queryable.execute(removeUnconfirmed, [createdUntil]);
}

export async function lockFactorsOf(tx: Transaction, userId: number): Promise<void> {
  await tx.rows(lockUser, [userId]);
}
