// Contract operations of administering users, roles, tenants and API keys, as calls of their services.
import type { authenticationModule } from '@keelson/contract';
import type { ModuleHandlers } from '../../../../kernel/module.ts';
import type { ApiKeyAdministrationService } from '../../directory/keys/api-key-administration.service.ts';
import type { RoleAdministrationService } from '../../directory/roles/role-administration.service.ts';
import type { TenantService } from '../../directory/tenants/tenant.service.ts';
import type { TenantStandingService } from '../../directory/tenants/tenant-standing.service.ts';
import type { UserQueryService } from '../../directory/users/user-query.service.ts';
import type { ImpersonationService } from '../impersonation/impersonation.service.ts';
import type { UserImportService } from './user-import.service.ts';
import type { UserStandingService } from './user-standing.service.ts';
import type { UserUpdateService } from './user-update.service.ts';

const NO_STORE = { 'cache-control': 'no-store' } as const;

export interface AdministrationServices {
  readonly userUpdates: UserUpdateService;
  readonly userQueries: UserQueryService;
  readonly userStanding: UserStandingService;
  readonly userImport: UserImportService;
  readonly roleAdministration: RoleAdministrationService;
  readonly tenants: TenantService;
  readonly tenantStanding: TenantStandingService;
  readonly apiKeyAdministration: ApiKeyAdministrationService;
  readonly impersonation: ImpersonationService;
}

type All = ModuleHandlers<typeof authenticationModule>;

type UserOperation =
  | 'updateUser'
  | 'getUser'
  | 'getUserByUsername'
  | 'queryUserPage'
  | 'queryUserList'
  | 'activateUser'
  | 'deactivateUser'
  | 'deleteUser'
  | 'restoreUser'
  | 'resendActivation'
  | 'importUsers'
  | 'getCurrentUser'
  | 'updateCurrentUser'
  | 'impersonate';
type RoleOperation = 'updateRole' | 'getRole' | 'deleteRole' | 'queryRolePage' | 'queryRoleList' | 'listAuthorities';
type TenantOperation =
  | 'createTenant'
  | 'updateTenant'
  | 'getTenant'
  | 'queryTenantPage'
  | 'activateTenant'
  | 'deactivateTenant'
  | 'deleteTenant';
type ApiKeyOperation = 'updateApiKey' | 'getApiKey' | 'queryApiKeyPage' | 'rotateApiKey';

export type AdministrationHandlers = Pick<All, UserOperation | RoleOperation | TenantOperation | ApiKeyOperation>;

export function createAdministrationHandlers(services: AdministrationServices): AdministrationHandlers {
  return {
    ...userHandlers(services),
    ...roleHandlers(services),
    ...tenantHandlers(services),
    ...apiKeyHandlers(services),
  };
}

function userHandlers(services: AdministrationServices): Pick<All, UserOperation> {
  const { userUpdates, userQueries, userStanding, userImport, impersonation } = services;
  return {
    updateUser: ({ body, act }) => userUpdates.update(act, body),
    getUser: ({ params, act }) => userQueries.get(params.uuid, act.caller),
    getUserByUsername: ({ params, act }) => userQueries.getByUsername(params.username, act.caller),
    queryUserPage: ({ body, act }) => userQueries.page(body, act.caller),
    queryUserList: ({ body, act }) => userQueries.list(body, act.caller),
    activateUser: ({ params, act }) => userStanding.activate(act, params.uuid),
    deactivateUser: ({ params, act }) => userStanding.deactivate(act, params.uuid),
    async deleteUser({ params, act }) {
      await userStanding.remove(act, params.uuid);
      return undefined;
    },
    restoreUser: ({ params, act }) => userStanding.restore(act, params.uuid),
    async resendActivation({ params, act }) {
      return { body: await userStanding.resendActivation(act, params.uuid), headers: NO_STORE };
    },
    importUsers: ({ body, query, act }) => userImport.importUsers(act, body, query.dryRun ?? false),
    getCurrentUser: ({ act }) => userUpdates.current(act.caller),
    updateCurrentUser: ({ body, act }) => userUpdates.updateCurrent(act, body),
    async impersonate({ body, act }) {
      return { body: await impersonation.impersonate(act, body), headers: NO_STORE };
    },
  };
}

function roleHandlers({ roleAdministration }: AdministrationServices): Pick<All, RoleOperation> {
  return {
    updateRole: ({ body, act }) => roleAdministration.update(act, body),
    getRole: ({ params, act }) => roleAdministration.get(params.uuid, act.caller),
    async deleteRole({ params, act }) {
      await roleAdministration.remove(act, params.uuid);
      return undefined;
    },
    queryRolePage: ({ body, act }) => roleAdministration.page(body, act.caller),
    queryRoleList: ({ body, act }) => roleAdministration.list(body, act.caller),
    listAuthorities: () => roleAdministration.authorities(),
  };
}

function tenantHandlers({ tenants, tenantStanding }: AdministrationServices): Pick<All, TenantOperation> {
  return {
    createTenant: ({ body, act }) => tenants.create(act, body),
    updateTenant: ({ body, act }) => tenants.update(act, body),
    getTenant: ({ params, act }) => tenants.get(params.uuid, act.caller),
    queryTenantPage: ({ body, act }) => tenants.page(body, act.caller),
    activateTenant: ({ params, act }) => tenantStanding.activate(act, params.uuid),
    deactivateTenant: ({ params, act }) => tenantStanding.deactivate(act, params.uuid),
    async deleteTenant({ params, act }) {
      await tenantStanding.remove(act, params.uuid);
      return undefined;
    },
  };
}

function apiKeyHandlers({ apiKeyAdministration }: AdministrationServices): Pick<All, ApiKeyOperation> {
  return {
    updateApiKey: ({ body, act }) => apiKeyAdministration.update(act, body),
    getApiKey: ({ params, act }) => apiKeyAdministration.get(params.uuid, act.caller),
    queryApiKeyPage: ({ body, act }) => apiKeyAdministration.page(body, act.caller),
    async rotateApiKey({ params, body, act }) {
      return { body: await apiKeyAdministration.rotate(act, params.uuid, body), headers: NO_STORE };
    },
  };
}
