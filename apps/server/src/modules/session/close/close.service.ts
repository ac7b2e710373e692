// Holds the rules of closing: whose sessions a request may close, and that all of them are closed or none.
import type { SvcSessionReference } from '@keelson/contract';
import type { Kernel } from '../../../kernel/module.ts';
import type { Act } from '../../../kernel/records/act.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import type { Activity } from '../entry/activity.ts';
import { findOwnersOf, type SessionOwner } from '../record/owner.store.ts';
import { isOwn, mayClose, ownerOf, requireFresh } from '../record/owner-access.ts';
import { refuseToken } from '../record/refuse-token.ts';
import { countSessionsOfUser, findSession } from '../record/session.store.ts';
import type { SessionSettings } from '../session.settings.ts';
import type { Closing } from './closing.ts';
import { identifiersOf, refuseTokenReferences, refuseTokens, targetsOf, userOf } from './closing-targets.ts';
import type { BulkCloseScope } from './order.store.ts';
import { createTargetClosing } from './target-closing.ts';

/** Which sessions a close of many spares or includes; each is false unless it is given. */
interface CloseAllScope {
  readonly exceptCurrent?: boolean | undefined;
  readonly allTenants?: boolean | undefined;
  readonly includeSystem?: boolean | undefined;
  /** Closes sessions of services alone. */
  readonly systemOnly?: boolean;
}

interface CloseParts extends Pick<Kernel, 'clock' | 'database'> {
  readonly activity: Activity;
  readonly closing: Closing;
  readonly settings: SessionSettings;
}

export type CloseService = ReturnType<typeof createCloseService>;

/** Creates the closes, each of which answers whether it closed the caller's current session. */
export function createCloseService(parts: CloseParts) {
  return { ...createNamedCloses(parts), ...createMassCloses(parts) };
}

/** Closes what a request names: sessions by identifier, users by name. */
function createNamedCloses(parts: CloseParts) {
  const targets = createTargetClosing(parts);

  const closeReferences = async (
    act: Act,
    references: readonly SvcSessionReference[],
    fieldOf: (index: number) => string,
  ): Promise<boolean> => {
    refuseTokenReferences(references, fieldOf);
    const found = await targets.find(references.flatMap(({ identifier }) => identifier ?? []));
    return targets.close(act, targetsOf(act.caller, references, found));
  };

  const closeOwn = async (act: Act, identifiers: readonly string[]): Promise<boolean> => {
    const found = await targets.find(identifiers);
    const missing = identifiers.flatMap((identifier, index) => {
      const owner = found.get(identifier);
      return owner !== undefined && isOwn(act.caller, owner) ? [] : [{ index, identifier }];
    });
    if (missing.length > 0) failNotFound('SESSION_NOT_FOUND', ...missing);
    return targets.close(act, { owners: [...found.values()], users: new Map() });
  };

  return {
    async closeOne(act: Act, identifier: string): Promise<boolean> {
      refuseToken(identifier);
      return closeReferences(act, [{ identifier }], () => '');
    },
    /** Closes one session with its descendants, or all of a user. */
    closeReference: (act: Act, reference: SvcSessionReference) => closeReferences(act, [reference], () => ''),
    async closeReferences(act: Act, references: readonly SvcSessionReference[]): Promise<boolean> {
      return closeReferences(act, references, (index) => `[${index}]`);
    },
    async closeOwnReferences(act: Act, references: readonly SvcSessionReference[]): Promise<boolean> {
      return closeOwn(act, identifiersOf(references));
    },
    async closeIdentifiers(act: Act, identifiers: readonly string[]): Promise<boolean> {
      const { caller } = act;
      refuseTokens(identifiers, (index) => `[${index}]`);
      const found = await targets.find(identifiers);
      // A session that the caller may not see counts as one that does not exist.
      const seen = [...found.values()].filter((owner) => isOwn(caller, owner) || inReach(caller, owner));
      if (seen.some((owner) => !mayClose(caller, owner))) fail('ACCESS_DENIED');
      return targets.close(act, { owners: seen, users: new Map() });
    },
    async closeOwn(act: Act, identifier: string): Promise<boolean> {
      refuseToken(identifier);
      return closeOwn(act, [identifier]);
    },
    async closeUsers(act: Act, usernames: readonly string[]): Promise<boolean> {
      const { caller } = act;
      const { tenantIdentifier } = caller;
      const folded = new Set(usernames.map((name) => userOf(caller, name, tenantIdentifier).usernameFolded));
      return targets.close(act, { owners: [], users: new Map([[tenantIdentifier, [...folded]]]) });
    },
  };
}

/** Closes all sessions of a user or of services. */
function createMassCloses({ clock, database, activity, closing, settings }: CloseParts) {
  const closeAll = async ({ caller, actor }: Act, scope: CloseAllScope): Promise<boolean> => {
    const order = orderOf(caller, scope);
    await database.transaction((tx) => closing.closeAll(tx, order, actor));
    return scope.exceptCurrent !== true && caller.kind === 'person';
  };

  return {
    async closeAllOfCaller({ caller, actor }: Act, exceptCurrent: boolean): Promise<boolean> {
      await activity.settled();
      const user = ownerOf(caller);
      if (exceptCurrent || (await countSessionsOfUser(database, user, clock.now())) > 1) {
        requireFresh(settings, caller, clock.now());
      }
      const except = exceptCurrent ? caller.identifier : null;
      await database.transaction((tx) => closing.closeByUser(tx, user, 'USER', actor, except));
      return !exceptCurrent && caller.kind === 'person';
    },
    closeAll,
    /** Closes one session of a service; to this operation those of people do not exist. */
    async closeSystem({ caller, actor }: Act, identifier: string): Promise<boolean> {
      refuseToken(identifier);
      const [owner] = await findOwnersOf(database, [identifier]);
      if (owner?.system !== true || !inReach(caller, owner)) failNotFound('SESSION_NOT_FOUND', { identifier });
      const current = owner.identifier === caller.identifier;
      if (!current) requireFresh(settings, caller, clock.now());
      const reason = current ? 'LOGOUT' : caller.kind === 'api-key' ? 'SERVICE' : 'ADMIN';
      await database.transaction((tx) => closing.closeNamed(tx, [identifier], reason, actor));
      return current;
    },
    async closeAllSystem(act: Act, scope: Pick<CloseAllScope, 'exceptCurrent' | 'allTenants'>): Promise<boolean> {
      const current = scope.exceptCurrent === true ? null : await findSession(database, act.caller.identifier);
      await closeAll(act, { ...scope, includeSystem: true, systemOnly: true });
      return current?.system === true;
    },
  };
}

function orderOf(
  caller: Caller,
  { exceptCurrent = false, allTenants = false, includeSystem = false, systemOnly = false }: CloseAllScope,
): BulkCloseScope {
  if (allTenants && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
  if (includeSystem && !caller.holds('SESSION_SYSTEM')) failAuthority('SESSION_SYSTEM');
  return {
    tenantIdentifier: allTenants ? null : caller.tenantIdentifier,
    includeSystem,
    systemOnly,
    exceptIdentifier: exceptCurrent ? caller.identifier : null,
  };
}

function inReach(caller: Caller, owner: SessionOwner): boolean {
  return owner.tenantIdentifier === caller.tenantIdentifier || caller.holds('TENANT_ALL');
}
