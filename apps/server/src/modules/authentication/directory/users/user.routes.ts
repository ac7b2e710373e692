// Answers the contract operations that find users and say what they may do by calls of their services.
import type { AuthenticationHandlers } from '../../ground/authentication.types.ts';
import type { UserQueryService } from './user-query.service.ts';
import type { UserRolesService } from './user-roles.service.ts';

type UserHandlers = Pick<
  AuthenticationHandlers,
  'getUser' | 'getUserByUsername' | 'queryUserPage' | 'queryUserList' | 'setRoles'
>;

export function createUserHandlers(queries: UserQueryService, roles: UserRolesService): UserHandlers {
  return {
    getUser: ({ params, act }) => queries.get(params.uuid, act.caller),
    getUserByUsername: ({ params, act }) => queries.getByUsername(params.username, act.caller),
    queryUserPage: ({ body, act }) => queries.page(body, act.caller),
    queryUserList: ({ body, act }) => queries.list(body, act.caller),
    setRoles: ({ params, body, act }) => roles.setRoles(act, { uuid: params.uuid, ...body }),
  };
}
