// Knobs of the authentication module: what each means, its default, the limits a value must keep and its bound under STRICT.
import {
  type Bound,
  booleanSetting,
  choiceSetting,
  defineSettings,
  numberSetting,
  securityProfile,
} from '../../kernel/settings.ts';

/** Writing one of these is worth a stolen session to somebody. */
const guarded = { reauthenticationRequired: true } as const;
/** A tenant must not loosen what protects the whole suite. */
const operatorOnly = { ...guarded, tenantEditable: false } as const;

const captcha = {
  captchaMode: choiceSetting('auth.captcha.mode', {
    ...{ name: 'When a sign-in needs a captcha', choices: ['ADAPTIVE', 'OFF', 'ALWAYS'], default: 'ADAPTIVE' },
    ...guarded,
    strict: { OFF: 'ADAPTIVE' },
  }),
  captchaNameThreshold: numberSetting('auth.captcha.name-threshold', {
    ...{ name: 'Failures of a name in a row from which its next attempt needs a captcha', unit: 'COUNT', default: 3 },
    ...{ min: 1, max: 100, ...guarded },
  }),
  captchaAddressThreshold: numberSetting('auth.captcha.address-threshold', {
    ...{ name: 'Failures of an address in ten minutes from which its next attempt needs a captcha', unit: 'COUNT' },
    ...{ default: 20, min: 1, max: 1_000, ...guarded },
  }),
  captchaLifetime: numberSetting('auth.captcha.lifetime', {
    ...{ name: 'How long a captcha is good', unit: 'MINUTE', default: 5, min: 1, max: 10, ...guarded },
    // Made before anybody says for which tenant.
    tenantOverridable: false,
    tenantEditable: false,
  }),
};

const attempts = {
  lockThreshold: numberSetting('auth.lock.threshold', {
    ...{ name: 'Failures in a row before the first lock', unit: 'COUNT', default: 10, min: 1, max: 100 },
    ...{ ...operatorOnly, strict: { max: 10 } },
  }),
  lockFirst: numberSetting('auth.lock.first', {
    ...{ name: 'The first lock; each further failure doubles it', unit: 'SECOND', default: 60, min: 1, max: 3_600 },
    ...operatorOnly,
  }),
  lockMax: numberSetting('auth.lock.max', {
    ...{ name: 'The longest lock', unit: 'MINUTE', default: 15, min: 1, max: 1_440, ...operatorOnly },
  }),
  lockForget: numberSetting('auth.lock.forget', {
    ...{ name: 'Without a failure for this long the count starts over', unit: 'HOUR', default: 12, min: 1, max: 168 },
    ...operatorOnly,
  }),
  lockDisableThreshold: numberSetting('auth.lock.disable-threshold', {
    ...{ name: 'Failures in a row that disable the password until it is reset or the user unlocked', unit: 'COUNT' },
    ...{ default: 100, min: 10, max: 1_000, ...operatorOnly, strict: { max: 100 } },
  }),
  addressDailyLimit: numberSetting('auth.address.daily-limit', {
    ...{ name: 'Failures of a day that shut an address out for the rest of it', unit: 'COUNT', default: 100 },
    ...{ min: 10, max: 10_000, ...operatorOnly, strict: { max: 100 } },
  }),
  loginMinDuration: numberSetting('auth.login.min-duration', {
    ...{ name: 'A floor under the time of every answer to a sign-in', unit: 'MILLISECOND', default: 0, min: 0 },
    ...{ max: 5_000, ...operatorOnly, strict: { min: 250 } },
  }),
};

const factors = {
  factorPolicy: choiceSetting('auth.mfa.policy', {
    ...{ name: 'Whether everybody needs a second factor', choices: ['OPTIONAL', 'REQUIRED'], default: 'OPTIONAL' },
    ...guarded,
    strict: { OPTIONAL: 'REQUIRED' },
  }),
  adminFactorPolicy: choiceSetting('auth.mfa.admin-policy', {
    ...{ name: 'Whether roles with a managing authority need a second factor', choices: ['OPTIONAL', 'REQUIRED'] },
    ...{ default: 'OPTIONAL', ...guarded },
    strict: { OPTIONAL: 'REQUIRED' },
  }),
  emailCode: booleanSetting('auth.email-code.enabled', {
    ...{ name: 'Whether codes may be e-mailed', default: true, strict: false, ...guarded },
  }),
  emailCodeFallback: booleanSetting('auth.email-code.fallback', {
    ...{ name: 'Whether an e-mailed code is offered beside something stronger', default: false, ...guarded },
  }),
  emailCodeLifetime: numberSetting('auth.email-code.lifetime', {
    ...{ name: 'How long an e-mailed code is good', unit: 'MINUTE', default: 5, min: 1, max: 10, ...guarded },
  }),
  codeAttempts: numberSetting('auth.email-code.attempts', {
    ...{ name: 'Codes that may be tried in one sign-in', unit: 'COUNT', default: 5, min: 1, max: 5, ...guarded },
  }),
  emailCodeResendWait: numberSetting('auth.email-code.resend-wait', {
    ...{ name: 'Time between two mails of one sign-in', unit: 'SECOND', default: 60, min: 10, max: 600, ...guarded },
  }),
  totpPastSteps: numberSetting('auth.totp.past-steps', {
    ...{ name: 'Earlier steps of 30 s whose code is still taken', unit: 'COUNT', default: 1, min: 0, max: 2 },
    ...{ ...guarded, strict: { max: 1 } },
  }),
  deviceRememberPeriod: numberSetting('auth.device.remember-period', {
    ...{ name: 'For how long a device may skip the second factor, 0 for never', unit: 'DAY', default: 0, min: 0 },
    ...{ max: 90, ...guarded, strict: { max: 0 } },
  }),
};

const passwords = {
  passwordMinLength: numberSetting('auth.password.min-length', {
    ...{ name: 'Characters of a password that stands alone', unit: 'COUNT', default: 15, min: 8, max: 128 },
    ...{ ...guarded, strict: { min: 15 } },
  }),
  passwordMinLengthWithFactor: numberSetting('auth.password.min-length-with-factor', {
    ...{ name: 'Characters of a password beside a strong second factor', unit: 'COUNT', default: 8, min: 8 },
    ...{ max: 128, ...guarded, strict: { min: 8 } },
  }),
  passwordBlocklist: booleanSetting('auth.password.blocklist', {
    ...{ name: 'Whether the passwords of the shipped list are refused', default: true, strict: true, ...guarded },
  }),
  breachCheck: booleanSetting('auth.password.breach-check', {
    ...{ name: 'Whether a service of known breaches is asked; five characters of a hash leave', default: false },
    ...{ ...guarded, strict: true },
  }),
};

const logout = {
  clearSiteData: booleanSetting('auth.logout.clear-site-data', {
    ...{ name: 'Whether browsers are asked to drop cache and storage at a sign-out', default: true, ...guarded },
  }),
  refusedTarget: choiceSetting('auth.logout.refused-target', {
    ...{ name: 'What a refused target of a sign-out leads to', choices: ['DEFAULT_PAGE', 'ERROR'] },
    ...{ default: 'DEFAULT_PAGE', ...guarded },
    strict: { DEFAULT_PAGE: 'ERROR' },
  }),
};

export const authenticationSettings = defineSettings('auth', {
  securityProfile,
  ...captcha,
  ...attempts,
  ...factors,
  ...passwords,
  ...logout,
});

export type AuthenticationSettings = Bound<typeof authenticationSettings>;

/** Code points of a password; longer ones are refused when they are set. */
export const PASSWORD_LENGTH_MAX = 128;

const HOUR_MS = 3_600_000;

/** How long links are good. */
export const linkLifetimesMs = {
  /** An activation link that an administrator hands on or has mailed. */
  activation: 72 * HOUR_MS,
  /** A link that sets a new password. */
  reset: HOUR_MS / 2,
  /** A link that confirms an address. */
  email: 24 * HOUR_MS,
  /** The link that the first start prints. */
  firstActivation: 24 * HOUR_MS,
} as const;

/** API keys live a year unless asked otherwise, and two at most. */
export const API_KEY_DAYS = 365;
export const API_KEY_DAYS_MAX = 730;
