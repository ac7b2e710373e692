// Declares the operations of the steps behind a login, and of proving again that it is you.
import { personAccess, publicAccess } from '../../../operations/access.ts';
import { publicBodyBytesMax } from '../../../operations/body-and-reply.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthAuthenticationResponseModel } from './authentication-models.ts';
import {
  SvcAuthEnrollmentCodeModel,
  SvcAuthEnrollmentModel,
  SvcAuthEnrollmentSecretModel,
  SvcAuthNewPasswordModel,
  SvcAuthReauthenticationModel,
  SvcAuthReauthenticationResponseModel,
  SvcAuthResendModel,
  SvcAuthVerificationRequestModel,
} from './challenge-models.ts';

const headers = { 'cache-control': 'no-store' } as const;
const nextStep = { kind: 'json', schema: SvcAuthAuthenticationResponseModel, headers } as const;

export const signInOperations = {
  completeLoginWithCode: operation({
    method: 'POST',
    path: '/auth/complete-login-with-code',
    listed: true,
    summary: 'Finishes a sign-in with a code',
    description:
      'The challenge is the authority; user, tenant and password are looked at again. Five wrong codes end the challenge, ten of ' +
      'one user in an hour are refused whatever challenge they come with. A right code works once.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthVerificationRequestModel, limitBytes: publicBodyBytesMax },
    reply: nextStep,
    errors: [
      'SESSION_LIMIT_REACHED',
      'AUTH_CODE_INVALID',
      'AUTH_VERIFICATION_EXPIRED',
      'AUTH_CODE_ATTEMPTS_EXCEEDED',
      'AUTH_TEMPORARILY_LOCKED',
    ],
  }),
  resendCode: operation({
    method: 'POST',
    path: '/auth/resend-code',
    summary: 'Sends the e-mailed code of a sign-in again',
    description:
      'The old code dies, the attempts stay counted. 60 s apart, three times for one challenge. EMAIL must be among the usable ' +
      'types of the challenge (else AUTH_VERIFICATION_TYPE_UNSUPPORTED).',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthResendModel, limitBytes: publicBodyBytesMax },
    reply: nextStep,
    errors: ['AUTH_VERIFICATION_EXPIRED', 'AUTH_RESEND_TOO_SOON'],
  }),
  completeLoginWithNewPassword: operation({
    method: 'POST',
    path: '/auth/complete-login-with-new-password',
    summary: 'Goes on with a sign-in by a new password',
    description:
      'Only after the second factor. A password that breaks the policy is refused with each reason and the challenge stays, for five ' +
      'tries. Every other session of the user ends.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthNewPasswordModel, limitBytes: publicBodyBytesMax },
    reply: nextStep,
    errors: ['SESSION_LIMIT_REACHED', 'AUTH_VERIFICATION_EXPIRED'],
  }),
  beginEnrollment: operation({
    method: 'POST',
    path: '/auth/enrollment/totp/begin',
    summary: 'Begins the enrolment that a sign-in asks for',
    description: 'A new secret each time; only the newest one counts.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthEnrollmentModel, limitBytes: publicBodyBytesMax },
    reply: { kind: 'json', schema: SvcAuthEnrollmentSecretModel, headers },
    errors: ['AUTH_VERIFICATION_EXPIRED'],
  }),
  completeLoginWithEnrollment: operation({
    method: 'POST',
    path: '/auth/enrollment/totp/confirm',
    summary: 'Finishes a sign-in with the first code of a new factor',
    description:
      'Enrols the authenticator app and answers ten recovery codes, shown once. Five wrong codes end the challenge.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthEnrollmentCodeModel, limitBytes: publicBodyBytesMax },
    reply: nextStep,
    errors: ['SESSION_LIMIT_REACHED', 'AUTH_CODE_INVALID', 'AUTH_VERIFICATION_EXPIRED', 'AUTH_CODE_ATTEMPTS_EXCEEDED'],
  }),
  reauthenticate: operation({
    method: 'POST',
    path: '/auth/reauthenticate',
    summary: 'Proves again who is calling',
    description:
      'One factor, either the password or a code. The session gets a new token and counts as fresh from now on; its absolute end ' +
      'stays. Failures count as those of a login do. Where the session travels in the cookie, so does the new token.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthReauthenticationModel },
    reply: { kind: 'json', schema: SvcAuthReauthenticationResponseModel, headers },
    errors: ['AUTH_INVALID_CREDENTIALS', 'AUTH_CODE_INVALID', 'AUTH_TEMPORARILY_LOCKED'],
  }),
} as const;
