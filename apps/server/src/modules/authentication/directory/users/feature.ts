// Finds users as they are, and wires who holds which roles.
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi } from '../../../session/api.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { createUserHandlers } from './user.routes.ts';
import { createUserQueryService } from './user-query.service.ts';
import { createUserRolesService } from './user-roles.service.ts';

export function createUsersFeature(
  { database, clock }: Pick<Kernel, 'database' | 'clock'>,
  { directoryEvents, session }: { readonly directoryEvents: DirectoryEvents; readonly session: () => SessionApi },
) {
  const queries = createUserQueryService({ database, clock });
  const roles = createUserRolesService({ database, clock, directoryEvents, session });
  return { handlers: createUserHandlers(queries, roles) };
}
