// Finds the challenge that a step goes on with, and its user, as they are now.
import { hash, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import type { SessionApi } from '../../session/api.ts';
import { browserSecretOf } from '../ground/cookies.ts';
import type { FactorType } from '../secrets/factor.types.ts';
import type { AuthenticationSettings } from '../settings/authentication.settings.ts';
import {
  type ChallengeAnswer,
  findChallenge,
  findSignInUser,
  lockChallenge,
  releaseChallengeAttempt,
  removeChallenge,
  reserveChallengeAttempt,
} from './challenge.store.ts';
import type { Challenge, ChallengeStep, SignInUser } from './challenge.types.ts';

export interface OpenChallenge {
  readonly challenge: Challenge;
  readonly user: SignInUser;
}

export interface ChallengeSource {
  readonly database: Database;
  readonly clock: Clock;
  readonly settings: AuthenticationSettings;
  readonly session: () => SessionApi;
  /** Says whether too many failures lock this user now, given where the request comes from. */
  readonly isLocked: (user: SignInUser, context: Context) => Promise<boolean>;
}

/**
 * Gives one answer, AUTH_VERIFICATION_EXPIRED, for every reason: unknown, used, run out, another browser, user changed or
 * locked.
 */
export async function findOpenChallenge(
  { database, clock, settings, isLocked }: ChallengeSource,
  identifier: string,
  step: ChallengeStep,
  context: Context,
): Promise<OpenChallenge> {
  const now = new Date(clock.now());
  const challenge = await findChallenge(database, hash('sha256', identifier, 'base64url'), step, now);
  if (challenge === null || !isSameBrowser(challenge, context)) fail('AUTH_VERIFICATION_EXPIRED');
  const user = await findSignInUser(database, challenge.flow, now);
  if (user === null || !user.allowed || user.securityVersion !== challenge.flow.securityVersion) {
    fail('AUTH_VERIFICATION_EXPIRED');
  }
  if (await isLocked(user, context)) fail('AUTH_VERIFICATION_EXPIRED');
  const types = usableTypes(challenge, settings.emailCode.get(user.tenantIdentifier));
  if (step === 'CODE' && types.length === 0) fail('AUTH_VERIFICATION_EXPIRED');
  return { challenge: { ...challenge, types }, user };
}

/** Answers the types that can be used: codes by mail may have been disabled since the login. */
function usableTypes({ types }: Challenge, emailCode: boolean): readonly FactorType[] {
  return emailCode ? types : types.filter((type) => type !== 'EMAIL');
}

/**
 * Locks the challenge and the sign-ins of its user for this transaction, so that a code used twice in parallel begins
 * one session. The sessions' lock comes first, in the order of a deactivation.
 */
export async function holdChallenge(
  { clock, session }: Pick<ChallengeSource, 'clock' | 'session'>,
  tx: Transaction,
  { challenge, user }: OpenChallenge,
): Promise<ChallengeAnswer> {
  await session().lockUser(tx, user);
  return (await lockChallenge(tx, challenge.challengeId, new Date(clock.now()))) ?? fail('AUTH_VERIFICATION_EXPIRED');
}

function isSameBrowser({ browserHash }: Challenge, context: Context): boolean {
  if (browserHash === null) return true;
  const presented = browserSecretOf(context);
  if (presented === null) return false;
  return timingSafeEqual(Buffer.from(hash('sha256', presented, 'base64url')), Buffer.from(browserHash));
}

/** Counts a try before it is checked; answers how many are left after it. */
export async function reserveTry(
  { settings }: Pick<ChallengeSource, 'settings'>,
  tx: Transaction,
  { challenge, user }: OpenChallenge,
  now: Date,
): Promise<number> {
  const max = settings.codeAttempts.get(user.tenantIdentifier);
  const used = await reserveChallengeAttempt(tx, challenge.challengeId, max, now);
  if (used === null) fail('AUTH_VERIFICATION_EXPIRED');
  return max - used;
}

/** Takes a try back: nothing was checked, or a right answer could not be used. */
export async function releaseTry(tx: Transaction, { challenge }: OpenChallenge): Promise<void> {
  await releaseChallengeAttempt(tx, challenge.challengeId);
}

/** Ends the challenge with its last try. */
export async function endWhenSpent(tx: Transaction, { challenge }: OpenChallenge, remaining: number): Promise<void> {
  if (remaining === 0) await removeChallenge(tx, challenge.challengeId);
}
