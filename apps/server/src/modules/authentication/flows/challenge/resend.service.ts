// Sends the e-mailed code of a sign-in again: not too soon and not too often, and the old code ends.
import type { SvcAuthResendModel } from '@keelson/contract';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import type { FactorType } from '../../secrets/factor.types.ts';
import { RESENDS_PER_CHALLENGE } from '../../settings/factor.settings.ts';
import { saveSentCode } from '../../steps/challenge.store.ts';
import type { Challenge, PendingSignIn } from '../../steps/challenge.types.ts';
import { maskAddress } from '../../steps/email-code.ts';
import { type ChallengeSource, findOpenChallenge } from '../../steps/open-challenge.ts';
import { resendAvailableAt, type SignInSteps } from '../../steps/sign-in-steps.ts';
import { chosenType, unsupportedType } from './verification.service.ts';

export function createResendService(ground: ChallengeSource & { readonly steps: SignInSteps }) {
  const { database, clock, steps, settings } = ground;
  return {
    async resend(act: PublicAct, request: SvcAuthResendModel): Promise<PendingSignIn> {
      const open = await findOpenChallenge(ground, request.verificationIdentifier, 'CODE', act.context);
      const { challenge, user } = open;
      // Only a mail can be sent again.
      if (chosenType(challenge, request.verificationType ?? null) !== 'EMAIL') unsupportedType();
      if (challenge.resendCount >= RESENDS_PER_CHALLENGE) {
        const waitMs = challenge.expiry.getTime() - clock.now();
        fail('RATE_LIMITED', { retryAfterSeconds: Math.max(1, Math.ceil(waitMs / SECOND_MS)) });
      }
      const { tenantIdentifier } = user;
      requireWaited(challenge, (sentDate) => resendAvailableAt(settings, tenantIdentifier, sentDate), clock.now());
      const types: FactorType[] = ['EMAIL', ...challenge.types.filter((type) => type !== 'EMAIL')];
      const code = await database.transaction(async (tx) => {
        const sent = await steps.sendCode(tx, act, user, challenge.identifierHash);
        if (await saveSentCode(tx, challenge, sent, types, RESENDS_PER_CHALLENGE)) return sent;
        return fail('AUTH_RESEND_TOO_SOON', { retryAfterSeconds: 1 });
      });
      return {
        kind: 'pending',
        step: 'CODE',
        verificationIdentifier: request.verificationIdentifier,
        types,
        maskedTarget: maskAddress(user.email ?? ''),
        expiry: challenge.expiry,
        resendAvailable: resendAvailableAt(settings, user.tenantIdentifier, code.sentDate),
        passwordPolicy: null,
        browserSecret: null,
      };
    },
  };
}

export type ResendService = ReturnType<typeof createResendService>;

function requireWaited({ codeSentDate }: Challenge, availableAt: (sentDate: Date) => Date, nowMs: number): void {
  const waitMs = codeSentDate === null ? 0 : availableAt(codeSentDate).getTime() - nowMs;
  if (waitMs > 0) fail('AUTH_RESEND_TOO_SOON', { retryAfterSeconds: Math.ceil(waitMs / SECOND_MS) });
}
