// Tells how each operation of the authentication module would reach into another tenant, and what comes back instead.
import type { Reach } from '../reach.ts';

const empty = { totalElements: 0, data: [] };
const found = { totalElements: 1 };

/** These are public, and carry a secret or tell nothing, or they are about the caller's own account. */
export const ownAuthenticationOperations = [
  'login',
  'logout',
  'logoutPost',
  'activate',
  'activationPage',
  'resetPage',
  'emailPage',
  'completeLoginWithCode',
  'completeLoginWithNewPassword',
  'resendCode',
  'reauthenticate',
  'beginEnrollment',
  'completeLoginWithEnrollment',
  'getCaptchaImageString',
  'createCaptcha',
  'getPasswordPolicy',
  'changePassword',
  'forgotPassword',
  'resetPassword',
  'changeEmail',
  'confirmEmail',
  'listFactors',
  'removeFactor',
  'beginTotp',
  'confirmTotp',
  'setEmailFactor',
  'createRecoveryCodes',
  'listDevices',
  'removeDevice',
  'getCurrentUser',
  'updateCurrentUser',
  'listAuthorities',
  'systemLogin',
  'queryLoginEventPageByUser',
];

const users: Readonly<Record<string, Reach>> = {
  createUser: {
    call: ({ authentication }, { tenant, person }) =>
      authentication.createUser({ body: { username: `${person.username}-2`, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { enabled: true },
  },
  updateUser: {
    call: ({ authentication }, { userUuid: uuid, userVersion: version }) =>
      authentication.updateUser({ body: { uuid, version, displayName: 'Changed' } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: { displayName: 'Changed' },
  },
  setRoles: {
    call: ({ authentication }, { userUuid: uuid, userVersion: version }) =>
      authentication.setRoles({ params: { uuid }, body: { roleList: [], version } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: { roleList: ['ROLE_USER'] },
  },
  getUser: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.getUser({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: { enabled: true },
  },
  getUserByUsername: {
    call: ({ authentication }, { person: { username } }) => authentication.getUserByUsername({ params: { username } }),
    stranger: 'USER_NOT_FOUND',
    // A name means somebody of the own tenant, whoever asks.
    everywhere: 'USER_NOT_FOUND',
  },
  queryUserPage: {
    call: ({ authentication }, { person: { username } }) => authentication.queryUserPage({ body: { username } }),
    stranger: empty,
    everywhere: empty,
  },
  queryUserList: {
    call: ({ authentication }, { person: { username } }) => authentication.queryUserList({ body: { username } }),
    stranger: [],
    everywhere: [],
  },
  lookUpUsers: {
    call: ({ authentication }, { person: { username } }) =>
      authentication.lookUpUsers({ body: { usernameList: [username] } }),
    stranger: [],
    everywhere: [],
  },
  activateUser: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.activateUser({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: { enabled: true },
  },
  deactivateUser: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.deactivateUser({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: 'CLOSED',
  },
  unlockUser: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.unlockUser({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: { locked: false },
  },
  resetFactors: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.resetFactors({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: {},
  },
  deleteUser: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.deleteUser({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: 'CLOSED',
  },
  restoreUser: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.restoreUser({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    // Nobody deleted this one.
    everywhere: 'USER_NOT_FOUND',
  },
  resendActivation: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.resendActivation({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: 'USER_ALREADY_ACTIVATED',
  },
  sendReset: {
    call: ({ authentication }, { userUuid: uuid }) => authentication.sendReset({ params: { uuid } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: 'USER_WITHOUT_ADDRESS',
  },
  importUsers: {
    call: ({ authentication }, { tenant, person }) =>
      authentication.importUsers({
        body: [{ username: `${person.username}-3`, tenantIdentifier: tenant.identifier }],
      }),
    stranger: 'ACCESS_DENIED',
    everywhere: { userCount: 1 },
  },
  queryLoginEventPage: {
    call: ({ authentication }, { person: { username } }) => authentication.queryLoginEventPage({ body: { username } }),
    stranger: empty,
    everywhere: empty,
  },
  impersonate: {
    call: ({ authentication }, { person: { username } }) =>
      authentication.impersonate({ body: { username, reason: 'Curiosity.' } }),
    stranger: 'USER_NOT_FOUND',
    everywhere: 'USER_NOT_FOUND',
  },
};

const roles: Readonly<Record<string, Reach>> = {
  createRole: {
    call: ({ authentication }, { tenant, roleCode }) =>
      authentication.createRole({ body: { code: `${roleCode}_2`, tenantIdentifier: tenant.identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { system: false },
  },
  updateRole: {
    call: ({ authentication }, { roleUuid: uuid, roleVersion: version }) =>
      authentication.updateRole({ body: { uuid, version, name: 'Changed' } }),
    stranger: 'ROLE_NOT_FOUND',
    everywhere: { name: 'Changed' },
  },
  getRole: {
    call: ({ authentication }, { roleUuid: uuid }) => authentication.getRole({ params: { uuid } }),
    stranger: 'ROLE_NOT_FOUND',
    everywhere: { system: false },
  },
  deleteRole: {
    call: ({ authentication }, { roleUuid: uuid }) => authentication.deleteRole({ params: { uuid } }),
    stranger: 'ROLE_NOT_FOUND',
    everywhere: {},
  },
  queryRolePage: {
    call: ({ authentication }, { roleCode: code }) => authentication.queryRolePage({ body: { code } }),
    stranger: empty,
    everywhere: empty,
  },
  queryRoleList: {
    call: ({ authentication }, { roleCode: code }) => authentication.queryRoleList({ body: { code } }),
    stranger: [],
    everywhere: [],
  },
  lookUpRoles: {
    call: ({ authentication }, { roleCode: searchText }) => authentication.lookUpRoles({ body: { searchText } }),
    stranger: [],
    everywhere: [],
  },
};

const tenants: Readonly<Record<string, Reach>> = {
  createTenant: {
    call: ({ authentication }, { roleCode }) =>
      authentication.createTenant({ body: { identifier: `made-by-${roleCode}`, name: 'Made' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { enabled: true },
  },
  updateTenant: {
    call: ({ authentication }, { tenant: { uuid } }) =>
      authentication.updateTenant({ body: { uuid, version: Number.MAX_SAFE_INTEGER, name: 'Changed' } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'VERSION_CONFLICT',
  },
  getTenant: {
    call: ({ authentication }, { tenant: { uuid } }) => authentication.getTenant({ params: { uuid } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { enabled: true },
  },
  queryTenantPage: {
    call: ({ authentication }, { tenant: { identifier } }) => authentication.queryTenantPage({ body: { identifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: found,
  },
  activateTenant: {
    call: ({ authentication }, { tenant: { uuid } }) => authentication.activateTenant({ params: { uuid } }),
    stranger: 'ACCESS_DENIED',
    everywhere: { enabled: true },
  },
  deleteTenant: {
    call: ({ authentication }, { tenant: { uuid } }) => authentication.deleteTenant({ params: { uuid } }),
    stranger: 'ACCESS_DENIED',
    // It has users.
    everywhere: 'TENANT_IN_USE',
  },
  deactivateTenant: {
    call: ({ authentication }, { tenant: { uuid } }) => authentication.deactivateTenant({ params: { uuid } }),
    stranger: 'ACCESS_DENIED',
    everywhere: 'CLOSED',
  },
};

const keys: Readonly<Record<string, Reach>> = {
  createApiKey: {
    call: ({ authentication }, { tenant, person }) =>
      authentication.createApiKey({
        body: { name: person.username, authorityList: ['SESSION_VIEW'], tenantIdentifier: tenant.identifier },
      }),
    stranger: 'ACCESS_DENIED',
    everywhere: { enabled: true },
  },
  updateApiKey: {
    call: ({ authentication }, { keyUuid: uuid, keyVersion: version }) =>
      authentication.updateApiKey({ body: { uuid, version, description: 'Changed' } }),
    stranger: 'API_KEY_NOT_FOUND',
    everywhere: { description: 'Changed' },
  },
  getApiKey: {
    call: ({ authentication }, { keyUuid: uuid }) => authentication.getApiKey({ params: { uuid } }),
    stranger: 'API_KEY_NOT_FOUND',
    everywhere: { enabled: true },
  },
  rotateApiKey: {
    call: ({ authentication }, { keyUuid: uuid }) => authentication.rotateApiKey({ params: { uuid }, body: {} }),
    stranger: 'API_KEY_NOT_FOUND',
    everywhere: { enabled: true },
  },
  deleteApiKey: {
    call: ({ authentication }, { keyUuid: uuid }) => authentication.deleteApiKey({ params: { uuid } }),
    stranger: 'API_KEY_NOT_FOUND',
    everywhere: {},
  },
  queryApiKeyPage: {
    call: ({ authentication }, { keyUsername: username }) => authentication.queryApiKeyPage({ body: { username } }),
    stranger: empty,
    everywhere: empty,
  },
};

export const authenticationReaches: Readonly<Record<string, Reach>> = { ...users, ...roles, ...tenants, ...keys };

/** These are further ways of operations above, which name the other tenant. */
export const namedAuthenticationReaches: Readonly<Record<string, Reach>> = {
  'queryUserPage of a tenant': {
    call: ({ authentication }, { person: { username }, tenant: { identifier: tenantIdentifier } }) =>
      authentication.queryUserPage({ body: { username, tenantIdentifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: found,
  },
  'queryUserList of a tenant': {
    call: ({ authentication }, { person: { username }, tenant: { identifier: tenantIdentifier } }) =>
      authentication.queryUserList({ body: { username, tenantIdentifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: [{ enabled: true }],
  },
  'queryLoginEventPage of a tenant': {
    call: ({ authentication }, { person: { username }, tenant: { identifier: tenantIdentifier } }) =>
      authentication.queryLoginEventPage({
        body: { username, tenantIdentifier, kindList: ['authentication.login-succeeded'] },
      }),
    stranger: 'ACCESS_DENIED',
    everywhere: found,
  },
  'queryRolePage of a tenant': {
    call: ({ authentication }, { roleCode: code, tenant: { identifier: tenantIdentifier } }) =>
      authentication.queryRolePage({ body: { code, tenantIdentifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: found,
  },
  'queryApiKeyPage of a tenant': {
    call: ({ authentication }, { keyUsername: username, tenant: { identifier: tenantIdentifier } }) =>
      authentication.queryApiKeyPage({ body: { username, tenantIdentifier } }),
    stranger: 'ACCESS_DENIED',
    everywhere: found,
  },
};
