// Finds what a session may do now: what was given at its begin, what its user holds under its ceiling, or what its API
// key holds.
import { modules, type SvcGrantedAuthority } from '@keelson/contract';
import { foldName } from '../../../kernel/text/fold.ts';
import type { Directories, UserAccess, UserOfTenant, VerifiedApiKey } from '../api.ts';
import type { SessionRecord } from '../record/session.types.ts';

/** Role of callers with an API key; no person ever has it. */
export const ROLE_SERVICE = 'ROLE_SERVICE';

const systemAuthorities: ReadonlySet<string> = new Set(
  modules.flatMap(({ authorities }) =>
    authorities.filter(({ level }) => level === 'SYSTEM').map(({ authority }) => authority),
  ),
);

/** Says whether an authority reaches beyond one tenant or is withheld from tenant administrators. */
export function isOfLevelSystem(authority: string): boolean {
  return systemAuthorities.has(authority);
}

/** Holds the roles and authorities that a session has at this moment. */
export interface Grants extends Pick<UserAccess, 'roles' | 'authorities'> {
  readonly userUuid: string | null;
  /** The key that the session was begun with. */
  readonly key: VerifiedApiKey | null;
}

type GrantedRecord = UserOfTenant &
  Pick<SessionRecord, 'keyUuid' | 'givenAuthorities' | 'authorityCeiling' | 'actorUsername' | 'parentIdentifier'>;

/**
 * Answers the user who impersonates. A session that a request begins in another's name is bounded by its given
 * authorities, or by its ceiling, and only names the actor.
 */
export function actingUser(record: GrantedRecord): UserOfTenant | null {
  const { tenantIdentifier, actorUsername, parentIdentifier, givenAuthorities, authorityCeiling } = record;
  if (actorUsername === null || parentIdentifier === null) return null;
  if (givenAuthorities !== null || authorityCeiling !== null) return null;
  return { tenantIdentifier, usernameFolded: foldName(actorUsername) };
}

/**
 * Finds what a session may do now; null when it was begun with an API key that is no longer good. The user's access may
 * be given.
 */
export async function findSessionGrants(
  record: GrantedRecord,
  { users, apiKeys }: Directories,
  known?: UserAccess,
): Promise<Grants | null> {
  if (record.keyUuid !== null) {
    const key = await apiKeys.findLiveByUuid(record.keyUuid);
    return key === null ? null : { userUuid: null, key, roles: [ROLE_SERVICE], authorities: authoritiesOfKey(key) };
  }
  const actor = actingUser(record);
  const [access, actorAccess] = await Promise.all([
    known ?? users.findAccess(record.tenantIdentifier, record.usernameFolded),
    actor === null ? null : users.findAccess(actor.tenantIdentifier, actor.usernameFolded),
  ]);
  const userUuid = access?.userUuid ?? null;
  const { givenAuthorities: given, authorityCeiling: ceiling } = record;
  if (given !== null) {
    return { userUuid, key: null, roles: [...new Set(given.map(({ role }) => role))], authorities: given };
  }
  const { roles, authorities } = withinReach(access ?? nothing, actor === null ? null : (actorAccess ?? nothing));
  return { userUuid, key: null, roles, authorities: underCeiling(authorities, ceiling) };
}

const nothing: Pick<UserAccess, 'roles' | 'authorities'> = { roles: [], authorities: [] };

/** Leaves out each role with an authority that the impersonating user lacks: impersonation does not give it. */
function withinReach(
  { roles, authorities }: Pick<UserAccess, 'roles' | 'authorities'>,
  actor: Pick<UserAccess, 'authorities'> | null,
): Pick<UserAccess, 'roles' | 'authorities'> {
  if (actor === null) return { roles, authorities };
  const held = new Set(actor.authorities.map(({ authority }) => authority));
  const beyond = new Set(authorities.filter(({ authority }) => !held.has(authority)).map(({ role }) => role));
  return {
    roles: roles.filter((role) => !beyond.has(role)),
    authorities: authorities.filter(({ role }) => !beyond.has(role)),
  };
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
