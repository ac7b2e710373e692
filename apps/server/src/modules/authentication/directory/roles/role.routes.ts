// Answers the contract operations on roles and authorities by calls of their services.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { RoleService } from './role.service.ts';

type RoleHandlers = Pick<
  AuthenticationHandlers,
  'createRole' | 'updateRole' | 'getRole' | 'deleteRole' | 'queryRolePage' | 'queryRoleList' | 'listAuthorities'
>;

export function createRoleHandlers(roles: RoleService, listAuthorities: RoleHandlers['listAuthorities']): RoleHandlers {
  return {
    createRole: ({ body, act }) => roles.save(act, body),
    updateRole: ({ body, act }) => roles.update(act, { uuid: body.uuid }, body),
    getRole: ({ params, act }) => roles.get(act, params),
    async deleteRole({ params, act }) {
      await roles.remove(act, params);
      return undefined;
    },
    queryRolePage: ({ body, act }) => roles.page(act, body),
    queryRoleList: ({ body, act }) => roles.list(act, body),
    listAuthorities,
  };
}
