// Answers to other modules which roles and authorities exist for a tenant, and which a user holds.
import type { Clock } from '../../../../kernel/database/clock.ts';
import type { Database } from '../../../../kernel/database/database.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { UserDirectory } from '../../../session/api.ts';
import { findSigningIn } from '../access.store.ts';
import type { Grant, GrantedPerson, PersonKey, UserGrants } from '../directory.types.ts';
import { findAssignableRoles, findUnknownAuthorities } from '../role.store.ts';
import { findUserByFoldedName } from '../user.store.ts';

export function createGrantCatalogue(database: Database) {
  return async (tenantIdentifier: string, pairs: readonly Grant[]): Promise<readonly Grant[]> => {
    const roles = [...new Set(pairs.flatMap(({ role }) => role ?? []))];
    const authorities = [...new Set(pairs.flatMap(({ authority }) => authority ?? []))];
    const knownRoles = new Set((await findAssignableRoles(database, roles, tenantIdentifier)).map(({ code }) => code));
    const unknownAuthorities = new Set(await findUnknownAuthorities(database, authorities));
    return pairs.filter(
      ({ role, authority }) =>
        (role !== null && !knownRoles.has(role)) || (authority !== null && unknownAuthorities.has(authority)),
    );
  };
}

export function createUserGrants(database: Database, users: Pick<UserDirectory, 'findAccess'>) {
  return async (tenantIdentifier: string, username: string): Promise<UserGrants | null> => {
    const usernameFolded = foldName(username);
    const access = await users.findAccess(tenantIdentifier, usernameFolded);
    if (access !== null) return access;
    const user = await findUserByFoldedName(database, tenantIdentifier, usernameFolded);
    return user === null ? null : { roles: [], authorities: [] };
  };
}

export function createPersonFinder(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  users: Pick<UserDirectory, 'findAccess'>,
) {
  return async (tenantIdentifier: string, by: PersonKey): Promise<GrantedPerson | null> => {
    const key =
      'userUuid' in by
        ? { userUuid: by.userUuid, usernameFolded: null }
        : { userUuid: null, usernameFolded: foldName(by.username) };
    const user = await findSigningIn(database, { tenantIdentifier, ...key, now: new Date(clock.now()) });
    if (user === null) return null;
    const access = await users.findAccess(tenantIdentifier, foldName(user.username));
    // The name may have passed to another user between the two reads.
    if (access === null || access.userUuid !== user.userUuid) return null;
    const authorities = new Set(access.authorities.map(({ authority }) => authority));
    return { ...user, roles: new Set(access.roles), authorities };
  };
}
