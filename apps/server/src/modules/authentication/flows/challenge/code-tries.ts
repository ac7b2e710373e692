// Counts tries at the code of a challenge: for the challenge and for its user, before anything is compared.
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { CodeVerifier } from '../../secrets/factor/code-verifier.ts';
import type { FactorType } from '../../secrets/factor.types.ts';
import {
  type ChallengeSource,
  endWhenSpent,
  type OpenChallenge,
  releaseTry,
  reserveTry,
} from '../../steps/open-challenge.ts';

/** A counted try, which ends with exactly one of success, `release` and `refuse`. */
export interface CountedTry {
  /** Tries that the challenge has left after this one. */
  readonly remaining: number;
  /** Tries of the user since the last right code, with this one. */
  readonly inARow: number;
}

export interface CodeTryGround extends ChallengeSource, Pick<Kernel, 'events'> {
  readonly verifier: CodeVerifier;
}

export function createCodeTries(ground: CodeTryGround) {
  const { database, clock, events, session, verifier } = ground;

  const refuse = async (act: PublicAct, open: OpenChallenge, type: FactorType, counted: CountedTry): Promise<never> => {
    await database.transaction(async (tx) => {
      await session().lockUser(tx, open.user);
      await endWhenSpent(tx, open, counted.remaining);
      const disabled = await verifier.noteFailure(tx, open.user.userId, type, counted.inARow);
      const { username, tenantIdentifier } = open.user;
      const actor = act.actorNamed(username, tenantIdentifier);
      const detail = { type, factorDisabled: disabled };
      await events.record(tx, authenticationEvents.codeFailed, actor, username, detail);
    });
    if (counted.remaining === 0) fail('AUTH_CODE_ATTEMPTS_EXCEEDED', { retryAfterSeconds: 1 });
    return fail('AUTH_CODE_INVALID', { errorArguments: [{ remainingAttempts: counted.remaining }] });
  };

  /** Counts a try; the row of the challenge is locked before the user's counter, as everywhere. */
  const reserve = (open: OpenChallenge): Promise<CountedTry> =>
    database.transaction(async (tx) => ({
      remaining: await reserveTry(ground, tx, open, new Date(clock.now())),
      inARow: await verifier.reserve(tx, open.user.userId),
    }));

  const release = (open: OpenChallenge): Promise<void> =>
    database.transaction(async (tx) => {
      await releaseTry(tx, open);
      await verifier.release(tx, open.user.userId);
    });

  return { reserve, release, refuse };
}
