// Rules of closing several sessions: whose may be named, and that all or none are closed.
import { closingNamesMax, type SvcSessionReference } from '@keelson/contract';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, invalid } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import { looksLikeToken } from '../live/token-shape.ts';
import { isOwn, mayClose } from '../record/access.ts';
import type { SessionOwner } from '../record/owner.store.ts';
import { identifierIsToken } from '../search/checked-query.ts';
import { type ClosingTargets, createTargetClosing, type SessionClosingDependencies } from './target-closing.ts';

/** Each answers whether the caller's current session was closed by it. */
export interface SessionClosing {
  reference(act: Act, reference: SvcSessionReference): Promise<boolean>;
  references(act: Act, references: readonly SvcSessionReference[]): Promise<boolean>;
  ownReferences(act: Act, references: readonly SvcSessionReference[]): Promise<boolean>;
  identifiers(act: Act, identifiers: readonly string[]): Promise<boolean>;
  own(act: Act, identifier: string): Promise<boolean>;
  users(act: Act, usernames: readonly string[]): Promise<boolean>;
  all(act: Act, scope: CloseAllScope): Promise<boolean>;
}

export interface CloseAllScope {
  readonly exceptCurrent: boolean;
  readonly allTenants: boolean;
  readonly includeSystem: boolean;
  /** Sessions of services alone; default false. */
  readonly systemOnly?: boolean;
}

export function createSessionClosing(deps: SessionClosingDependencies): SessionClosing {
  const { database, lifecycle } = deps;
  const targets = createTargetClosing(deps);

  const closeReferences = async (
    act: Act,
    references: readonly SvcSessionReference[],
    fieldOf: (index: number) => string,
  ): Promise<boolean> => {
    requireNames(references, fieldOf);
    const found = await targets.find(references.flatMap(({ identifier }) => identifier ?? []));
    return targets.close(act, targetsOf(act.caller, references, found));
  };

  const closeOwn = async (act: Act, identifiers: readonly string[]): Promise<boolean> => {
    const found = await targets.find(identifiers);
    const missing = identifiers.flatMap((identifier, index) => {
      const owner = found.get(identifier);
      return owner !== undefined && isOwn(act.caller, owner) ? [] : [{ index }];
    });
    if (missing.length > 0) fail('SESSION_NOT_FOUND', { errorArguments: missing });
    return targets.close(act, { owners: [...found.values()], users: new Map() });
  };

  return {
    reference: (act, reference) => closeReferences(act, [reference], () => ''),
    references(act, references) {
      requireCount(references);
      return closeReferences(act, references, (index) => `[${index}]`);
    },
    async ownReferences(act, references) {
      requireCount(references);
      return closeOwn(act, identifiersOf(references));
    },
    async identifiers(act, identifiers) {
      const { caller } = act;
      requireCount(identifiers);
      refuseTokens(identifiers, (index) => `[${index}]`);
      const found = await targets.find(identifiers);
      // A session of another tenant does not exist.
      const seen = [...found.values()].filter((owner) => isOwn(caller, owner) || inReach(caller, owner));
      if (seen.some((owner) => !mayClose(caller, owner))) fail('ACCESS_DENIED');
      return targets.close(act, { owners: seen, users: new Map() });
    },
    async own(act, identifier) {
      refuseTokens([identifier], () => '');
      return closeOwn(act, [identifier]);
    },
    async users(act, usernames) {
      requireCount(usernames);
      const { caller } = act;
      const { tenantIdentifier } = caller;
      const folded = new Set(usernames.map((name) => userOf(caller, name, tenantIdentifier).usernameFolded));
      return targets.close(act, { owners: [], users: new Map([[tenantIdentifier, [...folded]]]) });
    },
    async all(act, scope) {
      const order = orderOf(act.caller, scope);
      await database.transaction((tx) => lifecycle.closeAll(tx, order, act.actor));
      return !scope.exceptCurrent && act.caller.kind === 'person';
    },
  };
}

function orderOf(caller: Caller, { exceptCurrent, allTenants, includeSystem, systemOnly = false }: CloseAllScope) {
  if (allTenants && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  if (includeSystem && !caller.holds('SESSION_SYSTEM')) fail('ACCESS_DENIED');
  return {
    tenantIdentifier: allTenants ? null : caller.tenantIdentifier,
    ...{ includeSystem, systemOnly },
    exceptIdentifier: exceptCurrent ? caller.identifier : null,
  };
}

/** 404 with the index of each identifier that names no session which the caller may close. */
function targetsOf(
  caller: Caller,
  references: readonly SvcSessionReference[],
  found: ReadonlyMap<string, SessionOwner>,
): ClosingTargets {
  const users = new Map<string, string[]>();
  const owners: SessionOwner[] = [];
  const missing: number[] = [];
  references.forEach(({ identifier, username, tenantIdentifier }, index) => {
    if (isGiven(identifier)) {
      const owner = found.get(identifier);
      if (owner !== undefined && mayClose(caller, owner)) owners.push(owner);
      else missing.push(index);
      return;
    }
    const user = userOf(caller, username ?? '', tenantIdentifier ?? caller.tenantIdentifier);
    const names = users.get(user.tenantIdentifier) ?? [];
    if (!names.includes(user.usernameFolded)) names.push(user.usernameFolded);
    users.set(user.tenantIdentifier, names);
  });
  if (missing.length > 0) fail('SESSION_NOT_FOUND', { errorArguments: missing.map((index) => ({ index })) });
  return { owners, users };
}

/** 400 for an entry without one. */
function identifiersOf(references: readonly SvcSessionReference[]): readonly string[] {
  const unnamed = references.flatMap(({ identifier }, index) => (isGiven(identifier) ? [] : [index]));
  if (unnamed.length > 0) invalid(...unnamed.map((index) => criteriaRequired(`[${index}].identifier`)));
  const identifiers = references.map(({ identifier }) => identifier ?? '');
  refuseTokens(identifiers, (index) => `[${index}].identifier`);
  return identifiers;
}

function isGiven(name: string | null | undefined): name is string {
  return name !== null && name !== undefined && name !== '';
}

function inReach(caller: Caller, owner: SessionOwner): boolean {
  return owner.tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
}

/** Another user's sessions need the authority, another tenant's that for all tenants, whether or not there are any. */
function userOf(
  caller: Caller,
  username: string,
  tenantIdentifier: string,
): { readonly tenantIdentifier: string; readonly usernameFolded: string } {
  const usernameFolded = foldName(username);
  const user = { tenantIdentifier, usernameFolded };
  if (tenantIdentifier !== caller.tenantIdentifier && !caller.holds('TENANT_ALL')) fail('ACCESS_DENIED');
  if (!isOwn(caller, user) && !caller.holds('SESSION_CLOSE')) fail('ACCESS_DENIED');
  return user;
}

function criteriaRequired(field: string) {
  return { field, code: 'SESSION_CRITERIA_REQUIRED', message: 'Name a session by its identifier or a user.' };
}

function requireNames(references: readonly SvcSessionReference[], fieldOf: (index: number) => string): void {
  const problems = references.flatMap(({ identifier, username }, index) => {
    const field = fieldOf(index);
    if (isGiven(identifier)) {
      const path = field === '' ? 'identifier' : `${field}.identifier`;
      return looksLikeToken(identifier) ? [identifierIsToken(path)] : [];
    }
    return isGiven(username) ? [] : [criteriaRequired(field)];
  });
  if (problems.length > 0) invalid(...problems);
}

function refuseTokens(identifiers: readonly string[], fieldOf: (index: number) => string): void {
  const problems = identifiers.flatMap((identifier, index) =>
    looksLikeToken(identifier) ? [identifierIsToken(fieldOf(index))] : [],
  );
  if (problems.length > 0) invalid(...problems);
}

function requireCount(names: readonly unknown[]): void {
  if (names.length === 0) invalid({ field: '', code: 'TOO_SHORT', message: 'Name at least one.' });
  if (names.length > closingNamesMax) {
    invalid({ field: '', code: 'TOO_LONG', message: `At most ${closingNamesMax} in one request.` });
  }
}
