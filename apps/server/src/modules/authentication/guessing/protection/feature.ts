// Wires attempts at passwords: admission, counting, locks, unlocking and clean-up.
import type { Kernel } from '../../../../kernel/module.ts';
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { DeviceService } from '../../secrets/devices/feature.ts';
import type { AuthenticationSettings } from '../../settings/authentication.settings.ts';
import type { AddressLimit } from '../address-limit.ts';
import type { AttemptService } from '../attempt.service.ts';
import type { CaptchaDemand, CaptchaGate } from '../captcha/feature.ts';
import { createAttemptCleanUp } from './clean-up.jobs.ts';
import { createPasswordAttempts } from './password-attempts.ts';
import { createUnlockService } from './unlock.service.ts';

export type { Admission, PasswordAttempts, SeenCounters } from './password-attempts.ts';

export function createProtectionFeature(
  { database, clock, events, log }: Pick<Kernel, 'database' | 'clock' | 'events' | 'log'>,
  {
    settings,
    attempts,
    addresses,
    devices,
    captchaGate,
    captchaDemand,
  }: {
    readonly settings: AuthenticationSettings;
    readonly attempts: AttemptService;
    readonly addresses: AddressLimit;
    readonly devices: DeviceService;
    readonly captchaGate: CaptchaGate;
    readonly captchaDemand: CaptchaDemand;
  },
) {
  const unlocking = createUnlockService({ database, clock, attempts });
  const handlers: Pick<AuthenticationHandlers, 'unlockUser'> = {
    unlockUser: ({ params, act }) => unlocking.unlock(act, params.uuid),
  };
  return {
    handlers,
    jobs: [createAttemptCleanUp({ database, clock, log, settings })] as const,
    api: createPasswordAttempts({ database, events, attempts, addresses, captchaGate, captchaDemand, devices }),
  };
}
