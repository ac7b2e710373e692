// Goes on with a sign-in by the code of a second factor.

import type { SvcAuthVerificationRequestModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { fail, invalid } from '../../../../kernel/request/errors.ts';
import { browserSecretOf } from '../../ground/cookies.ts';
import { readCode } from '../../secrets/factor/typed-code.ts';
import { findFactors } from '../../secrets/factor.store.ts';
import type { FactorType, VerifiedCode } from '../../secrets/factor.types.ts';
import { removeChallenge } from '../../steps/challenge.store.ts';
import type { Challenge, SignInFlow, SignInOutcome } from '../../steps/challenge.types.ts';
import { recordDeniedSignIn } from '../../steps/denied-sign-in.ts';
import { isEmailCode } from '../../steps/email-code.ts';
import { findOpenChallenge, holdChallenge, type OpenChallenge } from '../../steps/open-challenge.ts';
import type { SignInSteps } from '../../steps/sign-in-steps.ts';
import { checkDelivery } from '../../steps/token-delivery.ts';
import { type CodeTryGround, createCodeTries } from './code-tries.ts';

interface VerificationGround extends CodeTryGround, Pick<Kernel, 'keys'> {
  readonly steps: SignInSteps;
}

/** What using up a right code led to. */
type Completion = { readonly outcome: SignInOutcome } | 'WRONG';

export function createVerificationService(ground: VerificationGround) {
  const { database, clock, keys, session, steps, verifier } = ground;
  const { reserve, release, refuse } = createCodeTries(ground);

  const check = async (act: PublicAct, open: OpenChallenge, type: FactorType, code: string) => {
    const { challenge, user } = open;
    if (type !== 'EMAIL') return verifier.check(user, type, code, act.context.remoteAddress);
    const { codeHash, codeExpiry, identifierHash } = challenge;
    const lives = codeHash !== null && codeExpiry !== null && codeExpiry.getTime() > clock.now();
    const right = lives && isEmailCode(keys, codeHash, identifierHash, code);
    return right ? ({ type: 'EMAIL' } as const satisfies VerifiedCode) : null;
  };

  const finish = async (
    tx: Transaction,
    act: PublicAct,
    open: OpenChallenge,
    flow: SignInFlow,
    verified: VerifiedCode,
  ): Promise<Completion> => {
    const { challenge, user } = open;
    const { codeHash } = await holdChallenge(ground, tx, open);
    // A parallel resend has made another code.
    if (verified.type === 'EMAIL' && codeHash !== challenge.codeHash) return 'WRONG';
    if (!(await verifier.accept(tx, user.userId, verified))) return 'WRONG';
    await removeChallenge(tx, challenge.challengeId);
    const outcome = await steps.advance(tx, act, flow, user, browserSecretOf(act.context));
    if (outcome === null) fail('AUTH_VERIFICATION_EXPIRED');
    if (outcome.kind === 'pending' || verified.type !== 'RECOVERY_CODE') return { outcome };
    const left = (await findFactors(tx, user.userId)).find(({ type }) => type === 'RECOVERY_CODE')?.remaining;
    return { outcome: { ...outcome, recoveryCodeCount: left ?? 0 } };
  };

  return {
    async complete(act: PublicAct, request: SvcAuthVerificationRequestModel): Promise<SignInOutcome> {
      const { context } = act;
      const code = readCode(request.code);
      const open = await findOpenChallenge(ground, request.verificationIdentifier, 'CODE', context);
      const { challenge } = open;
      const type = chosenType(challenge, request.verificationType ?? null);
      const tokenDelivery = request.tokenDelivery ?? challenge.flow.tokenDelivery;
      checkDelivery(tokenDelivery, context);
      const methods = [...challenge.flow.methods, type];
      const rememberDevice = request.rememberDevice ?? false;
      const flow: SignInFlow = { ...challenge.flow, tokenDelivery, methods, rememberDevice };
      const counted = await reserve(open);
      let completion: Completion = 'WRONG';
      try {
        const verified = await check(act, open, type, code);
        if (verified !== null) completion = await database.transaction((tx) => finish(tx, act, open, flow, verified));
      } catch (error) {
        // There was no room to hash, or a right code came too late: the try does not count as a guess.
        await release(open);
        await recordDeniedSignIn(act, session(), error, open.user);
        throw error;
      }
      return completion === 'WRONG' ? refuse(act, open, type, counted) : completion.outcome;
    },
  };
}

export type VerificationService = ReturnType<typeof createVerificationService>;

/**
 * Answers the type that was asked for, else the first one offered; fails with 400 for one that the challenge does not
 * offer.
 */
export function chosenType({ types }: Challenge, asked: string | null): FactorType {
  const type = asked === null ? types[0] : types.find((candidate) => candidate === asked);
  return type ?? unsupportedType();
}

export function unsupportedType(): never {
  const message = 'The sign-in does not offer this second factor.';
  return invalid({ field: 'verificationType', code: 'AUTH_VERIFICATION_TYPE_UNSUPPORTED', message });
}
