// Knobs of the authentication module: what each means, its default and the limits a value must keep.

interface AuthenticationSetting {
  readonly code: string;
  readonly unit: 'COUNT' | 'HOUR' | 'DAY' | 'FLAG';
  readonly default: number | boolean;
  readonly limits: { readonly min: number; readonly max: number } | null;
}

export const passwordSettings = {
  /** Code points of a password that stands alone. */
  minLength: { code: 'auth.password.min-length', unit: 'COUNT', default: 15, limits: { min: 15, max: 128 } },
  maxLength: { code: 'auth.password.max-length', unit: 'COUNT', default: 128, limits: { min: 128, max: 128 } },
} as const satisfies Readonly<Record<string, AuthenticationSetting>>;

export const logoutSettings = {
  /** Asks browsers over HTTPS to drop cache and storage of this site. */
  clearSiteData: { code: 'auth.logout.clear-site-data', unit: 'FLAG', default: true, limits: null },
} as const satisfies Readonly<Record<string, AuthenticationSetting>>;

export const tokenSettings = {
  /** Life of an activation link that an administrator hands on. */
  activation: { code: 'auth.activation.lifetime', unit: 'HOUR', default: 72, limits: { min: 1, max: 168 } },
  /** Life of the link that the first start prints. */
  firstActivation: { code: 'auth.first-activation.lifetime', unit: 'HOUR', default: 24, limits: { min: 24, max: 24 } },
} as const satisfies Readonly<Record<string, AuthenticationSetting>>;

export const apiKeySettings = {
  expiry: { code: 'auth.api-key.expiry', unit: 'DAY', default: 365, limits: { min: 1, max: 730 } },
} as const satisfies Readonly<Record<string, AuthenticationSetting>>;
