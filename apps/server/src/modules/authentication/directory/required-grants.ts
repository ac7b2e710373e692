// Holds the rules of granting: a caller neither grants nor takes an authority that the caller lacks, nor changes a user
// who holds one.
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { ROLE_SERVICE, ROLE_USER, TENANT_ALL } from '../ground/authentication.types.ts';
import { type AssignableRole, findUnknownAuthorities, lockHeldAuthorities } from './role.store.ts';
import { findTenant } from './tenant.store.ts';
import { findUser, lockUserForChange, type User } from './user.store.ts';

/** Fails with 403 unless the caller holds every one of the authorities. */
export function requireHeld(caller: Caller, authorities: Iterable<string>): void {
  for (const authority of authorities) if (!caller.holds(authority)) failAuthority(authority);
}

/** Fails with 422 for an authority that no module has. */
export async function requireKnownAuthorities(queryable: Queryable, authorities: readonly string[]): Promise<void> {
  const [unknown] = await findUnknownAuthorities(queryable, authorities);
  if (unknown !== undefined) fail('AUTHORITY_UNKNOWN', { parameters: { authority: unknown } });
}

/** Fails with 403 for another tenant than the own without TENANT_ALL, whether or not such a tenant exists. */
export function requireTenant(caller: Caller, tenantIdentifier: string): void {
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds(TENANT_ALL)) failAuthority(TENANT_ALL);
}

/** Answers the tenant that was asked for, the own one where none was; fails as `requireTenant`. */
export function askedTenant(caller: Caller, asked: string | null | undefined): string {
  const tenantIdentifier = asked ?? caller.tenantIdentifier;
  requireTenant(caller, tenantIdentifier);
  return tenantIdentifier;
}

/** As `askedTenant`, for a tenant in which something is made: 404 where it does not exist. */
export async function askedTenantToMakeIn(
  queryable: Queryable,
  caller: Caller,
  asked: string | null | undefined,
): Promise<string> {
  const tenantIdentifier = askedTenant(caller, asked);
  const tenant = await findTenant(queryable, tenantIdentifier);
  return tenant?.identifier ?? failNotFound('TENANT_NOT_FOUND', { tenantIdentifier });
}

/** Answers the tenant that a look-up by uuid is bound to; null stands for all. */
export function visibleTenant(caller: Caller): string | null {
  return caller.holds(TENANT_ALL) ? null : caller.tenantIdentifier;
}

/** Answers codes of the roles that a user is to hold: those asked for and the one that everybody has. */
export function wantedRoleCodes(asked: readonly string[]): readonly string[] {
  if (asked.includes(ROLE_SERVICE)) fail('ROLE_NOT_ASSIGNABLE', { parameters: { code: ROLE_SERVICE } });
  return [...new Set([ROLE_USER, ...asked])];
}

/** Fails with 422 for a code without a role. */
export function requireKnownRoles(codes: readonly string[], found: readonly AssignableRole[]): void {
  const unknown = codes.filter((code) => !found.some((role) => role.code === code));
  const [first] = unknown;
  if (first !== undefined) {
    fail('ROLE_UNKNOWN', { parameters: { code: first }, errorArguments: unknown.map((code) => ({ code })) });
  }
}

/**
 * Fails with 403 unless the caller holds all authorities of every role that is given or taken. ROLE_USER needs none.
 */
export function requireMayHandOn(caller: Caller, roles: readonly AssignableRole[]): void {
  for (const role of roles) if (role.code !== ROLE_USER) requireHeld(caller, role.authorityList);
}

/** Says whether the user is the caller, who reaches the own account whatever authorities are left. */
function isOwn(caller: Caller, userUuid: string): boolean {
  return caller.kind === 'person' && caller.userUuid === userUuid;
}

/**
 * Says whether the caller is the user or holds all that the user holds, and so may act for the user or see the user's
 * links.
 */
export function covers(
  caller: Caller,
  { userUuid, held }: { readonly userUuid: string; readonly held: readonly string[] },
): boolean {
  return isOwn(caller, userUuid) || held.every((authority) => caller.holds(authority));
}

/**
 * Locks and answers the user; 404 outside the caller's view. Every change of a user's status, name or credentials goes
 * through here: 403 unless the caller holds all that the user holds. The lock keeps others from giving the user more
 * meanwhile.
 */
export async function lockUserToChange(tx: Transaction, caller: Caller, uuid: string): Promise<User> {
  await lockUserForChange(tx, uuid);
  const user = (await findUser(tx, uuid, visibleTenant(caller))) ?? failNotFound('USER_NOT_FOUND', { uuid });
  if (isOwn(caller, user.uuid)) return user;
  const held = await lockHeldAuthorities(tx, user.id);
  return covers(caller, { userUuid: user.uuid, held }) ? user : fail('ACCESS_DENIED');
}
