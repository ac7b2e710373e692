// Wires roles and the catalogue of authorities, and answers who holds which.
import type { Queryable } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { SessionApi, UserDirectory } from '../../../session/api.ts';
import { findAbsentUsers, findPeople } from '../access.store.ts';
import type { DirectoryEvents } from '../events/feature.ts';
import { listAuthorities } from '../role.store.ts';
import { createTenantReader, findTenantOfSessions } from '../tenant.store.ts';
import { findAddressReadings, findMembers, findUserAddresses } from './addressee.store.ts';
import { createGrantCatalogue, createPersonFinder, createUserGrants } from './grant-catalogue.ts';
import { createRoleHandlers } from './role.routes.ts';
import { createRoleService } from './role.service.ts';
import { findStronger } from './stronger-addressees.ts';

export function createRolesFeature(
  { database, clock, ids }: Pick<Kernel, 'database' | 'clock' | 'ids'>,
  {
    directoryEvents,
    users,
    session,
  }: {
    readonly directoryEvents: DirectoryEvents;
    readonly users: UserDirectory;
    readonly session: () => SessionApi;
  },
) {
  const roles = createRoleService({ database, clock, ids, directoryEvents, session });
  return {
    handlers: createRoleHandlers(roles, () => listAuthorities(database)),
    api: {
      findUnknownGrants: createGrantCatalogue(database),
      findUserGrants: createUserGrants(database, users),
      findPerson: createPersonFinder({ database, clock }, users),
      findPeople: (queryable: Queryable, tenantIdentifier: string, names: readonly string[]) =>
        findPeople(queryable, tenantIdentifier, names, new Date(clock.now())),
      findStronger,
      findUserAddresses,
      findAddressReadings,
      findMembers: (queryable: Queryable, tenantIdentifier: string, authority: string, limit: number) =>
        findMembers(queryable, { tenantIdentifier, authority, limit, now: new Date(clock.now()) }),
      findTenantReading: createTenantReader(database),
      findTenant: (identifier: string) => findTenantOfSessions(database, identifier),
      findAbsentUsers: (tenantIdentifier: string, names: readonly string[]) =>
        findAbsentUsers(database, { tenantIdentifier, names, now: new Date(clock.now()) }),
    },
  };
}
