// Authentication: signing in and out, and who can sign in.

import { closed, uuid } from '../models/schema.ts';
import { authority, fresh, publicAccess } from '../operations/access.ts';
import { defineModule, operation } from '../operations/define.ts';
import { authenticationAuthorities } from './authentication/authentication-authorities.ts';
import {
  apiKeyOperations,
  roleOperations,
  tenantOperations,
} from './authentication/directory/administration-operations.ts';
import {
  SvcApiKeyModel,
  SvcApiKeyModelInput,
  SvcRoleModel,
  SvcRoleModelInput,
  SvcUserModel,
  SvcUserModelInput,
  SvcUserRolesModel,
} from './authentication/directory/directory-models.ts';
import { impersonationOperations, userOperations } from './authentication/directory/user-operations.ts';
import { deviceOperations } from './authentication/secrets/device-operations.ts';
import { factorOperations } from './authentication/secrets/factor-operations.ts';
import { passwordOperations } from './authentication/secrets/password-operations.ts';
import {
  SvcAuthActivationModel,
  SvcAuthAuthenticationRequestModel,
  SvcAuthAuthenticationResponseModel,
} from './authentication/sign-in/authentication-models.ts';
import { captchaOperations } from './authentication/sign-in/captcha-operations.ts';
import { loginEventOperations } from './authentication/sign-in/login-event-operations.ts';
import { logoutOperations } from './authentication/sign-in/logout-operations.ts';
import { signInOperations } from './authentication/sign-in/sign-in-operations.ts';
import { systemLoginOperations } from './authentication/sign-in/system-login-operations.ts';

const byUuid = closed({ uuid: uuid('Identifier of the record.') });

export const authenticationModule = defineModule({
  name: 'authentication',
  title: 'Authentication',
  prefixes: ['/authentication'],
  operations: {
    ...signInOperations,
    ...systemLoginOperations,
    ...captchaOperations,
    ...passwordOperations,
    ...loginEventOperations,
    login: operation({
      method: 'POST',
      path: '/auth/login',
      listed: true,
      summary: 'Signs in with username and password',
      description:
        'A live session presented with the request is closed on success. COOKIE delivery sets the session cookie and needs HTTPS ' +
        'or loopback (else COOKIE_REQUIRES_HTTPS) and a proven origin. Every reason to refuse a name and password is one answer. ' +
        'Ten failures in a row lock a name, existing or not; from the third one a captcha is due. A browser that the user ' +
        'signed in from is known by a cookie and counted by itself.',
      access: publicAccess,
      effect: 'write',
      body: { kind: 'json', schema: SvcAuthAuthenticationRequestModel },
      reply: {
        kind: 'json',
        schema: SvcAuthAuthenticationResponseModel,
        headers: { 'cache-control': 'no-store' },
      },
      errors: [
        'AUTH_INVALID_CREDENTIALS',
        'AUTH_CAPTCHA_REQUIRED',
        'AUTH_CAPTCHA_INVALID',
        'AUTH_TEMPORARILY_LOCKED',
        'SESSION_LIMIT_REACHED',
      ],
    }),
    ...logoutOperations,
    activate: operation({
      method: 'POST',
      path: '/auth/activate',
      summary: 'Sets the first password by the token of an activation link',
      description:
        'The token works once. A password that breaks the policy is refused with each reason; the token stays usable.',
      access: publicAccess,
      effect: 'write',
      body: { kind: 'json', schema: SvcAuthActivationModel },
      errors: ['AUTH_TOKEN_EXPIRED'],
    }),
    activationPage: operation({
      method: 'GET',
      path: '/auth/pages/activate',
      summary: 'The page behind an activation link',
      description:
        'Static page in the language asked for; reads the token from the part of the address after # and posts it.',
      access: publicAccess,
      effect: 'read',
      reply: { kind: 'html' },
    }),
    createUser: operation({
      method: 'POST',
      path: '/users',
      summary: 'Creates a user',
      description:
        'Sends an invitation to the address when there is one, else answers once with the link that sets the first password: no ' +
        'administrator chooses or sees one. Idempotency-Key is not honoured, because the answer carries a secret.',
      access: authority('AUTH_USER_MANAGE'),
      effect: 'write',
      body: { kind: 'json', schema: SvcUserModelInput },
      reply: { kind: 'json', schema: SvcUserModel, headers: { 'cache-control': 'no-store' } },
      errors: ['USER_ALREADY_EXISTS', 'TENANT_NOT_FOUND', 'ROLE_UNKNOWN', 'ROLE_NOT_ASSIGNABLE'],
    }),
    setRoles: operation({
      method: 'PUT',
      path: '/users/roles/by-uuid/{uuid}',
      summary: 'Sets the roles of a user',
      description:
        'The whole set. Nobody grants or removes a role that holds an authority they lack. Effective at once, sessions are kept.',
      access: authority('AUTH_USER_MANAGE'),
      effect: 'write',
      params: byUuid,
      body: { kind: 'json', schema: SvcUserRolesModel },
      reply: { kind: 'json', schema: SvcUserModel },
      errors: ['USER_NOT_FOUND', 'ROLE_UNKNOWN', 'ROLE_NOT_ASSIGNABLE', 'LAST_ADMIN', 'VERSION_CONFLICT'],
    }),
    createRole: operation({
      method: 'POST',
      path: '/roles',
      summary: 'Creates a role',
      description: 'Nobody puts an authority they lack into a role.',
      access: authority('AUTH_ROLE_MANAGE'),
      effect: 'write',
      body: { kind: 'json', schema: SvcRoleModelInput },
      reply: { kind: 'json', schema: SvcRoleModel },
      errors: ['ROLE_ALREADY_EXISTS', 'AUTHORITY_UNKNOWN', 'TENANT_NOT_FOUND'],
      idempotent: true,
    }),
    createApiKey: operation({
      method: 'POST',
      path: '/api-keys',
      summary: 'Creates an API key',
      description:
        'The key is in this answer only. Its authorities lie within those of the creator. Idempotency-Key is not honoured, ' +
        'because the answer carries a secret.',
      access: fresh(authority('AUTH_API_KEY_MANAGE')),
      effect: 'write',
      body: { kind: 'json', schema: SvcApiKeyModelInput },
      reply: { kind: 'json', schema: SvcApiKeyModel, headers: { 'cache-control': 'no-store' } },
      errors: ['API_KEY_ALREADY_EXISTS', 'AUTHORITY_UNKNOWN', 'TENANT_NOT_FOUND'],
    }),
    deleteApiKey: operation({
      method: 'DELETE',
      path: '/api-keys/by-uuid/{uuid}',
      summary: 'Deletes an API key',
      description: 'The key is refused everywhere at once.',
      access: fresh(authority('AUTH_API_KEY_MANAGE')),
      effect: 'write',
      params: byUuid,
      errors: ['API_KEY_NOT_FOUND'],
    }),
    ...factorOperations,
    ...deviceOperations,
    ...userOperations,
    ...impersonationOperations,
    ...roleOperations,
    ...tenantOperations,
    ...apiKeyOperations,
  },
  authorities: authenticationAuthorities,
});
