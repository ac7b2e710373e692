// Answers the contract operations on tenants by calls of their services.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { TenantService } from './tenant.service.ts';
import type { TenantStandingService } from './tenant-standing.service.ts';

type TenantHandlers = Pick<
  AuthenticationHandlers,
  | 'createTenant'
  | 'updateTenant'
  | 'getTenant'
  | 'queryTenantPage'
  | 'activateTenant'
  | 'deactivateTenant'
  | 'deleteTenant'
>;

export function createTenantHandlers(tenants: TenantService, standing: TenantStandingService): TenantHandlers {
  return {
    createTenant: ({ body, act }) => tenants.save(act, body),
    updateTenant: ({ body, act }) => tenants.update(act, { uuid: body.uuid }, body),
    getTenant: ({ params, act }) => tenants.get(act, params),
    queryTenantPage: ({ body, act }) => tenants.page(act, body),
    activateTenant: ({ params, act }) => standing.activate(act, params.uuid),
    deactivateTenant: ({ params, act }) => standing.deactivate(act, params.uuid),
    async deleteTenant({ params, act }) {
      await tenants.remove(act, params);
      return undefined;
    },
  };
}
