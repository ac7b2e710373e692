// Models of changing, forgetting and resetting passwords, and of the own mail address.
import type { Static } from 'typebox';
import { choice, closed, flag, optional, text } from '../../../models/schema.ts';
import { passwordBytesMax } from '../sign-in/authentication-models.ts';
import { captchaAnswerMax, captchaIdentifierMax } from '../sign-in/captcha-models.ts';
import { rotatedSessionFields } from '../sign-in/challenge-models.ts';

const usernameMax = 254;
const emailMax = 254;
const tokenLengths = { minLength: 1, maxLength: 128 } as const;
const passwordLengths = { minLength: 1, maxLength: passwordBytesMax } as const;
const tenantIdentifierField = { minLength: 1, maxLength: 64, pattern: '^[A-Za-z0-9._-]+$' } as const;
/** A reset takes these kinds of codes; an e-mailed one would prove the mailbox twice. */
export const resetVerificationTypes = ['TOTP', 'RECOVERY_CODE'] as const;

export const SvcAuthPasswordChangeModel = closed(
  {
    currentPassword: text('Password of now; a wrong one counts as a failed sign-in.', passwordLengths),
    newPassword: text('Password to sign in with from now on.', passwordLengths),
    closeOtherSessions: optional(flag('Closes every other session of the user; default true.')),
  },
  'SvcAuthPasswordChangeModel',
);
export type SvcAuthPasswordChangeModel = Static<typeof SvcAuthPasswordChangeModel>;

export const SvcAuthRotatedSessionModel = closed({ ...rotatedSessionFields }, 'SvcAuthRotatedSessionModel');
export type SvcAuthRotatedSessionModel = Static<typeof SvcAuthRotatedSessionModel>;

export const SvcAuthForgottenPasswordModel = closed(
  {
    username: text('Name or verified mail address of the user.', { minLength: 1, maxLength: usernameMax }),
    tenantIdentifier: optional(text('Tenant; default default.', tenantIdentifierField)),
    captchaIdentifier: optional(
      text('Identifier of the captcha; default that of its cookie.', { minLength: 1, maxLength: captchaIdentifierMax }),
    ),
    captcha: optional(
      text('Answer to the captcha; looked at when a sign-in with this name would need one.', {
        minLength: 1,
        maxLength: captchaAnswerMax,
      }),
    ),
  },
  'SvcAuthForgottenPasswordModel',
);
export type SvcAuthForgottenPasswordModel = Static<typeof SvcAuthForgottenPasswordModel>;

export const SvcAuthPasswordResetModel = closed(
  {
    resetToken: text('Token of the reset link.', tokenLengths),
    newPassword: text('Password to sign in with from now on.', passwordLengths),
    verificationType: optional(
      choice(resetVerificationTypes, 'Kind of the code; default the strongest one that the user has.'),
    ),
    code: optional(text('Code of a second factor; spaces and dashes do not count.', { minLength: 1, maxLength: 64 })),
  },
  'SvcAuthPasswordResetModel',
);
export type SvcAuthPasswordResetModel = Static<typeof SvcAuthPasswordResetModel>;

export const SvcAuthEmailChangeModel = closed(
  { email: text('New mail address.', { minLength: 3, maxLength: emailMax, format: 'idn-email' }) },
  'SvcAuthEmailChangeModel',
);
export type SvcAuthEmailChangeModel = Static<typeof SvcAuthEmailChangeModel>;

export const SvcAuthEmailConfirmationModel = closed(
  { token: text('Token of the link.', tokenLengths) },
  'SvcAuthEmailConfirmationModel',
);
export type SvcAuthEmailConfirmationModel = Static<typeof SvcAuthEmailConfirmationModel>;
