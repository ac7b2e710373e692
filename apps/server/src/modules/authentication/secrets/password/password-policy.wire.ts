// Describes in the model of the interface what a new password must be.
import type { Language, SvcAuthPasswordPolicyModel } from '@keelson/contract';
import { type AuthenticationSettings, PASSWORD_LENGTH_MAX } from '../../settings/authentication.settings.ts';

/** Says what a tenant asks of passwords. */
export interface PasswordRules {
  readonly minLength: number;
  readonly minLengthWithFactor: number;
  readonly blocklist: boolean;
  readonly breachCheck: boolean;
}

export function passwordRulesOf(settings: AuthenticationSettings, tenantIdentifier: string): PasswordRules {
  return {
    minLength: settings.passwordMinLength.get(tenantIdentifier),
    minLengthWithFactor: settings.passwordMinLengthWithFactor.get(tenantIdentifier),
    blocklist: settings.passwordBlocklist.get(tenantIdentifier),
    breachCheck: settings.breachCheck.get(tenantIdentifier),
  };
}

/** Describes the policy; `wanted` is the fewest characters for the caller, with or without a second factor. */
export function describePasswordPolicy(
  { minLength, minLengthWithFactor, blocklist, breachCheck }: PasswordRules,
  wanted: number,
  language: Language,
): SvcAuthPasswordPolicyModel {
  return {
    minLength,
    minLengthWithFactor,
    maxLength: PASSWORD_LENGTH_MAX,
    blocklistEnabled: blocklist,
    breachCheckEnabled: breachCheck,
    guidance:
      language === 'tr'
        ? `${wanted} ile ${PASSWORD_LENGTH_MAX} arasında karakter kullanın; birkaç sözcük kolay akılda kalır. Sık kullanılan ` +
          'parolalar, adlar ve son beş parola kabul edilmez.'
        : `Use ${wanted} to ${PASSWORD_LENGTH_MAX} characters; several words are easy to remember. Common passwords, names and ` +
          'the last five passwords are refused.',
  };
}
