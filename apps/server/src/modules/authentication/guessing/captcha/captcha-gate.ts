// Asks for a captcha where one is due, and reports refused ones.
import type { Kernel } from '../../../../kernel/module.ts';
import type { PublicAct } from '../../../../kernel/records/act.ts';
import type { Context } from '../../../../kernel/request/context.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { readCaptchaCookie } from '../../ground/cookies.ts';
import type { AddressLimit } from '../address-limit.ts';
import type { CaptchaService } from './captcha.service.ts';
import { captchaTypes } from './captcha-identifier.ts';

/** Holds a captcha as it was sent; the identifier may also be in its cookie. */
export interface SentCaptcha {
  readonly identifier: string | null;
  readonly answer: string | null;
}

/** Attempt that a captcha protects; existing names and others count alike. */
export interface GuardedAttempt {
  readonly tenantIdentifier: string;
  readonly captcha: SentCaptcha;
  /** Number of failures of the name, or of the known device. */
  readonly failures: number;
  /** Number of failures of the address in its short window. */
  readonly addressFailures: number;
  /** Says whether the device is one of the user's: the address is then not charged. */
  readonly knownDevice: boolean;
}

interface CaptchaGateGround extends Pick<Kernel, 'database' | 'events'> {
  readonly addresses: AddressLimit;
  readonly captchas: CaptchaService;
}

/**
 * Fails with 401 `AUTH_CAPTCHA_REQUIRED` or `AUTH_CAPTCHA_INVALID`; a refused captcha is a failure of the address, not of the
 * name.
 */
export type CaptchaGate = (act: PublicAct, attempt: GuardedAttempt) => Promise<void>;

/** Answers what was sent, where it is due; fails with 401 `AUTH_CAPTCHA_REQUIRED` where nothing was. */
export type CaptchaDemand = (
  attempt: GuardedAttempt,
  context: Context,
) => { readonly identifier: string; readonly answer: string } | null;

export function createCaptchaDemand({ captchas }: Pick<CaptchaGateGround, 'captchas'>): CaptchaDemand {
  return ({ tenantIdentifier, captcha, failures, addressFailures }, context) => {
    if (!captchas.isDue(tenantIdentifier, { ofName: failures, ofAddress: addressFailures })) return null;
    const { answer } = captcha;
    const identifier = captcha.identifier ?? readCaptchaCookie(context);
    if (identifier === null || answer === null) {
      fail('AUTH_CAPTCHA_REQUIRED', { errorArguments: [{ captchaTypeList: captchaTypes }] });
    }
    return { identifier, answer };
  };
}

export function createCaptchaGate(ground: CaptchaGateGround): CaptchaGate {
  const { database, events, addresses, captchas } = ground;
  const demand = createCaptchaDemand(ground);
  return async (act, attempt) => {
    const { context } = act;
    const sent = demand(attempt, context);
    if (sent === null) return;
    const { tenantIdentifier, knownDevice } = attempt;
    const reason = await captchas.check(sent.identifier, sent.answer);
    if (reason === null) return;
    await database.transaction(async (tx) => {
      if (!knownDevice) await addresses.raise(tx, context.remoteAddress);
      const actor = act.actorNamed('unknown', tenantIdentifier);
      await events.record(tx, authenticationEvents.captchaFailed, actor, null, { reason });
    });
    fail('AUTH_CAPTCHA_INVALID');
  };
}
