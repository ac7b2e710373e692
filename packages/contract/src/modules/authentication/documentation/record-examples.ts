// Holds examples of roles, tenants and API keys.
import type { ExamplesOf } from '../../../documentation/example.ts';
import { placeholders as example } from '../../../documentation/placeholders.ts';
import { recordExample } from '../../../documentation/record-example.ts';
import { SvcApiKeyModel } from '../directory/api-key-models.ts';
import { SvcRoleModel } from '../directory/role-models.ts';
import { SvcTenantModel } from '../directory/tenant-models.ts';
import type { authenticationContract } from '../module.ts';
import { authenticationResponse } from './example-login.ts';

const role = recordExample(SvcRoleModel, {
  code: example.roleCode,
  tenantIdentifier: 'default',
  name: 'Front desk',
  authorityList: ['SESSION_VIEW'],
  system: false,
  userCount: 0,
});

const apiKey = recordExample(SvcApiKeyModel, {
  name: example.serviceName,
  tenantIdentifier: 'default',
  description: 'Till in the hall',
  username: `service:${example.serviceName}`,
  authorityList: ['SESSION_VIEW'],
  allowedAddressList: ['192.0.2.0/24'],
  expiryDate: example.time,
  keyPrefix: example.text,
  enabled: true,
  owner: 'admin',
  key: example.key,
});

const tenant = recordExample(SvcTenantModel, {
  identifier: example.tenantIdentifier,
  name: 'Acme',
  enabled: true,
  hostList: [],
  redirectUrlList: [],
  locale: 'tr',
  timeZone: 'Europe/Istanbul',
});

export const recordExamples = {
  systemLogin: {
    answer: {
      ...authenticationResponse,
      username: `service:${example.serviceName}`,
      authorities: [{ role: 'ROLE_SERVICE', authority: 'SESSION_VIEW' }],
      assuranceLevel: 'AAL1',
      previousLoginDate: null,
      failedAttemptCount: null,
    },
  },
  createRole: { body: { code: example.roleCode, name: 'Front desk', authorityList: ['SESSION_VIEW'] }, answer: role },
  createApiKey: {
    body: {
      name: example.serviceName,
      description: 'Till in the hall',
      authorityList: ['SESSION_VIEW'],
      allowedAddressList: ['192.0.2.0/24'],
    },
    answer: apiKey,
  },
  deleteApiKey: { params: { uuid: example.apiKey } },
  updateRole: {
    body: { uuid: example.role, version: 0, name: 'Reception', authorityList: ['SESSION_VIEW', 'SESSION_CLOSE'] },
    answer: {
      ...role,
      uuid: example.role,
      version: 1,
      name: 'Reception',
      authorityList: ['SESSION_CLOSE', 'SESSION_VIEW'],
    },
  },
  getRole: { params: { uuid: example.role }, answer: { ...role, uuid: example.role } },
  deleteRole: { params: { uuid: example.role } },
  queryRolePage: {
    body: { code: example.roleCode },
    answer: {
      data: [{ ...role, uuid: example.role }],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['code'], direction: 'ASC' } },
    },
  },
  queryRoleList: { body: { code: example.roleCode }, answer: [{ ...role, uuid: example.role }] },
  lookUpRoles: { body: { searchText: example.roleCode }, answer: [{ code: example.roleCode, name: role.name }] },
  listAuthorities: {
    answer: [
      {
        authority: 'ANNOUNCEMENT_MANAGE',
        module: 'notification-polling',
        name: 'Manage announcements',
        description: 'See, change and withdraw every announcement of the tenant.',
      },
    ],
  },
  createTenant: {
    body: { identifier: example.tenantIdentifier, name: 'Acme', locale: 'tr', timeZone: 'Europe/Istanbul' },
    answer: tenant,
  },
  updateTenant: {
    body: {
      uuid: example.tenant,
      version: 0,
      name: 'Acme Ltd.',
      redirectUrlList: [`https://${example.tenantIdentifier}.example/`],
    },
    answer: {
      ...tenant,
      uuid: example.tenant,
      version: 1,
      name: 'Acme Ltd.',
      redirectUrlList: [`https://${example.tenantIdentifier}.example/`],
      locale: 'en',
      timeZone: 'UTC',
    },
  },
  getTenant: {
    params: { uuid: example.tenant },
    answer: { ...tenant, uuid: example.tenant, locale: 'en', timeZone: 'UTC' },
  },
  queryTenantPage: {
    body: { identifier: example.tenantIdentifier },
    answer: {
      data: [{ ...tenant, uuid: example.tenant, locale: 'en', timeZone: 'UTC' }],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['identifier'], direction: 'ASC' } },
    },
  },
  activateTenant: {
    params: { uuid: example.tenant },
    answer: { ...tenant, uuid: example.tenant, version: 2, locale: 'en', timeZone: 'UTC' },
  },
  deactivateTenant: {
    params: { uuid: example.tenant },
    answer: { ...tenant, uuid: example.tenant, version: 1, enabled: false, locale: 'en', timeZone: 'UTC' },
  },
  deleteTenant: { params: { uuid: example.tenant } },
  updateApiKey: {
    body: { uuid: example.apiKey, version: 0, enabled: false },
    answer: {
      ...apiKey,
      uuid: example.apiKey,
      version: 1,
      description: null,
      allowedAddressList: [],
      enabled: false,
      key: null,
    },
  },
  getApiKey: {
    params: { uuid: example.apiKey },
    answer: { ...apiKey, uuid: example.apiKey, description: null, allowedAddressList: [], key: null },
  },
  queryApiKeyPage: {
    body: { username: `service:${example.serviceName}` },
    answer: {
      data: [{ ...apiKey, uuid: example.apiKey, description: null, allowedAddressList: [], key: null }],
      totalPages: 1,
      totalElements: 1,
      pageable: { pageNumber: 0, pageSize: 20, sort: { properties: ['name'], direction: 'ASC' } },
    },
  },
  rotateApiKey: {
    params: { uuid: example.apiKey },
    body: { overlapMinutes: 10 },
    answer: { ...apiKey, uuid: example.apiKey, version: 1, description: null, allowedAddressList: [] },
  },
} satisfies Partial<ExamplesOf<typeof authenticationContract>>;
