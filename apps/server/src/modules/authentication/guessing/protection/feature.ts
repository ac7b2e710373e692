// Wires what bounds guesses: attempts, addresses, captchas, known devices, and their clean-up.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { createDeviceService, type DeviceService } from '../../secrets/devices/device.service.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import { type AddressLimit, createAddressLimit } from '../address-limit.ts';
import { type AttemptService, createAttemptService } from '../attempt.service.ts';
import { type CaptchaHandlers, createCaptchaHandlers } from '../captcha/captcha.routes.ts';
import { createCaptchaService } from '../captcha/captcha.service.ts';
import { type CaptchaGate, createCaptchaDemand, createCaptchaGate } from '../captcha/captcha-gate.ts';
import { createCaptchaSeal } from '../captcha/captcha-identifier.ts';
import { createCaptchaRate } from '../captcha/captcha-rate.ts';
import { createAttemptCleanUp } from './clean-up.job.ts';
import { createPasswordAttempts, type PasswordAttempts } from './password-attempts.ts';
import { createUnlockService, type UnlockService } from './unlock.service.ts';

export interface SignInProtection {
  readonly attempts: AttemptService;
  readonly passwordAttempts: PasswordAttempts;
  readonly addresses: AddressLimit;
  readonly captchaGate: CaptchaGate;
  readonly devices: DeviceService;
  readonly unlock: UnlockService;
  readonly captchaHandlers: CaptchaHandlers;
  readonly cleanUp: ReturnType<typeof createAttemptCleanUp>;
}

export function createSignInProtection(
  kernel: Kernel,
  settings: AuthenticationSettings,
  session: () => SessionApi,
  mails: UserMails,
): SignInProtection {
  const { clock, database, events, ids, keys, log } = kernel;
  const attempts = createAttemptService({ database, clock, keys, settings });
  const addresses = createAddressLimit({ database, clock, settings });
  const captchas = createCaptchaService({ database, clock, seal: createCaptchaSeal(keys), settings });
  const captchaGate = createCaptchaGate({ database, events, addresses, captchas });
  const devices = createDeviceService({ clock, ids, events, mails, session });
  return {
    attempts,
    passwordAttempts: createPasswordAttempts({
      ...{ database, events, attempts, addresses, captchaGate, devices },
      captchaDemand: createCaptchaDemand({ captchas }),
    }),
    addresses,
    captchaGate,
    devices,
    unlock: createUnlockService({ database, clock, events, attempts }),
    captchaHandlers: createCaptchaHandlers({ captchas, addresses, rate: createCaptchaRate(), clock }),
    cleanUp: createAttemptCleanUp({ database, clock, log, settings }),
  };
}
