// Sets a new password by the token of a reset link; an enrolled second factor is still asked for.

import type { SvcAuthPasswordResetModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { identifierOf } from '../../../../kernel/secrets/identifier-of.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { AttemptService } from '../../guessing/attempt.service.ts';
import { endLocks } from '../../guessing/end-locks.ts';
import { saveEmailVerified } from '../../secrets/email.store.ts';
import type { CodeVerifier } from '../../secrets/factor/code-verifier.ts';
import { readCode } from '../../secrets/factor/typed-code.ts';
import { findFactors } from '../../secrets/factor.store.ts';
import type { Factor, VerifiedCode } from '../../secrets/factor.types.ts';
import { consumeToken, findTokenTarget, type TokenTarget } from '../../secrets/one-time-token.store.ts';
import { type AcceptedPassword, type NewPasswords, requireHashable } from '../../secrets/password/new-password.ts';
import { savePassword } from '../../secrets/password/password.store.ts';
import { removeChallengesOfUser } from '../../steps/challenge.store.ts';

/** Lists the kinds of codes that a reset takes, strongest first; an e-mailed one would prove the mailbox twice. */
type ResetCodeType = 'TOTP' | 'RECOVERY_CODE';

interface ResetGround extends Pick<Kernel, 'database' | 'clock' | 'events'> {
  readonly attempts: AttemptService;
  readonly codes: CodeVerifier;
  readonly newPasswords: NewPasswords;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
}

export function createResetService(ground: ResetGround) {
  const { database, clock, newPasswords } = ground;
  return {
    /** Fails with 401 `AUTH_TOKEN_EXPIRED` for every token that is none; 401 `AUTH_CODE_REQUIRED` names the kinds of codes. */
    async reset(act: PublicAct, model: SvcAuthPasswordResetModel): Promise<void> {
      const { resetToken, newPassword } = model;
      requireHashable(newPassword, 'newPassword');
      const requireTarget = async () =>
        (await findTokenTarget(database, 'RESET', identifierOf(resetToken), new Date(clock.now()))) ??
        fail('AUTH_TOKEN_EXPIRED');
      const target = await requireTarget();
      // This comes before the code, of which a try counts; whether the password was used before is said only to a
      // caller with the code.
      await newPasswords.requireShape(newPassword, target);
      const code = await requireCode(ground, act, target, model);
      await newPasswords.requireUnused(act, newPassword, target).catch(async (refusal) => {
        // A second press learns that the link is used up, not that the first press has just set this password.
        await requireTarget();
        throw refusal;
      });
      const accepted = await newPasswords.hash(act, newPassword, target);
      await database.transaction((tx) => resetIn(tx, ground, act, { target, code, accepted }));
    },
  };
}

export type ResetService = ReturnType<typeof createResetService>;

function codeTypesOf(factors: readonly Factor[]): readonly ResetCodeType[] {
  const totp = factors.filter(({ type, confirmed }) => type === 'TOTP' && confirmed);
  if (totp.length === 0) return [];
  const recovery = factors.some(({ type, remaining }) => type === 'RECOVERY_CODE' && (remaining ?? 0) > 0);
  return [
    ...(totp.some(({ enabled }) => enabled) ? (['TOTP'] as const) : []),
    ...(recovery ? (['RECOVERY_CODE'] as const) : []),
  ];
}

/**
 * Requires the code of a factor; null where none has to be asked for. A disabled factor is asked for too: breaking it
 * must not help.
 */
async function requireCode(
  ground: ResetGround,
  act: PublicAct,
  target: TokenTarget,
  { code, verificationType }: SvcAuthPasswordResetModel,
): Promise<VerifiedCode | null> {
  const { database, codes, events } = ground;
  const factors = await findFactors(database, target.userId);
  if (!factors.some(({ type, confirmed }) => type === 'TOTP' && confirmed)) return null;
  const types = codeTypesOf(factors);
  const type = verificationType ?? types[0];
  if (code === null || code === undefined || type === undefined || !types.includes(type)) {
    fail('AUTH_CODE_REQUIRED', { errorArguments: [{ verificationTypeList: types }] });
  }
  const typed = readCode(code);
  const inARow = await database.transaction((tx) => codes.reserve(tx, target.userId));
  let verified: VerifiedCode | null;
  try {
    verified = await codes.check(target, type, typed, act.context.remoteAddress);
  } catch (error) {
    // There was no room to hash, and nothing was compared.
    await database.transaction((tx) => codes.release(tx, target.userId));
    throw error;
  }
  if (verified !== null) return verified;
  await database.transaction(async (tx) => {
    const disabled = await codes.noteFailure(tx, target.userId, type, inARow);
    const detail = { verificationType: type, purpose: 'PASSWORD_RESET', factorDisabled: disabled };
    const actor = act.actorNamed(target.username, target.tenantIdentifier);
    await events.record(tx, authenticationEvents.codeFailed, actor, target.username, detail);
  });
  return fail('AUTH_CODE_INVALID');
}

interface Reset {
  readonly target: TokenTarget;
  readonly code: VerifiedCode | null;
  readonly accepted: AcceptedPassword;
}

async function resetIn(
  tx: Transaction,
  { clock, events, attempts, codes, mails, session }: ResetGround,
  act: PublicAct,
  { target, code, accepted }: Reset,
): Promise<void> {
  const now = new Date(clock.now());
  const { userId, username } = target;
  if (!(await consumeToken(tx, target.tokenId, now))) fail('AUTH_TOKEN_EXPIRED');
  // The session's lock comes before rows of the user, as everywhere.
  const actor = act.actorNamed(username, target.tenantIdentifier);
  await session().closeByUser(tx, target, 'PASSWORD_CHANGED', actor);
  if (code !== null && !(await codes.accept(tx, userId, code))) fail('AUTH_CODE_INVALID');
  await endLocks(tx, attempts, target);
  await savePassword(tx, userId, accepted.stored, now, accepted.singleFactorOk);
  await saveEmailVerified(tx, userId, target.address, now);
  await removeChallengesOfUser(tx, userId);
  await events.record(tx, authenticationEvents.passwordReset, actor, username, {});
  await mails.credentialChanged(tx, userId, 'PASSWORD');
}
