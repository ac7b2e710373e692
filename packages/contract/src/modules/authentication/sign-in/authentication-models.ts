// Declares the models of signing in: login request and answer, activation.
import { type Static, Type } from 'typebox';
import { choice, closed, dateTime, flag, integer, list, nullable, optional, text } from '../../../models/schema.ts';
import { assuranceLevels, SvcGrantedAuthority, SvcLocale } from '../../session/session-models.ts';
import { captchaAnswerMax, captchaIdentifierMax } from './captcha-models.ts';

/** A password may have so many bytes of UTF-8 before anything is computed with it; the service counts bytes. */
export const passwordBytesMax = 1_024;
const usernameMax = 254;
const tenantIdentifierField = { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' } as const;

export const tokenDeliveries = ['BODY', 'COOKIE'] as const;
export const loginStatuses = [
  'AUTHENTICATED',
  'VERIFICATION_REQUIRED',
  'PASSWORD_CHANGE_REQUIRED',
  'FACTOR_ENROLLMENT_REQUIRED',
] as const;
const verificationTypes = ['TOTP', 'EMAIL', 'RECOVERY_CODE', 'PASSKEY'] as const;

export const SvcAuthAuthenticationRequestModel = closed(
  {
    username: text('Name to sign in with, compared after folding.', { minLength: 1, maxLength: usernameMax }),
    password: text('Password; never trimmed, at most 1,024 bytes of UTF-8.', {
      minLength: 1,
      maxLength: passwordBytesMax,
    }),
    tenantIdentifier: optional(text('Tenant; default by host name, else default.', tenantIdentifierField)),
    captchaIdentifier: optional(
      text('Identifier of the captcha; default that of its cookie.', { minLength: 1, maxLength: captchaIdentifierMax }),
    ),
    captcha: optional(
      text('Answer to the captcha; looked at when one is due.', { minLength: 1, maxLength: captchaAnswerMax }),
    ),
    locale: optional(
      text('Language of the session, BCP 47; default that of Accept-Language, the user, the tenant.', {
        minLength: 1,
        maxLength: 64,
        format: 'locale',
      }),
    ),
    rememberMe: optional(flag('Longer session; default false. Ignored unless the tenant allows it.')),
    tokenDelivery: optional(choice(tokenDeliveries, 'Where the token travels; default BODY.')),
    deviceName: optional(text('Name of the device; default from the user agent.', { maxLength: 100 })),
    attributeMap: optional(
      Type.Unsafe<Readonly<Record<string, string>>>({
        type: 'object',
        additionalProperties: { type: 'string' },
        propertyNames: { pattern: '^[A-Za-z0-9_.-]{1,57}$' },
        maxProperties: 20,
        description: 'Copied to the session as client.<key>; at most 20 keys and 4 KiB of JSON.',
      }),
    ),
  },
  'SvcAuthAuthenticationRequestModel',
);
export type SvcAuthAuthenticationRequestModel = Static<typeof SvcAuthAuthenticationRequestModel>;

export const SvcAuthPasswordPolicyModel = closed(
  {
    minLength: integer('Fewest characters of a password that stands alone.'),
    minLengthWithFactor: integer('Fewest characters beside a strong second factor.'),
    maxLength: integer('Most characters of a new password.'),
    blocklistEnabled: flag('Common passwords are refused.'),
    breachCheckEnabled: flag('Passwords known from breaches are refused.'),
    guidance: text('The rules in the language of the answer.'),
  },
  'SvcAuthPasswordPolicyModel',
);
export type SvcAuthPasswordPolicyModel = Static<typeof SvcAuthPasswordPolicyModel>;

export const SvcAuthAuthenticationResponseModel = closed(
  {
    status: choice(loginStatuses, 'Step that was reached; fields of other steps are null.'),
    token: nullable(text('Session token; null in COOKIE delivery.')),
    tokenType: nullable(text('Bearer.')),
    sessionIdentifier: nullable(text('Identifier of the session.')),
    expiryDate: nullable(dateTime('Absolute end of the session.')),
    idleExpiryDate: nullable(dateTime('End of the session if it is not used again.')),
    username: nullable(text('Name of the user, as stored.')),
    tenantIdentifier: nullable(text('Tenant of the user.')),
    locale: nullable(SvcLocale, 'Language of the session.'),
    authorities: nullable(list(SvcGrantedAuthority, 'What the session may do.')),
    assuranceLevel: nullable(choice(assuranceLevels, 'Assurance level of the session.')),
    previousLoginDate: nullable(dateTime('Sign-in before this one.')),
    failedAttemptCount: nullable(integer('Failed attempts since then.')),
    verificationIdentifier: nullable(text('Identifier of the challenge.')),
    verificationType: nullable(choice(verificationTypes, 'Chosen second factor.')),
    verificationTypeList: nullable(list(choice(verificationTypes, 'Second factor.'), 'Usable ones, strongest first.')),
    maskedTarget: nullable(text('Where a code was sent, masked.')),
    verificationExpiryDate: nullable(dateTime('End of the challenge.')),
    resendAvailableDate: nullable(dateTime('From when a code may be sent again.')),
    passwordPolicy: nullable(SvcAuthPasswordPolicyModel, 'Rules for the new password.'),
    recoveryCodeList: nullable(list(Type.String(), 'Recovery codes, shown once.')),
    recoveryCodeCount: nullable(integer('Recovery codes left.')),
  },
  'SvcAuthAuthenticationResponseModel',
);
export type SvcAuthAuthenticationResponseModel = Static<typeof SvcAuthAuthenticationResponseModel>;

export const SvcAuthActivationModel = closed(
  {
    activationToken: text('Token of the activation link.', { minLength: 1, maxLength: 128 }),
    newPassword: text('Password to sign in with from now on.', { minLength: 1, maxLength: passwordBytesMax }),
  },
  'SvcAuthActivationModel',
);
export type SvcAuthActivationModel = Static<typeof SvcAuthActivationModel>;
