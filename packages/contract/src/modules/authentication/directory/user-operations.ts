// Declares the operations on users and on the own account.
import { closed, flag, maybe, text, uuid } from '../../../models/schema.ts';
import { authority, personAccess } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { recordOperations } from '../../../operations/record-operations.ts';
import {
  SvcCurrentUserUpdateModel,
  SvcUserImportModel,
  SvcUserImportResultModel,
  SvcUserModel,
  SvcUserModelInput,
  SvcUserQueryModel,
  SvcUserRolesModel,
  SvcUserUpdateModel,
} from './user-models.ts';

/** A request of an import is longer than others, because it carries many records. */
const importBytesMax = 8_388_608;

const byUuid = closed({ uuid: uuid('Identifier of the record.') });
const byUsername = closed({ username: text('Username, compared after folding.', { minLength: 1, maxLength: 254 }) });
const secretAnswer = {
  kind: 'json',
  schema: SvcUserModel,
  headers: { 'cache-control': 'no-store' },
} as const;
const manage = authority('AUTH_USER_MANAGE');
const view = authority('AUTH_USER_VIEW');

const user = recordOperations({
  thing: 'USER',
  one: 'a user',
  many: 'users',
  path: '/users',
  model: SvcUserModel,
  read: view,
  write: manage,
});

export const userOperations = {
  createUser: operation({
    method: 'POST',
    path: '/users',
    summary: 'Creates a user',
    description:
      'Sends an invitation to the address when there is one, else answers once with the link that sets the first password: no ' +
      'administrator chooses or sees one. Idempotency-Key is not honoured, because the answer carries a secret.',
    access: manage,
    effect: 'write',
    body: { kind: 'json', schema: SvcUserModelInput },
    reply: secretAnswer,
    errors: ['USER_ALREADY_EXISTS', 'USERNAME_RESERVED', 'TENANT_NOT_FOUND', 'ROLE_UNKNOWN', 'ROLE_NOT_ASSIGNABLE'],
  }),
  setRoles: operation({
    method: 'PUT',
    path: '/users/roles/by-uuid/{uuid}',
    summary: 'Sets the roles of a user',
    description:
      'The whole set. Nobody grants or removes a role that holds an authority they lack, nor changes the roles of somebody who holds one. ' +
      'Effective at once, sessions are kept.',
    access: manage,
    effect: 'write',
    params: byUuid,
    body: { kind: 'json', schema: SvcUserRolesModel },
    reply: { kind: 'json', schema: SvcUserModel },
    errors: ['USER_NOT_FOUND', 'ROLE_UNKNOWN', 'ROLE_NOT_ASSIGNABLE', 'LAST_ADMIN', 'VERSION_CONFLICT'],
  }),
  updateUser: user.update(SvcUserUpdateModel, {
    description:
      'A new username closes the sessions, and the old one stays reserved for 90 days and until every module has handled the change. roleList, ' +
      'enabled and tenantIdentifier must be absent or equal (FIELD_READ_ONLY). The caller must hold every authority of the user.',
    errors: ['USER_ALREADY_EXISTS', 'USERNAME_RESERVED', 'LAST_ADMIN'],
  }),
  getUser: user.get({
    summary: 'Gets a user by identifier',
    description: 'A deleted user and one of another tenant do not exist.',
  }),
  getUserByUsername: operation({
    method: 'GET',
    path: '/users/by-username/{username}',
    summary: 'Gets a user of the own tenant by username',
    description: 'The name is compared after folding.',
    access: view,
    effect: 'read',
    params: byUsername,
    reply: { kind: 'json', schema: SvcUserModel },
    errors: ['USER_NOT_FOUND'],
  }),
  queryUserPage: user.page(SvcUserQueryModel, {
    description: 'Users of the own tenant; another tenant needs TENANT_ALL.',
  }),
  queryUserList: user.list(SvcUserQueryModel, {
    description: 'As the page; at most 1,000, of pageable the sort alone counts.',
  }),
  activateUser: user.activate({
    summary: 'Lets a user sign in again',
    description: 'A user who can sign in already is left as it is. The caller must hold every authority of the user.',
  }),
  deactivateUser: user.deactivate({
    summary: 'Keeps a user from signing in',
    description:
      'Closes all sessions and what hangs on them at once. A user who cannot sign in is left as it is. The caller must hold ' +
      'every authority of the user.',
    errors: ['SELF_LOCKOUT', 'LAST_ADMIN'],
  }),
  unlockUser: user.perform('unlock', {
    summary: 'Ends the locks of a user',
    description:
      'Forgets failed attempts of the name and of all known devices, and takes a password again that failures had disabled. ' +
      'The caller must hold every authority of the user.',
  }),
  deleteUser: user.delete({
    description:
      'As deactivateUser, the rule for the caller too; password and roles go, and the name is never given to somebody else in the tenant.',
    errors: ['SELF_LOCKOUT', 'LAST_ADMIN'],
  }),
  restoreUser: user.perform('restore', {
    summary: 'Brings a deleted user back',
    description: 'Disabled, without password and with ROLE_USER alone.',
    errors: ['USER_ALREADY_EXISTS'],
  }),
  resendActivation: user.perform('resend-activation', {
    summary: 'Makes a new activation link',
    description:
      'For a user without a password; older links end. It is mailed to the address of the user; without one it is in this ' +
      'answer only. The caller must hold every authority of the user. Idempotency-Key is not honoured, because the answer carries a secret.',
    reply: secretAnswer,
    errors: ['USER_ALREADY_ACTIVATED'],
  }),
  importUsers: operation({
    method: 'POST',
    path: '/users/import',
    summary: 'Makes many users at once',
    description: 'At most 1,000; all problems at once, all users or none. dryRun stores nothing.',
    access: manage,
    effect: 'write',
    query: closed({ dryRun: maybe(flag('Only looks for problems; default false.')) }),
    body: { kind: 'list', schema: SvcUserImportModel, limitBytes: importBytesMax },
    reply: { kind: 'json', schema: SvcUserImportResultModel },
    errors: ['TENANT_NOT_FOUND', 'USERNAME_RESERVED'],
    idempotent: true,
  }),
  getCurrentUser: operation({
    method: 'GET',
    path: '/auth/current-user',
    summary: 'Gets the own account',
    description: 'A user whom no directory knows does not exist here.',
    access: personAccess,
    effect: 'read',
    reply: { kind: 'json', schema: SvcUserModel },
    errors: ['USER_NOT_FOUND'],
  }),
  updateCurrentUser: operation({
    method: 'PUT',
    path: '/auth/current-user',
    summary: 'Changes the own account',
    description: 'Changes displayName, locale, timeZone and phone; all else must be absent or equal (FIELD_READ_ONLY).',
    access: personAccess,
    effect: 'write',
    body: { kind: 'json', schema: SvcCurrentUserUpdateModel },
    reply: { kind: 'json', schema: SvcUserModel },
    errors: ['USER_NOT_FOUND', 'VERSION_CONFLICT'],
  }),
} as const;
