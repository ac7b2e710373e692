// Holds the SQL of challenges: open sign-ins, found by the hash of their identifier, ended once.
import { type Queryable, sql, type Transaction } from '../../../kernel/database/database.ts';
import type { SealedTable } from '../../../kernel/secrets/sealed-columns.ts';
import type { FactorType } from '../secrets/factor.types.ts';
import type { Challenge, ChallengeStep, SignInFlow, SignInUser } from './challenge.types.ts';

const findUser = sql(
  'auth_sign_in_user_find',
  `SELECT u.id AS "userId", u.uuid AS "userUuid", u.username, u.username_folded AS "usernameFolded",
     u.tenant_identifier AS "tenantIdentifier", u.display_name AS "displayName", u.email,
     u.email_verified AS "emailVerified", coalesce(u.locale, t.locale) AS locale,
     u.security_version AS "securityVersion", u.last_login_date AS "lastLoginDate",
     u.enabled AND NOT u.deleted AND u.expired_date IS NULL AND t.enabled AND NOT t.deleted
       AND coalesce(u.expiry_date > $2, true)
       AND coalesce(NOT CASE WHEN $3::bigint IS NULL THEN p.disabled
         ELSE (SELECT d.password_disabled FROM auth_device d WHERE d.id = $3 AND d.user_id = u.id) END, false) AS allowed,
     u.password_change_required AS "passwordChangeRequired", coalesce(p.single_factor_ok, false) AS "singleFactorOk",
     coalesce(p.failed_attempt_count, 0) AS "failedAttemptCount",
     EXISTS (SELECT FROM auth_factor f WHERE f.user_id = u.id) AS "hasFactors",
     ARRAY(SELECT r.code FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id AND NOT r.deleted
        WHERE ur.user_id = u.id ORDER BY r.code COLLATE "C") AS roles,
     (SELECT json_agg(json_build_object('role', r.code, 'authority', ra.authority)
          ORDER BY r.code COLLATE "C", ra.authority COLLATE "C")
        FROM auth_user_role ur JOIN auth_role r ON r.id = ur.role_id AND NOT r.deleted
        JOIN auth_role_authority ra ON ra.role_id = r.id WHERE ur.user_id = u.id) AS authorities,
     EXISTS (SELECT 1 FROM auth_device d WHERE d.id = $3 AND d.user_id = u.id AND d.expiry_date > $2
       AND d.remembered_until_date > $2) AS "deviceRemembered"
   FROM auth_user u JOIN auth_tenant t ON t.identifier = u.tenant_identifier
   LEFT JOIN auth_password p ON p.user_id = u.id
   WHERE u.id = $1`,
);

/** Describes secrets that are being enrolled, sealed for their users. */
export const sealedChallenges: SealedTable = {
  table: 'auth_challenge',
  id: 'id',
  sealed: 'sealed_secret',
  ownerKey: 'user_id',
};

const CHALLENGE_COLUMNS = `
  id AS "challengeId", identifier_hash AS "identifierHash", step, user_id AS "userId",
  security_version AS "securityVersion", flow, types, code_hash AS "codeHash", code_expiry AS "codeExpiry",
  code_sent_date AS "codeSentDate", resend_count AS "resendCount", browser_hash AS "browserHash",
  sealed_secret AS "sealedSecret", expiry_date AS expiry`;

const findChallengeRow = sql(
  'auth_challenge_find',
  `SELECT ${CHALLENGE_COLUMNS} FROM auth_challenge WHERE identifier_hash = $1 AND step = $2 AND expiry_date > $3`,
);

const lockChallengeRow = sql(
  'auth_challenge_lock',
  `SELECT code_hash AS "codeHash", sealed_secret AS "sealedSecret" FROM auth_challenge
   WHERE id = $1 AND expiry_date > $2 FOR UPDATE`,
);

const insertChallenge = sql(
  'auth_challenge_insert',
  `INSERT INTO auth_challenge (identifier_hash, user_id, step, security_version, flow, types, code_hash, code_expiry,
     code_sent_date, browser_hash, date_created, expiry_date)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

const removeOldest = sql(
  'auth_challenge_remove_oldest',
  `DELETE FROM auth_challenge WHERE id IN (
     SELECT id FROM auth_challenge WHERE user_id = $1 ORDER BY id DESC OFFSET $2)`,
);

const reserveAttempt = sql(
  'auth_challenge_reserve',
  `UPDATE auth_challenge SET attempts = attempts + 1 WHERE id = $1 AND attempts < $2 AND expiry_date > $3
   RETURNING attempts`,
);

const releaseAttempt = sql(
  'auth_challenge_release',
  'UPDATE auth_challenge SET attempts = attempts - 1 WHERE id = $1 AND attempts > 0',
);

const saveCode = sql(
  'auth_challenge_save_code',
  `UPDATE auth_challenge SET code_hash = $2, code_expiry = $3, code_sent_date = $4, types = $5,
     resend_count = resend_count + $6
   WHERE id = $1 AND code_sent_date IS NOT DISTINCT FROM $7 AND resend_count + $6 <= $8 AND expiry_date > $4`,
);

const saveSecret = sql(
  'auth_challenge_save_secret',
  'UPDATE auth_challenge SET sealed_secret = $2 WHERE id = $1 AND expiry_date > $3',
);

const removeOne = sql('auth_challenge_remove', 'DELETE FROM auth_challenge WHERE id = $1');
const removeOfUser = sql('auth_challenge_remove_user', 'DELETE FROM auth_challenge WHERE user_id = $1');

const removeExpired = sql(
  'auth_challenge_remove_expired',
  `DELETE FROM auth_challenge WHERE id IN (
     SELECT id FROM auth_challenge WHERE expiry_date <= $1 ORDER BY expiry_date LIMIT $2 FOR UPDATE SKIP LOCKED)`,
);

type StoredFlow = Omit<SignInFlow, 'userId' | 'securityVersion'>;

interface ChallengeRow extends Omit<Challenge, 'flow'> {
  readonly userId: number;
  readonly securityVersion: number;
  readonly flow: StoredFlow;
}

export interface NewChallenge {
  readonly identifierHash: string;
  readonly step: ChallengeStep;
  readonly flow: SignInFlow;
  readonly types: readonly FactorType[];
  readonly code: SentCode | null;
  readonly browserHash: string | null;
  readonly now: Date;
  readonly expiry: Date;
}

export interface SentCode {
  readonly hash: string;
  readonly expiry: Date;
  readonly sentDate: Date;
}

interface SignInUserRow extends Omit<SignInUser, 'authorities' | 'administrator'> {
  readonly authorities: SignInUser['authorities'] | null;
}

export async function findSignInUser(
  queryable: Queryable,
  { userId, deviceId }: Pick<SignInFlow, 'userId' | 'deviceId'>,
  now: Date,
): Promise<SignInUser | null> {
  const [row] = await queryable.rows<SignInUserRow>(findUser, [userId, now, deviceId]);
  if (row === undefined) return null;
  const authorities = row.authorities ?? [];
  return { ...row, authorities, administrator: authorities.some(({ authority }) => authority.endsWith('_MANAGE')) };
}

/** Finds a challenge; null when it is unknown, used, replaced, run out or waits for another step. */
export async function findChallenge(
  queryable: Queryable,
  identifierHash: string,
  step: ChallengeStep,
  now: Date,
): Promise<Challenge | null> {
  const [row] = await queryable.rows<ChallengeRow>(findChallengeRow, [identifierHash, step, now]);
  if (row === undefined) return null;
  const { userId, securityVersion, ...challenge } = row;
  return { ...challenge, flow: { ...row.flow, userId, securityVersion } };
}

/** What an answer is compared with now: another code or secret may have been made meanwhile. */
export type ChallengeAnswer = Pick<Challenge, 'codeHash' | 'sealedSecret'>;

/** Locks the challenge until the end of the transaction; null when it is gone. */
export async function lockChallenge(tx: Transaction, challengeId: number, now: Date): Promise<ChallengeAnswer | null> {
  const [row] = await tx.rows<ChallengeAnswer>(lockChallengeRow, [challengeId, now]);
  return row ?? null;
}

/** Saves a challenge; beyond `keep` of them the user's oldest are removed. */
export async function saveChallenge(tx: Transaction, challenge: NewChallenge, keep: number): Promise<void> {
  const { flow, code } = challenge;
  const { userId, securityVersion, ...stored } = flow;
  await tx.execute(insertChallenge, [
    challenge.identifierHash,
    userId,
    challenge.step,
    securityVersion,
    JSON.stringify(stored),
    challenge.types,
    code?.hash ?? null,
    code?.expiry ?? null,
    code?.sentDate ?? null,
    challenge.browserHash,
    challenge.now,
    challenge.expiry,
  ]);
  await tx.execute(removeOldest, [userId, keep]);
}

/** Counts attempts with this one; null when there is none left or the challenge is gone. */
export async function reserveChallengeAttempt(
  tx: Transaction,
  challengeId: number,
  max: number,
  now: Date,
): Promise<number | null> {
  const [row] = await tx.rows<{ attempts: number }>(reserveAttempt, [challengeId, max, now]);
  return row?.attempts ?? null;
}

export async function releaseChallengeAttempt(tx: Transaction, challengeId: number): Promise<void> {
  await tx.execute(releaseAttempt, [challengeId]);
}

/**
 * Saves a sent code; false when another was sent meanwhile or too many were; `types` has the type of the code in front.
 */
export async function saveSentCode(
  tx: Transaction,
  challenge: Challenge,
  code: SentCode,
  types: readonly FactorType[],
  resendMax: number,
): Promise<boolean> {
  // The first code of a challenge that began with another factor is no repetition.
  const counted = challenge.codeSentDate === null ? 0 : 1;
  const values = [challenge.challengeId, code.hash, code.expiry, code.sentDate, types, counted];
  return (await tx.execute(saveCode, [...values, challenge.codeSentDate, resendMax])) === 1;
}

export async function saveChallengeSecret(
  tx: Transaction,
  challengeId: number,
  sealedSecret: string,
  now: Date,
): Promise<boolean> {
  return (await tx.execute(saveSecret, [challengeId, sealedSecret, now])) === 1;
}

export async function removeChallenge(tx: Transaction, challengeId: number): Promise<void> {
  await tx.execute(removeOne, [challengeId]);
}

/** Removes the user's challenges: a change of password, factor, name or status ends every open sign-in. */
export async function removeChallengesOfUser(tx: Transaction, userId: number): Promise<void> {
  await tx.execute(removeOfUser, [userId]);
}

/** Answers how many were removed; at most `limit`. */
export async function removeExpiredChallenges(queryable: Queryable, now: Date, limit: number): Promise<number> {
  return queryable.execute(removeExpired, [now, limit]);
}
