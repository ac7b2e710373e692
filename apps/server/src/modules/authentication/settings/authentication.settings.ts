// Gathers the settings of the authentication module from its features, and its fixed bounds.
import { HOUR_MS } from '@keelson/time-zone/units';
import { type Bound, defineSettings, type SettingRule, securityProfile } from '../../../kernel/settings/settings.ts';
import { attemptRules, attemptSettings } from './attempt.settings.ts';
import { captchaSettings } from './captcha.settings.ts';
import { factorRules, factorSettings } from './factor.settings.ts';
import { logoutSettings } from './logout.settings.ts';
import { passwordRules, passwordSettings } from './password.settings.ts';

export { PASSWORD_LENGTH_MAX } from './password.settings.ts';

export const authenticationSettings = defineSettings('auth', {
  securityProfile,
  ...captchaSettings,
  ...attemptSettings,
  ...factorSettings,
  ...passwordSettings,
  ...logoutSettings,
});

export const authenticationRules: readonly SettingRule[] = [...attemptRules, ...factorRules, ...passwordRules];

export type AuthenticationSettings = Bound<typeof authenticationSettings>;

/** Lifetimes of links. */
export const linkLifetimesMs = {
  /** Bounds an activation link that an administrator hands on or has mailed. */
  activation: 72 * HOUR_MS,
  /** Bounds a link that sets a new password. */
  reset: HOUR_MS / 2,
  /** Bounds a link that confirms an address. */
  email: 24 * HOUR_MS,
  /** Bounds the link that the first start prints. */
  firstActivation: 24 * HOUR_MS,
} as const;

/** API keys live a year unless asked otherwise, and two at most. */
export const API_KEY_DAYS = 365;
export const API_KEY_DAYS_MAX = 730;
