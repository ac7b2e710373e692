// Answers the contract operations that make, change, shut out and bring back users by calls of their services.
import { type AuthenticationHandlers, NO_STORE } from '../../ground/authentication.types.ts';
import type { UserService } from './user.service.ts';
import type { UserImportService } from './user-import.service.ts';
import type { UserStandingService } from './user-standing.service.ts';
import type { UserUpdateService } from './user-update.service.ts';

type AccountHandlers = Pick<
  AuthenticationHandlers,
  | 'createUser'
  | 'importUsers'
  | 'updateUser'
  | 'getCurrentUser'
  | 'updateCurrentUser'
  | 'activateUser'
  | 'deactivateUser'
  | 'deleteUser'
  | 'restoreUser'
  | 'resendActivation'
>;

export function createAccountHandlers({
  users,
  imports,
  updates,
  standing,
}: {
  readonly users: UserService;
  readonly imports: UserImportService;
  readonly updates: UserUpdateService;
  readonly standing: UserStandingService;
}): AccountHandlers {
  return {
    async createUser({ body, act }) {
      return { body: await users.create(act, body), headers: NO_STORE };
    },
    importUsers: ({ body, query, act }) => imports.importUsers(act, { models: body, dryRun: query.dryRun ?? false }),
    updateUser: ({ body, act }) => updates.update(act, body),
    getCurrentUser: ({ act }) => updates.current(act.caller),
    updateCurrentUser: ({ body, act }) => updates.updateCurrent(act, body),
    activateUser: ({ params, act }) => standing.activate(act, params.uuid),
    deactivateUser: ({ params, act }) => standing.deactivate(act, params.uuid),
    async deleteUser({ params, act }) {
      await standing.remove(act, params.uuid);
      return undefined;
    },
    restoreUser: ({ params, act }) => standing.restore(act, params.uuid),
    async resendActivation({ params, act }) {
      return { body: await standing.resendActivation(act, params.uuid), headers: NO_STORE };
    },
  };
}
