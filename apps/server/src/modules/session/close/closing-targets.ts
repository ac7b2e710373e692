// Reads what a request asks to close: sessions by identifier, users by name; all problems at once.
import type { SvcSessionReference } from '@keelson/contract';
import type { Caller } from '../../../kernel/request/caller.ts';
import { failAuthority, invalid } from '../../../kernel/request/errors.ts';
import { type Asked, failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { UserOfTenant } from '../api.ts';
import type { SessionOwner } from '../record/owner.store.ts';
import { isOwn, mayClose } from '../record/owner-access.ts';
import { identifierIsToken, looksLikeToken } from '../record/refuse-token.ts';
import type { ClosingTargets } from './target-closing.ts';

/** Fails with 404 and the index of each identifier that names no session which the caller may close. */
export function targetsOf(
  caller: Caller,
  references: readonly SvcSessionReference[],
  found: ReadonlyMap<string, SessionOwner>,
): ClosingTargets {
  const users = new Map<string, string[]>();
  const owners: SessionOwner[] = [];
  const missing: Asked[] = [];
  references.forEach(({ identifier, username, tenantIdentifier }, index) => {
    if (isGiven(identifier)) {
      const owner = found.get(identifier);
      if (owner !== undefined && mayClose(caller, owner)) owners.push(owner);
      else missing.push({ index, identifier });
      return;
    }
    const user = userOf(caller, username ?? '', tenantIdentifier ?? caller.tenantIdentifier);
    const names = users.get(user.tenantIdentifier) ?? [];
    if (!names.includes(user.usernameFolded)) names.push(user.usernameFolded);
    users.set(user.tenantIdentifier, names);
  });
  if (missing.length > 0) failNotFound('SESSION_NOT_FOUND', ...missing);
  return { owners, users };
}

/** Takes the identifiers out of references to own sessions; 400 for a token. */
export function identifiersOf(references: readonly SvcSessionReference[]): readonly string[] {
  const identifiers = references.map(({ identifier }) => identifier ?? '');
  refuseTokens(identifiers, (index) => `[${index}].identifier`);
  return identifiers;
}

function isGiven(name: string | null | undefined): name is string {
  return name !== null && name !== undefined && name !== '';
}

/**
 * Answers the user. Another user's sessions need the authority, another tenant's that for all tenants, whether or not
 * there are any.
 */
export function userOf(caller: Caller, username: string, tenantIdentifier: string): UserOfTenant {
  const user = { tenantIdentifier, usernameFolded: foldName(username) };
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  if (!isOwn(caller, user) && !caller.holds('SESSION_CLOSE')) failAuthority('SESSION_CLOSE');
  return user;
}

/** Refuses with 400 each reference that names a token. */
export function refuseTokenReferences(
  references: readonly SvcSessionReference[],
  fieldOf: (index: number) => string,
): void {
  const identifiers = references.map(({ identifier }) => identifier ?? '');
  refuseTokens(identifiers, (index) => [fieldOf(index), 'identifier'].filter((part) => part !== '').join('.'));
}

/** Refuses with 400 each identifier that is a token. */
export function refuseTokens(identifiers: readonly string[], fieldOf: (index: number) => string): void {
  const problems = identifiers.flatMap((identifier, index) =>
    looksLikeToken(identifier) ? [identifierIsToken(fieldOf(index))] : [],
  );
  if (problems.length > 0) invalid(...problems);
}
