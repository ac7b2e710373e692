// One live caller as a process remembers it, and the answer that GET /session gives for it.
import type { SvcGrantedAuthority } from '@keelson/contract';
import type { Authenticated } from '../../../kernel/http/exchange/guard.ts';
import { type Caller, grantKey } from '../../../kernel/request/caller.ts';
import { type AddressRange, parseAddressRange } from '../../../kernel/text/address-range.ts';
import type { UserAccess, VerifiedApiKey } from '../api.ts';
import { type Lifespan, touchIntervalMs } from '../record/lifespan.ts';
import { type SessionRecord, type Signal, userKey } from '../record/session.types.ts';
import { staticAttributes } from '../record/session.wire.ts';
import { type BindingCheck, bindingCheck } from './binding-check.ts';
import { actingUser, authoritiesOfKey, type Grants, ROLE_SERVICE } from './grants.ts';

// How old the stored last use of an API key may get.
const KEY_TOUCH_MS = 60_000;

/** Holds what GET /session shows beside the dates that change. */
export interface SessionView {
  readonly username: string;
  readonly system: boolean;
  readonly createdMs: number;
  readonly localeTag: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly authorities: readonly SvcGrantedAuthority[];
}

/** A cached caller. Only its access times change; for everything else the entry is evicted and read again. */
export interface SessionEntry extends Lifespan {
  readonly caller: Caller;
  /** Object that the guard gets on each hit, one for all requests of the session. */
  readonly authenticated: Authenticated;
  readonly view: SessionView;
  /** Is 0 for an API key, whose last use authentication stores. */
  readonly sessionId: number;
  readonly touchMs: number;
  lastAccessMs: number;
  /** The last access that is stored or on its way to the store. */
  notedAccessMs: number;
  /** The `userKey` of the user whose authorities count, or of the owner of an API key; null for a key of its tenant. */
  readonly userKey: string | null;
  /** The `userKey` of an impersonating user, who bounds what the session may do; null for every other session. */
  readonly actorKey: string | null;
  readonly allowedAddresses: readonly AddressRange[];
  /** Null for a session that is not bound, and for API keys, which have ranges of their own. */
  readonly binding: BindingCheck | null;
}

/**
 * Says whether it is an API key itself, which has no row and never idles; a session that was begun with one is none.
 */
export function isApiKeyEntry({ sessionId }: SessionEntry): boolean {
  return sessionId === 0;
}

interface SharedGrants {
  readonly roles: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
  readonly grants: ReadonlySet<string>;
}

function makeCaller(
  identity: Omit<Caller, 'holds' | keyof SharedGrants>,
  { roles, authorities, grants }: SharedGrants,
): Caller {
  return { ...identity, roles, authorities, grants, holds: (authority) => authorities.has(authority) };
}

/** Shares the sets of sessions with the same roles and authorities: 50,000 sessions have a few dozen of them. */
export function createGrantInterner(max: number): (access: Pick<UserAccess, 'roles' | 'authorities'>) => SharedGrants {
  const known = new Map<string, SharedGrants>();
  return ({ roles, authorities }) => {
    const key = `${roles.join()} ${authorities.map(({ role, authority }) => `${role}:${authority}`).join()}`;
    let grants = known.get(key);
    if (grants === undefined) {
      // Combinations die with role edits; starting over is cheaper than counting their users.
      if (known.size >= max) known.clear();
      grants = {
        roles: new Set(roles),
        authorities: new Set(authorities.map(({ authority }) => authority)),
        grants: new Set(authorities.map(({ role, authority }) => grantKey(role, authority))),
      };
      known.set(key, grants);
    }
    return grants;
  };
}

/**
 * Makes the entry. A session of an API key counts as the key wherever a person is required, and keeps its ranges of
 * addresses.
 */
export function sessionEntry(record: SessionRecord, held: Grants, grants: SharedGrants): SessionEntry {
  const { key } = held;
  const caller = makeCaller(
    {
      kind: key === null ? 'person' : 'api-key',
      identifier: record.identifier,
      username: record.username,
      tenantIdentifier: record.tenantIdentifier,
      userUuid: held.userUuid,
      apiKeyUuid: key?.uuid ?? null,
      actorUsername: record.actorUsername,
      localeTag: record.localeTag,
      authenticatedAt: record.authenticatedMs,
    },
    grants,
  );
  return {
    caller,
    authenticated: { caller },
    view: {
      username: record.username,
      system: record.system,
      createdMs: record.createdMs,
      localeTag: record.localeTag,
      attributes: staticAttributes(record),
      authorities: held.authorities,
    },
    sessionId: record.id,
    expiryMs: key === null ? record.expiryMs : Math.min(record.expiryMs, key.expiryMs),
    idleMs: record.idleMs,
    slackMs: record.slackMs,
    touchMs: touchIntervalMs(record.idleMs),
    lastAccessMs: record.lastAccessMs,
    notedAccessMs: record.lastAccessMs,
    userKey: key === null ? userKey(record) : ownerKeyOf(key),
    actorKey: key === null ? actorKeyOf(record) : null,
    allowedAddresses: key === null ? [] : rangesOf(key),
    binding: bindingCheck(record.binding, record),
  };
}

export function apiKeyEntry(
  identifier: string,
  key: VerifiedApiKey,
  nowMs: number,
  intern: ReturnType<typeof createGrantInterner>,
): SessionEntry {
  const authorities = authoritiesOfKey(key);
  const caller = makeCaller(
    {
      kind: 'api-key',
      identifier,
      username: key.username,
      tenantIdentifier: key.tenantIdentifier,
      userUuid: null,
      apiKeyUuid: key.uuid,
      actorUsername: null,
      localeTag: key.localeTag,
      // A key is its own secret, presented just now; it is exempt from freshness anyway.
      authenticatedAt: nowMs,
    },
    intern({ roles: [ROLE_SERVICE], authorities }),
  );
  return {
    caller,
    authenticated: { caller },
    view: {
      username: key.username,
      system: true,
      createdMs: key.createdMs,
      localeTag: key.localeTag,
      attributes: {
        authenticationMethods: ['API_KEY'],
        assuranceLevel: 'AAL1',
        expiryDate: new Date(key.expiryMs).toISOString(),
      },
      authorities,
    },
    sessionId: 0,
    expiryMs: key.expiryMs,
    idleMs: Number.POSITIVE_INFINITY,
    slackMs: 0,
    touchMs: KEY_TOUCH_MS,
    lastAccessMs: nowMs,
    notedAccessMs: Number.NEGATIVE_INFINITY,
    userKey: ownerKeyOf(key),
    actorKey: null,
    allowedAddresses: rangesOf(key),
    binding: null,
  };
}

function actorKeyOf(record: SessionRecord): string | null {
  const actor = actingUser(record);
  return actor === null ? null : userKey(actor);
}

/** Answers the users whose authorities count for the caller. */
export function userKeysOf({ userKey: user, actorKey }: SessionEntry): readonly string[] {
  return [user, actorKey].filter((key) => key !== null);
}

/** Answers the key of the user who bounds the authorities of the API key. */
function ownerKeyOf({ owner }: VerifiedApiKey): string | null {
  return owner === null ? null : userKey(owner);
}

function rangesOf({ allowedAddressList }: VerifiedApiKey): readonly AddressRange[] {
  return allowedAddressList.map(parseAddressRange).filter((range) => range !== null);
}

/** Says whether a signal covers this caller; in doubt it does, since a signal costs a read and closes nothing. */
export function signalCovers(signal: Signal, entry: SessionEntry): boolean {
  const { caller } = entry;
  switch (signal.scope) {
    case 'SESSION':
      return signal.keys.includes(caller.identifier);
    case 'USER':
      return userKeysOf(entry).some((key) => signal.keys.includes(key));
    case 'ROLE':
      // The caller lacks the roles of the actor, and those that impersonation leaves out.
      if (caller.kind === 'api-key' || entry.actorKey !== null) return true;
      return signal.keys.some((role) => caller.roles.has(role));
    case 'TENANT':
      return signal.keys.includes(caller.tenantIdentifier);
    case 'KEY':
      return caller.apiKeyUuid !== null && signal.keys.includes(caller.apiKeyUuid);
    case 'ALL':
      return true;
  }
}
