// Operations on the own password and mail address, on forgotten passwords, and the pages behind their links.
import { closed, maybe, text, uuid } from '../../../models/schema.ts';
import { authority, fresh, personAccess, publicAccess } from '../../../operations/access.ts';
import { publicBodyBytesMax } from '../../../operations/body-and-reply.ts';
import { operation } from '../../../operations/define.ts';
import { SvcAuthPasswordPolicyModel } from '../sign-in/authentication-models.ts';
import {
  SvcAuthEmailChangeModel,
  SvcAuthEmailConfirmationModel,
  SvcAuthForgottenPasswordModel,
  SvcAuthPasswordChangeModel,
  SvcAuthPasswordResetModel,
  SvcAuthRotatedSessionModel,
} from './password-models.ts';

const byUuid = closed({ uuid: uuid('Identifier of the record.') });

export const passwordOperations = {
  getPasswordPolicy: operation({
    method: 'GET',
    path: '/auth/password-policy',
    summary: 'Says what a new password must be',
    description:
      'For an unknown tenant the rules of the tenant default, so that the answer shows nothing about tenants.',
    access: publicAccess,
    effect: 'read',
    query: closed({ tenant: maybe(text('Tenant; default default.', { minLength: 1, maxLength: 64 })) }),
    reply: { kind: 'json', schema: SvcAuthPasswordPolicyModel },
  }),
  changePassword: operation({
    method: 'POST',
    path: '/auth/password/change',
    summary: 'Changes the own password',
    description:
      'The session gets a new token; the others are closed unless closeOtherSessions is false. A new password that is refused ' +
      'is 400 with every reason.',
    access: personAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthPasswordChangeModel },
    reply: { kind: 'json', schema: SvcAuthRotatedSessionModel, headers: { 'cache-control': 'no-store' } },
    errors: ['AUTH_INVALID_CREDENTIALS', 'AUTH_TEMPORARILY_LOCKED'],
  }),
  forgotPassword: operation({
    method: 'POST',
    path: '/auth/password/forgot',
    summary: 'Asks for a link that sets a new password',
    description:
      'Always 200 and as fast for a name that does not exist: the user is looked up later. The link goes to the verified ' +
      'address and works for 30 minutes. More than 3 requests of one name within an hour are dropped. Where a sign-in with ' +
      'the name would need a captcha, this does too.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthForgottenPasswordModel, limitBytes: publicBodyBytesMax },
    errors: ['AUTH_CAPTCHA_REQUIRED', 'AUTH_CAPTCHA_INVALID'],
  }),
  resetPassword: operation({
    method: 'POST',
    path: '/auth/password/reset',
    summary: 'Sets a new password by the token of a reset link',
    description:
      'Closes every session of the user and ends locks. A user with an authenticator has to give a code as well; a recovery ' +
      'code counts. A refused password leaves the token usable.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthPasswordResetModel, limitBytes: publicBodyBytesMax },
    errors: ['AUTH_TOKEN_EXPIRED', 'AUTH_CODE_REQUIRED', 'AUTH_CODE_INVALID', 'AUTH_TEMPORARILY_LOCKED'],
  }),
  changeEmail: operation({
    method: 'POST',
    path: '/auth/email/change',
    summary: 'Asks for another own mail address',
    description:
      'A link goes to the new address and a notice to the old one; nothing changes before the link is used. The answer is the ' +
      'same whether or not somebody else has the address.',
    access: fresh(personAccess),
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthEmailChangeModel },
    errors: ['USER_NOT_FOUND'],
  }),
  confirmEmail: operation({
    method: 'POST',
    path: '/auth/email/confirm',
    summary: 'Confirms a mail address by the token of its link',
    description: 'The address becomes that of the user, verified, and open reset links end.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthEmailConfirmationModel, limitBytes: publicBodyBytesMax },
    errors: ['AUTH_TOKEN_EXPIRED'],
  }),
  sendReset: operation({
    method: 'POST',
    path: '/users/send-password-reset/by-uuid/{uuid}',
    summary: 'Mails a user a link that sets a new password',
    description:
      'Nobody but the user sees the link. Older reset links of the user end. The caller must hold every authority of the user.',
    access: authority('AUTH_USER_MANAGE'),
    effect: 'write',
    params: byUuid,
    errors: ['USER_NOT_FOUND', 'USER_NOT_ACTIVATED', 'USER_WITHOUT_ADDRESS', 'ACCESS_DENIED'],
  }),
  resetPage: operation({
    method: 'GET',
    path: '/auth/pages/reset',
    summary: 'Page behind a reset link',
    description: 'Static page with its own script only, in English or Turkish. The token stays behind # and is posted.',
    access: publicAccess,
    effect: 'read',
    reply: { kind: 'html' },
  }),
  emailPage: operation({
    method: 'GET',
    path: '/auth/pages/email',
    summary: 'Page behind a link that confirms an address',
    description: 'Static page with its own script only, in English or Turkish. The token stays behind # and is posted.',
    access: publicAccess,
    effect: 'read',
    reply: { kind: 'html' },
  }),
} as const;
