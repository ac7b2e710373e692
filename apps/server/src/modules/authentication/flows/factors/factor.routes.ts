// Answers the contract operations of second factors by calls of their services.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { FactorService } from './factor.service.ts';
import { toFactorChange, toSvcFactor } from './factor.wire.ts';
import type { FactorResetService } from './factor-reset.service.ts';
import type { TotpEnrolmentService } from './totp-enrolment.service.ts';

type FactorHandlers = Pick<
  AuthenticationHandlers,
  | 'listFactors'
  | 'removeFactor'
  | 'beginTotp'
  | 'confirmTotp'
  | 'setEmailFactor'
  | 'createRecoveryCodes'
  | 'resetFactors'
>;

export function createFactorHandlers(
  factors: FactorService,
  enrolment: TotpEnrolmentService,
  resets: FactorResetService,
): FactorHandlers {
  return {
    listFactors: async ({ act }) => (await factors.list(act.caller)).map(toSvcFactor),
    removeFactor: async ({ params, act }) => toFactorChange(await factors.remove(act, params.uuid), act.context),
    beginTotp: async ({ body, act }) => ({
      body: await enrolment.begin(body.name ?? null, act.caller),
      headers: { 'cache-control': 'no-store' },
    }),
    confirmTotp: async ({ body, act }) => toFactorChange(await enrolment.confirm(act, body), act.context),
    setEmailFactor: async ({ body, act }) => toFactorChange(await factors.setEmail(act, body.enabled), act.context),
    createRecoveryCodes: async ({ act }) => toFactorChange(await factors.createRecoveryCodes(act), act.context),
    async resetFactors({ params, act }) {
      await resets.reset(act, params.uuid);
      return undefined;
    },
  };
}
