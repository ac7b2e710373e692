// Contract operations of second factors, as calls of their services.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { FactorService } from './factor.service.ts';
import { toFactorChange, toSvcFactor } from './factor.wire.ts';
import type { FactorResetService } from './factor-reset.service.ts';
import type { TotpEnrolmentService } from './totp-enrolment.service.ts';

type FactorHandlers = Pick<
  Handlers<typeof authenticationModule, Caller, Context>,
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
    listFactors: async ({ caller }) => (await factors.list(caller)).map(toSvcFactor),
    removeFactor: async ({ params, caller, context }) =>
      toFactorChange(await factors.remove(params.uuid, caller, context), context),
    beginTotp: async ({ body, caller }) => ({
      body: await enrolment.begin(body.name ?? null, caller),
      headers: { 'cache-control': 'no-store' },
    }),
    confirmTotp: async ({ body, caller, context }) =>
      toFactorChange(await enrolment.confirm(body, caller, context), context),
    setEmailFactor: async ({ body, caller, context }) =>
      toFactorChange(await factors.setEmail(body.enabled, caller, context), context),
    createRecoveryCodes: async ({ caller, context }) =>
      toFactorChange(await factors.createRecoveryCodes(caller, context), context),
    async resetFactors({ params, caller, context }) {
      await resets.reset(params.uuid, caller, context);
      return undefined;
    },
  };
}
