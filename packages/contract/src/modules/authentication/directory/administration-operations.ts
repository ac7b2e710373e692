// Declares the operations on roles, authorities, tenants and API keys.
import { list } from '../../../models/schema.ts';
import { authority, fresh } from '../../../operations/access.ts';
import { operation } from '../../../operations/define.ts';
import { recordOperations } from '../../../operations/record-operations.ts';
import {
  SvcApiKeyModel,
  SvcApiKeyModelInput,
  SvcApiKeyQueryModel,
  SvcApiKeyRotateModel,
  SvcApiKeyUpdateModel,
} from './api-key-models.ts';
import {
  SvcAuthorityModel,
  SvcRoleModel,
  SvcRoleModelInput,
  SvcRoleQueryModel,
  SvcRoleUpdateModel,
} from './role-models.ts';
import { SvcTenantModel, SvcTenantModelInput, SvcTenantQueryModel, SvcTenantUpdateModel } from './tenant-models.ts';

const manageRoles = authority('AUTH_ROLE_MANAGE');
const manageTenants = authority('AUTH_TENANT_MANAGE');
const manageKeys = authority('AUTH_API_KEY_MANAGE');

const role = recordOperations({
  thing: 'ROLE',
  one: 'a role',
  many: 'roles',
  path: '/roles',
  model: SvcRoleModel,
  read: manageRoles,
  write: manageRoles,
});

export const roleOperations = {
  createRole: role.save(SvcRoleModelInput, {
    description: 'Nobody puts an authority they lack into a role.',
    errors: ['ROLE_ALREADY_EXISTS', 'AUTHORITY_UNKNOWN', 'TENANT_NOT_FOUND'],
  }),
  updateRole: role.update(SvcRoleUpdateModel, {
    description:
      'Nobody puts an authority they lack into a role, nor takes one out. Effective at once, sessions are kept.',
    errors: ['ROLE_SYSTEM', 'AUTHORITY_UNKNOWN'],
  }),
  getRole: role.get({
    description: 'Shipped roles are of every tenant.',
  }),
  deleteRole: role.delete({
    description: 'Only a role that nobody holds, by whoever holds all that is in it; its code can be used again.',
    errors: ['ROLE_SYSTEM', 'ROLE_IN_USE'],
  }),
  queryRolePage: role.page(SvcRoleQueryModel, {
    description: 'Shipped roles and those of the own tenant; another tenant needs TENANT_ALL.',
  }),
  queryRoleList: role.list(SvcRoleQueryModel, {
    description: 'As the page; at most 1,000, of pageable the sort alone counts.',
  }),
  listAuthorities: operation({
    method: 'GET',
    path: '/authorities/list',
    summary: 'Lists the authorities of all modules',
    description: 'What roles and API keys can hold, ordered by authority.',
    access: authority('AUTH_ROLE_MANAGE', 'AUTH_USER_MANAGE'),
    effect: 'read',
    reply: { kind: 'json', schema: list(SvcAuthorityModel, 'Authorities.') },
  }),
} as const;

const tenant = recordOperations({
  thing: 'TENANT',
  one: 'a tenant',
  many: 'tenants',
  path: '/tenants',
  model: SvcTenantModel,
  read: manageTenants,
  write: manageTenants,
});

export const tenantOperations = {
  createTenant: tenant.save(SvcTenantModelInput, {
    description: 'Its first user is made by createUser with its identifier, which needs TENANT_ALL.',
    errors: ['TENANT_ALREADY_EXISTS', 'TENANT_HOST_ALREADY_EXISTS'],
  }),
  updateTenant: tenant.update(SvcTenantUpdateModel, {
    description: 'The fields identifier and enabled must be absent or equal (FIELD_READ_ONLY).',
    errors: ['TENANT_HOST_ALREADY_EXISTS'],
  }),
  getTenant: tenant.get({
    description: 'Another than the own needs TENANT_ALL.',
  }),
  queryTenantPage: tenant.page(SvcTenantQueryModel, {
    description: 'Others than the own need TENANT_ALL.',
  }),
  activateTenant: tenant.activate({
    summary: 'Lets the people of a tenant sign in again',
    description: 'An active tenant is left as it is.',
  }),
  deactivateTenant: tenant.deactivate({
    summary: 'Keeps everybody of a tenant out',
    description: 'Closes its sessions and refuses its API keys at once. The tenant default cannot be deactivated.',
    errors: ['TENANT_SYSTEM', 'SELF_LOCKOUT', 'LAST_ADMIN'],
  }),
  deleteTenant: tenant.delete({
    description: 'Only a deactivated one without users. Its identifier is never used again.',
    errors: ['TENANT_SYSTEM', 'TENANT_IN_USE'],
  }),
} as const;

const apiKey = recordOperations({
  thing: 'API_KEY',
  one: 'an API key',
  many: 'API keys',
  path: '/api-keys',
  model: SvcApiKeyModel,
  read: manageKeys,
  write: fresh(manageKeys),
});
const secretAnswer = { kind: 'json', schema: SvcApiKeyModel, headers: { 'cache-control': 'no-store' } } as const;

export const apiKeyOperations = {
  createApiKey: operation({
    method: 'POST',
    path: '/api-keys',
    summary: 'Creates an API key',
    description:
      'The key is in this answer only. Its authorities lie within those of the creator. Idempotency-Key is not honoured, ' +
      'because the answer carries a secret.',
    access: fresh(manageKeys),
    effect: 'write',
    body: { kind: 'json', schema: SvcApiKeyModelInput },
    reply: secretAnswer,
    errors: ['API_KEY_ALREADY_EXISTS', 'AUTHORITY_UNKNOWN', 'TENANT_NOT_FOUND'],
  }),
  deleteApiKey: apiKey.delete({ description: 'The key is refused everywhere at once.' }),
  updateApiKey: apiKey.update(SvcApiKeyUpdateModel, {
    description: 'Effective everywhere at once. Nobody gives a key an authority they lack.',
    errors: ['API_KEY_ALREADY_EXISTS', 'AUTHORITY_UNKNOWN'],
  }),
  getApiKey: apiKey.get({
    description: 'Without the key itself.',
  }),
  queryApiKeyPage: apiKey.page(SvcApiKeyQueryModel, {
    description: 'Keys of the own tenant, without the keys themselves; another tenant needs TENANT_ALL.',
  }),
  rotateApiKey: apiKey.perform('rotate', {
    summary: 'Makes a new key for an API key',
    description:
      'The new key is in this answer only, so the caller must hold every authority of the key; the old one works for ' +
      'overlapMinutes more. Idempotency-Key is not honoured, because the answer carries a secret.',
    body: { kind: 'json', schema: SvcApiKeyRotateModel, optional: true },
    reply: secretAnswer,
  }),
} as const;
