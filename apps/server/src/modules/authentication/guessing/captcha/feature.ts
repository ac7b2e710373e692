// Wires captchas, which are given out on demand and asked for where they are due.
import type { Kernel } from '../../../../kernel/module.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import type { AddressLimit } from '../address-limit.ts';
import { createCaptchaHandlers } from './captcha.routes.ts';
import { createCaptchaService } from './captcha.service.ts';
import { createCaptchaDemand, createCaptchaGate } from './captcha-gate.ts';
import { createCaptchaSeal } from './captcha-identifier.ts';
import { createCaptchaRate } from './captcha-rate.ts';

export type { CaptchaDemand, CaptchaGate, SentCaptcha } from './captcha-gate.ts';

export function createCaptchaFeature(
  { database, clock, events, keys }: Pick<Kernel, 'database' | 'clock' | 'events' | 'keys'>,
  { settings, addresses }: { readonly settings: AuthenticationSettings; readonly addresses: AddressLimit },
) {
  const captchas = createCaptchaService({ database, clock, seal: createCaptchaSeal(keys), settings });
  return {
    handlers: createCaptchaHandlers({ captchas, addresses, rate: createCaptchaRate(), clock }),
    api: {
      captchaGate: createCaptchaGate({ database, events, addresses, captchas }),
      captchaDemand: createCaptchaDemand({ captchas }),
    },
  };
}
