// Holds examples of users and of the own account.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import { recordExample } from '../../../documentation/record-example.ts';
import { SvcUserModel } from '../directory/user-models.ts';
import type { authenticationContract } from '../module.ts';
import { authenticationResponse } from './example-login.ts';

const user = recordExample(SvcUserModel, {
  username: example.username,
  email: example.email,
  emailVerified: false,
  displayName: 'Ada Lovelace',
  tenantIdentifier: 'default',
  locale: 'tr',
  timeZone: 'Europe/Istanbul',
  enabled: true,
  locked: false,
  passwordChangeRequired: false,
  passwordSet: false,
  factorTypeList: [],
  roleList: ['ROLE_USER'],
  source: 'LOCAL',
  attributeMap: {},
});

export const userExamples = {
  sendReset: { params: { uuid: example.user } },
  createUser: {
    body: {
      username: example.username,
      displayName: 'Ada Lovelace',
      email: example.email,
      locale: 'tr',
      timeZone: 'Europe/Istanbul',
      roleList: ['ROLE_USER'],
    },
    answer: user,
  },
  setRoles: {
    params: { uuid: example.user },
    body: { roleList: ['ROLE_TENANT_ADMIN'], version: 0 },
    answer: {
      ...user,
      uuid: example.user,
      version: 1,
      email: null,
      locale: null,
      timeZone: null,
      roleList: ['ROLE_TENANT_ADMIN', 'ROLE_USER'],
    },
  },
  updateUser: {
    body: { uuid: example.user, version: 0, displayName: 'Ada King', phone: '+90 312 000 00 00' },
    answer: {
      ...user,
      uuid: example.user,
      version: 1,
      email: null,
      phone: '+90 312 000 00 00',
      displayName: 'Ada King',
      locale: null,
      timeZone: null,
    },
  },
  getUser: {
    params: { uuid: example.user },
    answer: { ...user, uuid: example.user, email: null, locale: null, timeZone: null },
  },
  getUserByUsername: {
    params: { username: example.username },
    answer: { ...user, uuid: example.user, email: null, locale: null, timeZone: null },
  },
  queryUserPage: {
    body: { username: example.username, enabled: true, pageable: { pageNumber: 0, pageSize: 20 } },
    answer: {
      data: [{ ...user, uuid: example.user, email: null, locale: null, timeZone: null }],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['username'], direction: 'ASC' } },
    },
  },
  queryUserList: {
    body: { usernameLike: example.username },
    answer: [{ ...user, uuid: example.user, email: null, locale: null, timeZone: null }],
  },
  lookUpUsers: {
    body: { usernameList: [example.username] },
    answer: [{ uuid: example.user, username: example.username, displayName: 'Ada Lovelace' }],
  },
  activateUser: {
    params: { uuid: example.user },
    answer: { ...user, uuid: example.user, version: 2, email: null, locale: null, timeZone: null },
  },
  deactivateUser: {
    params: { uuid: example.user },
    answer: { ...user, uuid: example.user, version: 1, email: null, locale: null, timeZone: null, enabled: false },
  },
  unlockUser: {
    params: { uuid: example.user },
    answer: { ...user, uuid: example.user, email: null, locale: null, timeZone: null },
  },
  deleteUser: { params: { uuid: example.user } },
  restoreUser: {
    params: { uuid: example.user },
    answer: { ...user, uuid: example.user, version: 2, email: null, locale: null, timeZone: null, enabled: false },
  },
  resendActivation: {
    params: { uuid: example.user },
    answer: {
      ...user,
      uuid: example.user,
      version: 1,
      email: null,
      locale: null,
      timeZone: null,
      activationLink: `${example.address}/auth/pages/activate#token=${example.secret}&username=${example.username}`,
    },
  },
  importUsers: {
    query: { dryRun: false },
    body: [
      { username: example.username, displayName: 'Ada Lovelace' },
      { username: example.otherUsername, roleList: ['ROLE_TENANT_ADMIN'] },
    ],
    answer: { dryRun: false, userCount: 2 },
  },
  getCurrentUser: {
    answer: {
      ...user,
      email: null,
      displayName: null,
      locale: null,
      timeZone: null,
      passwordSet: true,
      lastLoginDate: example.time,
    },
  },
  updateCurrentUser: {
    body: { version: 0, displayName: 'Ada King', timeZone: 'Europe/Istanbul' },
    answer: {
      ...user,
      version: 1,
      updatedBy: example.username,
      email: null,
      displayName: 'Ada King',
      locale: null,
      passwordSet: true,
      lastLoginDate: example.time,
    },
  },
  impersonate: {
    body: { username: example.username, reason: 'Call 2026-114: the menu is empty.' },
    answer: {
      ...authenticationResponse,
      assuranceLevel: 'AAL1',
      previousLoginDate: null,
      failedAttemptCount: null,
    },
  },
} satisfies Partial<ExamplesOf<typeof authenticationContract>>;
