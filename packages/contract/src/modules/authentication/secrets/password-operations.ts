// Operations on the own password and mail address, on forgotten passwords, and the pages behind their links.

import { closed, maybe, text, uuid } from '../../../models/schema.ts';
import { authority, fresh, operation, personAccess, publicAccess } from '../../../operations/define.ts';
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
    name: 'getPasswordPolicy',
    method: 'GET',
    path: '/auth/password-policy',
    addition: true,
    summary: 'Says what a new password must be',
    description:
      'For an unknown tenant the rules of the tenant default, so that the answer tells nothing about tenants.',
    access: publicAccess,
    effect: 'read',
    query: closed({ tenant: maybe(text('Tenant; default default.', { minLength: 1, maxLength: 64 })) }),
    body: { kind: 'none' },
    reply: { kind: 'json', schema: SvcAuthPasswordPolicyModel },
    errors: [],
  }),
  changePassword: operation({
    name: 'changePassword',
    method: 'POST',
    path: '/auth/password/change',
    addition: true,
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
    name: 'forgotPassword',
    method: 'POST',
    path: '/auth/password/forgot',
    addition: true,
    summary: 'Asks for a link that sets a new password',
    description:
      'Always 200 and as fast for a name that does not exist: the user is looked up later. The link goes to the verified ' +
      'address and works for 30 minutes. More than 3 requests of one name within an hour are dropped. Where a sign-in with ' +
      'the name would need a captcha, this does too.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthForgottenPasswordModel },
    reply: { kind: 'void' },
    errors: ['AUTH_CAPTCHA_REQUIRED', 'AUTH_CAPTCHA_INVALID'],
  }),
  resetPassword: operation({
    name: 'resetPassword',
    method: 'POST',
    path: '/auth/password/reset',
    addition: true,
    summary: 'Sets a new password by the token of a reset link',
    description:
      'Closes every session of the user and ends locks. A user with an authenticator has to give a code as well; a recovery ' +
      'code counts. A refused password leaves the token usable.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthPasswordResetModel },
    reply: { kind: 'void' },
    errors: ['AUTH_TOKEN_EXPIRED', 'AUTH_CODE_REQUIRED', 'AUTH_CODE_INVALID', 'AUTH_TEMPORARILY_LOCKED'],
  }),
  changeEmail: operation({
    name: 'changeEmail',
    method: 'POST',
    path: '/auth/email/change',
    addition: true,
    summary: 'Asks for another own mail address',
    description:
      'A link goes to the new address and a notice to the old one; nothing changes before the link is used. The answer is the ' +
      'same whether or not somebody else has the address.',
    access: fresh(personAccess),
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthEmailChangeModel },
    reply: { kind: 'void' },
    errors: ['USER_NOT_FOUND'],
  }),
  confirmEmail: operation({
    name: 'confirmEmail',
    method: 'POST',
    path: '/auth/email/confirm',
    addition: true,
    summary: 'Confirms a mail address by the token of its link',
    description: 'The address becomes that of the user, verified, and open reset links end.',
    access: publicAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcAuthEmailConfirmationModel },
    reply: { kind: 'void' },
    errors: ['AUTH_TOKEN_EXPIRED'],
  }),
  sendReset: operation({
    name: 'sendReset',
    method: 'POST',
    path: '/users/send-password-reset/by-uuid/{uuid}',
    addition: true,
    summary: 'Mails a user a link that sets a new password',
    description: 'Nobody but the user sees the link. Older reset links of the user end.',
    access: authority('AUTH_USER_MANAGE'),
    effect: 'write',
    params: byUuid,
    body: { kind: 'none' },
    reply: { kind: 'void' },
    errors: ['USER_NOT_FOUND', 'USER_NOT_ACTIVATED', 'USER_WITHOUT_ADDRESS', 'ACCESS_DENIED'],
  }),
  resetPage: operation({
    name: 'resetPage',
    method: 'GET',
    path: '/auth/pages/reset',
    addition: true,
    summary: 'Page behind a reset link',
    description: 'Static page with its own script only, in English or Turkish. The token stays behind # and is posted.',
    access: publicAccess,
    effect: 'read',
    body: { kind: 'none' },
    reply: { kind: 'html' },
    errors: [],
  }),
  emailPage: operation({
    name: 'emailPage',
    method: 'GET',
    path: '/auth/pages/email',
    addition: true,
    summary: 'Page behind a link that confirms an address',
    description: 'Static page with its own script only, in English or Turkish. The token stays behind # and is posted.',
    access: publicAccess,
    effect: 'read',
    body: { kind: 'none' },
    reply: { kind: 'html' },
    errors: [],
  }),
} as const;
