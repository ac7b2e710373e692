// Contract operations of administering users, roles, tenants and API keys, as calls of their services.
import type { authenticationModule, Handlers } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import type { ApiKeyAdministrationService } from '../api-key/api-key-administration.service.ts';
import type { RoleAdministrationService } from '../directory/role-administration.service.ts';
import type { UserImportService } from '../directory/user-import.service.ts';
import type { UserQueryService } from '../directory/user-query.service.ts';
import type { UserStandingService } from '../directory/user-standing.service.ts';
import type { UserUpdateService } from '../directory/user-update.service.ts';
import type { ImpersonationService } from '../impersonation/impersonation.service.ts';
import type { TenantService } from '../tenant/tenant.service.ts';
import type { TenantStandingService } from '../tenant/tenant-standing.service.ts';

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

type All = Handlers<typeof authenticationModule, Caller, Context>;

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
    updateUser: ({ body, caller, context }) => userUpdates.update(body, caller, context),
    getUser: ({ params, caller }) => userQueries.get(params.uuid, caller),
    getUserByUsername: ({ params, caller }) => userQueries.getByUsername(params.username, caller),
    queryUserPage: ({ body, caller }) => userQueries.page(body, caller),
    queryUserList: ({ body, caller }) => userQueries.list(body, caller),
    activateUser: ({ params, caller, context }) => userStanding.activate(params.uuid, caller, context),
    deactivateUser: ({ params, caller, context }) => userStanding.deactivate(params.uuid, caller, context),
    async deleteUser({ params, caller, context }) {
      await userStanding.remove(params.uuid, caller, context);
      return undefined;
    },
    restoreUser: ({ params, caller, context }) => userStanding.restore(params.uuid, caller, context),
    async resendActivation({ params, caller, context }) {
      return { body: await userStanding.resendActivation(params.uuid, caller, context), headers: NO_STORE };
    },
    importUsers: ({ body, query, caller, context }) =>
      userImport.importUsers(body, query.dryRun ?? false, caller, context),
    getCurrentUser: ({ caller }) => userUpdates.current(caller),
    updateCurrentUser: ({ body, caller, context }) => userUpdates.updateCurrent(body, caller, context),
    async impersonate({ body, caller, context }) {
      return { body: await impersonation.impersonate(body, caller, context), headers: NO_STORE };
    },
  };
}

function roleHandlers({ roleAdministration }: AdministrationServices): Pick<All, RoleOperation> {
  return {
    updateRole: ({ body, caller, context }) => roleAdministration.update(body, caller, context),
    getRole: ({ params, caller }) => roleAdministration.get(params.uuid, caller),
    async deleteRole({ params, caller, context }) {
      await roleAdministration.remove(params.uuid, caller, context);
      return undefined;
    },
    queryRolePage: ({ body, caller }) => roleAdministration.page(body, caller),
    queryRoleList: ({ body, caller }) => roleAdministration.list(body, caller),
    listAuthorities: () => roleAdministration.authorities(),
  };
}

function tenantHandlers({ tenants, tenantStanding }: AdministrationServices): Pick<All, TenantOperation> {
  return {
    createTenant: ({ body, caller, context }) => tenants.create(body, caller, context),
    updateTenant: ({ body, caller, context }) => tenants.update(body, caller, context),
    getTenant: ({ params, caller }) => tenants.get(params.uuid, caller),
    queryTenantPage: ({ body, caller }) => tenants.page(body, caller),
    activateTenant: ({ params, caller, context }) => tenantStanding.activate(params.uuid, caller, context),
    deactivateTenant: ({ params, caller, context }) => tenantStanding.deactivate(params.uuid, caller, context),
    async deleteTenant({ params, caller, context }) {
      await tenantStanding.remove(params.uuid, caller, context);
      return undefined;
    },
  };
}

function apiKeyHandlers({ apiKeyAdministration }: AdministrationServices): Pick<All, ApiKeyOperation> {
  return {
    updateApiKey: ({ body, caller, context }) => apiKeyAdministration.update(body, caller, context),
    getApiKey: ({ params, caller }) => apiKeyAdministration.get(params.uuid, caller),
    queryApiKeyPage: ({ body, caller }) => apiKeyAdministration.page(body, caller),
    async rotateApiKey({ params, body, caller, context }) {
      return { body: await apiKeyAdministration.rotate(params.uuid, body, caller, context), headers: NO_STORE };
    },
  };
}
