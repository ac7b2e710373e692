// Declares the models of the steps behind a login: code, resend, new password, enrolment, re-authentication.
import type { Static } from 'typebox';
import { choice, closed, dateTime, flag, nullable, optional, text } from '../../../models/schema.ts';
import { passwordBytesMax, tokenDeliveries } from './authentication-models.ts';

/** The second factors that this version takes. */
export const verificationFactorTypes = ['TOTP', 'EMAIL', 'RECOVERY_CODE'] as const;

const challengeIdentifier = () =>
  text('Identifier of the challenge, 43 characters.', { minLength: 43, maxLength: 43, pattern: '^[A-Za-z0-9_-]+$' });
// A recovery code in groups is 21 characters; whoever types more separators than characters has no code.
const typedCode = () =>
  text('The code: 6 to 8 digits or 17 letters and digits; spaces and dashes are removed, case does not count.', {
    minLength: 1,
    maxLength: 40,
    format: 'one-time-code',
  });

export const SvcAuthVerificationRequestModel = closed(
  {
    verificationIdentifier: challengeIdentifier(),
    code: typedCode(),
    verificationType: optional(
      choice(['TOTP', 'EMAIL', 'RECOVERY_CODE', 'PASSKEY'], 'Second factor of the code; default the chosen one.'),
    ),
    rememberDevice: optional(
      flag('Skip the second factor on this device from now on; default false. Ignored unless the tenant allows it.'),
    ),
    tokenDelivery: optional(choice(tokenDeliveries, 'Where the token travels; default that of the login.')),
  },
  'SvcAuthVerificationRequestModel',
);
export type SvcAuthVerificationRequestModel = Static<typeof SvcAuthVerificationRequestModel>;

export const SvcAuthResendModel = closed(
  {
    verificationIdentifier: challengeIdentifier(),
    verificationType: optional(
      choice(['TOTP', 'EMAIL', 'RECOVERY_CODE', 'PASSKEY'], 'EMAIL is what can be sent; default the chosen one.'),
    ),
  },
  'SvcAuthResendModel',
);
export type SvcAuthResendModel = Static<typeof SvcAuthResendModel>;

export const SvcAuthNewPasswordModel = closed(
  {
    verificationIdentifier: challengeIdentifier(),
    newPassword: text('Password to sign in with from now on.', { minLength: 1, maxLength: passwordBytesMax }),
  },
  'SvcAuthNewPasswordModel',
);
export type SvcAuthNewPasswordModel = Static<typeof SvcAuthNewPasswordModel>;

export const SvcAuthEnrollmentModel = closed(
  { verificationIdentifier: challengeIdentifier() },
  'SvcAuthEnrollmentModel',
);
export type SvcAuthEnrollmentModel = Static<typeof SvcAuthEnrollmentModel>;

export const SvcAuthEnrollmentCodeModel = closed(
  { verificationIdentifier: challengeIdentifier(), code: typedCode() },
  'SvcAuthEnrollmentCodeModel',
);
export type SvcAuthEnrollmentCodeModel = Static<typeof SvcAuthEnrollmentCodeModel>;

/** A secret as a person sees it once. */
export const totpSecretFields = {
  secret: text('Secret in base32, to be typed into an authenticator app; in this answer only.'),
  otpauthUri: text('The same as the address that a QR code holds.'),
  qrImageString: text('The same as a QR code for the camera of a phone: data:image/png;base64.'),
};

export const SvcAuthEnrollmentSecretModel = closed(totpSecretFields, 'SvcAuthEnrollmentSecretModel');
export type SvcAuthEnrollmentSecretModel = Static<typeof SvcAuthEnrollmentSecretModel>;

export const SvcAuthReauthenticationModel = closed(
  {
    password: optional(
      text('Password of the caller; either it or a code.', { minLength: 1, maxLength: passwordBytesMax }),
    ),
    code: optional(typedCode()),
    verificationType: optional(choice(verificationFactorTypes, 'Second factor of the code; default TOTP.')),
  },
  'SvcAuthReauthenticationModel',
);
export type SvcAuthReauthenticationModel = Static<typeof SvcAuthReauthenticationModel>;

/** What a session becomes when it gets a new token. */
export const rotatedSessionFields = {
  token: nullable(text('New session token; null where the session travels in the cookie.')),
  tokenType: nullable(text('Bearer.')),
  sessionIdentifier: text('Identifier of the session from now on.'),
  expiryDate: dateTime('Absolute end of the session; the change does not move it.'),
  idleExpiryDate: dateTime('End of the session if it is not used again.'),
};

export const SvcAuthReauthenticationResponseModel = closed(
  { ...rotatedSessionFields, authenticatedDate: dateTime('From when the session counts as fresh.') },
  'SvcAuthReauthenticationResponseModel',
);
export type SvcAuthReauthenticationResponseModel = Static<typeof SvcAuthReauthenticationResponseModel>;
