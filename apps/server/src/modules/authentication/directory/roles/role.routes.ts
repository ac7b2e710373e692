// Answers the contract operations on roles and authorities by calls of their services.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { RoleService } from './role.service.ts';
import type { RoleAdministrationService } from './role-administration.service.ts';

type RoleHandlers = Pick<
  AuthenticationHandlers,
  'createRole' | 'updateRole' | 'getRole' | 'deleteRole' | 'queryRolePage' | 'queryRoleList' | 'listAuthorities'
>;

export function createRoleHandlers(roles: RoleService, administration: RoleAdministrationService): RoleHandlers {
  return {
    createRole: ({ body, act }) => roles.create(act, body),
    updateRole: ({ body, act }) => administration.update(act, body),
    getRole: ({ params, act }) => administration.get(params.uuid, act.caller),
    async deleteRole({ params, act }) {
      await administration.remove(act, params.uuid);
      return undefined;
    },
    queryRolePage: ({ body, act }) => administration.page(body, act.caller),
    queryRoleList: ({ body, act }) => administration.list(body, act.caller),
    listAuthorities: () => administration.authorities(),
  };
}
