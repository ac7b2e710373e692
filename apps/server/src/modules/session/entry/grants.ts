// Tells what a session may do now: what was given at its begin, what its user holds under its ceiling, or what its API key
// is worth.
import { modules, type SvcGrantedAuthority } from '@keelson/contract';
import type { Directories, UserAccess, UserOfTenant, VerifiedApiKey } from '../api.ts';
import type { SessionRecord } from '../record/session.types.ts';

/** Marks what holds its authorities as an API key; no person ever has it. */
export const ROLE_SERVICE = 'ROLE_SERVICE';

const systemAuthorities: ReadonlySet<string> = new Set(
  modules.flatMap(({ authorities }) =>
    authorities.filter(({ level }) => level === 'SYSTEM').map(({ authority }) => authority),
  ),
);

/** Tells whether an authority reaches beyond one tenant or is withheld from tenant administrators. */
export function isOfLevelSystem(authority: string): boolean {
  return systemAuthorities.has(authority);
}

/** Holds the roles and authorities that a session has at this moment. */
export interface Grants extends Pick<UserAccess, 'roles' | 'authorities'> {
  readonly userUuid: string | null;
  /** Is the key that the session was begun with. */
  readonly key: VerifiedApiKey | null;
}

/** Finds what a session may do now; null when it was begun with an API key that is no longer good. */
export async function findSessionGrants(
  record: UserOfTenant & Pick<SessionRecord, 'keyUuid' | 'givenAuthorities' | 'authorityCeiling'>,
  { users, apiKeys }: Directories,
): Promise<Grants | null> {
  if (record.keyUuid !== null) {
    const key = await apiKeys.findLiveByUuid(record.keyUuid);
    return key === null ? null : { userUuid: null, key, roles: [ROLE_SERVICE], authorities: authoritiesOfKey(key) };
  }
  const access = await users.findAccess(record.tenantIdentifier, record.usernameFolded);
  const userUuid = access?.userUuid ?? null;
  const { givenAuthorities: given, authorityCeiling: ceiling } = record;
  if (given !== null) {
    return { userUuid, key: null, roles: [...new Set(given.map(({ role }) => role))], authorities: given };
  }
  const { roles = [], authorities = [] } = access ?? {};
  return { userUuid, key: null, roles, authorities: underCeiling(authorities, ceiling) };
}

/** Authorities of level SYSTEM pass only where the ceiling names them; null lets all pass. */
export function underCeiling(
  authorities: readonly SvcGrantedAuthority[],
  ceiling: readonly string[] | null,
): readonly SvcGrantedAuthority[] {
  if (ceiling === null) return authorities;
  return authorities.filter(({ authority }) => !isOfLevelSystem(authority) || ceiling.includes(authority));
}

/** Pairs what a key holds with the role of services. */
export function authoritiesOfKey(key: Pick<VerifiedApiKey, 'authorities'>): readonly SvcGrantedAuthority[] {
  return [...key.authorities].sort().map((authority) => ({ role: ROLE_SERVICE, authority }));
}
