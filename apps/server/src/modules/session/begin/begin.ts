// Begins sessions: of whoever has signed in, of whomever a request names, and of API keys; each under the locks of its user.
import type { SvcGrantedAuthority } from '@keelson/contract';
import {
  SESSION_KEY_LOCK_CLASS,
  SESSION_TENANT_LOCK_CLASS,
  SESSION_USER_LOCK_CLASS,
} from '../../../kernel/database/advisory-locks.ts';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Ids } from '../../../kernel/database/ids.ts';
import type { Actor, EventRecorder } from '../../../kernel/records/events.ts';
import { canonicalAddress } from '../../../kernel/text/address-range.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { BeginKeySession, BeginSession, BegunSession, Directories } from '../api.ts';
import { idleExpiryMs } from '../entry/security-session-json.ts';
import { identifierOf } from '../live/token-shape.ts';
import { endsAt, slackSeconds } from '../record/lifespan.ts';
import { lockUsersOf } from '../record/owner.store.ts';
import { ALL_TENANTS, isLive, lockUser, saveSession } from '../record/session.store.ts';
import { assuranceOf, type CloseReason, type NewSession, userKey } from '../record/session.types.ts';
import { sessionEvents } from '../session.events.ts';
import { type SessionSettings, sessionTimeouts, type TimeoutKind } from '../session.settings.ts';
import { lockKey } from './begin.store.ts';
import { findSessionsOfKey } from './room.store.ts';
import type { SessionRoom } from './room.ts';

const SECOND_MS = 1_000;
const locks = { tenantClass: SESSION_TENANT_LOCK_CLASS, userClass: SESSION_USER_LOCK_CLASS };
/** A program that never closes what it begins must not fill the table; the least recently used give way. */
const LIVE_SESSIONS_PER_KEY_MAX = 100;

interface UserOfTenant {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

/** What the ways to begin differ in; times, end and locks follow from it. */
export interface SessionDraft
  extends Omit<
    NewSession,
    'nowMs' | 'authenticatedMs' | 'expiryMs' | 'idleMs' | 'slackMs' | 'usernameFolded' | 'binding'
  > {
  /** Null: now. */
  readonly authenticatedMs: number | null;
  /** Bound of the absolute end; null: the setting alone. */
  readonly lifetimeMs: number | null;
}

export interface SessionBegin {
  begin(tx: Transaction, begin: BeginSession): Promise<BegunSession | null>;
  beginSystem(tx: Transaction, begin: BeginKeySession): Promise<BegunSession | null>;
  /**
   * Holds the locks under which sessions of these users begin. That of the tenant is exclusive where its sessions are
   * counted, so take them once and first: two that hold it shared and both want it alone would wait for each other.
   */
  lock(tx: Transaction, tenantIdentifier: string, users: readonly UserOfTenant[]): Promise<void>;
  /** Makes room and inserts, under the locks; answers the stored session. */
  insert(tx: Transaction, draft: SessionDraft, actor: Actor): Promise<NewSession>;
}

export interface SessionBeginDependencies {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly events: EventRecorder;
  readonly directories: () => Directories;
  readonly settings: SessionSettings;
  readonly makeRoom: SessionRoom;
  readonly closeFamilies: (
    tx: Transaction,
    identifiers: readonly string[],
    reason: CloseReason,
    actor: Actor,
  ) => Promise<unknown>;
}

export function createSessionBegin(deps: SessionBeginDependencies): SessionBegin {
  const { clock, events, settings, makeRoom } = deps;

  const lock: SessionBegin['lock'] = (tx, tenantIdentifier, users) => {
    const tenants = [ALL_TENANTS, tenantIdentifier, ...users.map((user) => user.tenantIdentifier)];
    const userKeys = users.map((user) => userKey(user.tenantIdentifier, user.usernameFolded));
    const counted = settings.maxPerTenant.get(tenantIdentifier) > 0;
    const [only] = userKeys;
    // One statement for what nearly every begin needs.
    if (!counted && userKeys.length === 1 && only !== undefined) return lockUser(tx, locks, tenantIdentifier, only);
    return lockUsersOf(tx, locks, tenants, userKeys, counted ? tenantIdentifier : null);
  };

  const insert: SessionBegin['insert'] = async (tx, draft, actor) => {
    const nowMs = clock.now();
    const usernameFolded = foldName(draft.username);
    const { tenantIdentifier, identifier, username, methods, system } = draft;
    // Sessions of services and those in the hands of somebody else do not count.
    if (!system && draft.actorUsername === null) {
      await makeRoom(tx, { tenantIdentifier, usernameFolded, nowMs, actor });
    }
    const session = timedSession(settings, draft, usernameFolded, nowMs);
    await saveSession(tx, session, endsAt(session, nowMs));
    const detail = { username, methods, deviceName: draft.deviceName, system };
    await events.record(tx, sessionEvents.begun, actor, { name: identifier, tenantIdentifier }, detail);
    return session;
  };

  return {
    lock,
    insert,
    begin: (tx, begin) => beginSignIn({ deps, lock, insert }, tx, begin),
    beginSystem: (tx, begin) => beginOfKey({ deps, lock, insert }, tx, begin),
  };
}

/** What both ways to begin with a new token share. */
interface Parts extends Pick<SessionBegin, 'lock' | 'insert'> {
  readonly deps: SessionBeginDependencies;
}

async function beginSignIn(
  { deps, lock, insert }: Parts,
  tx: Transaction,
  begin: BeginSession,
): Promise<BegunSession | null> {
  const { clock, ids, directories, settings, closeFamilies } = deps;
  const { tenantIdentifier, onBehalf } = begin;
  const user = { tenantIdentifier, usernameFolded: foldName(begin.username) };
  const behalf =
    onBehalf === undefined
      ? []
      : [{ tenantIdentifier: onBehalf.tenantIdentifier, usernameFolded: foldName(onBehalf.actorUsername) }];
  await lock(tx, tenantIdentifier, [user, ...behalf]);
  if (onBehalf !== undefined && !(await isLive(tx, onBehalf.parentIdentifier, clock.now()))) return null;
  const standing = await directories().users.findStanding(tx, tenantIdentifier, user.usernameFolded);
  if (standing === null || !standing.allowed || standing.securityVersion !== begin.securityVersion) return null;
  if (begin.replacedIdentifier !== null) await closeFamilies(tx, [begin.replacedIdentifier], 'ROTATED', begin.actor);
  const token = ids.token();
  const remembered = (begin.rememberMe ?? false) && settings.rememberMe.get(tenantIdentifier);
  const draft = { ...draftOfSignIn(begin, identifierOf(token)), remembered };
  return begunSession(token, await insert(tx, draft, begin.actor));
}

async function beginOfKey(
  { deps, lock, insert }: Parts,
  tx: Transaction,
  { keyUuid, keyExpiryMs, deviceName, userAgent, actor }: BeginKeySession,
): Promise<BegunSession | null> {
  const { clock, ids, directories, closeFamilies } = deps;
  const found = await directories().apiKeys.findStanding(tx, keyUuid);
  if (found === null) return null;
  const user = { tenantIdentifier: found.tenantIdentifier, usernameFolded: foldName(found.username) };
  await lock(tx, found.tenantIdentifier, [user]);
  await lockKey(tx, SESSION_KEY_LOCK_CLASS, keyUuid);
  // Again under the lock: a revocation beside it has ended the key or waits and will see the new row.
  const key = await directories().apiKeys.findStanding(tx, keyUuid);
  if (key === null || key.expiryMs <= clock.now()) return null;
  const live = await findSessionsOfKey(tx, keyUuid, clock.now());
  const surplus = live.length + 1 - LIVE_SESSIONS_PER_KEY_MAX;
  if (surplus > 0) await closeFamilies(tx, live.slice(0, surplus), 'LIMIT', actor);
  const token = ids.token();
  const session = await insert(
    tx,
    {
      ...{ ...nobody, identifier: identifierOf(token), keyUuid, system: true, methods: ['API_KEY'] },
      ...{ tenantIdentifier: key.tenantIdentifier, username: key.username, localeTag: key.localeTag },
      ...{ ipAddress: actor.ipAddress, userAgent, deviceName, assuranceLevel: 'AAL1', attributes: {} },
      lifetimeMs: Math.min(key.expiryMs, keyExpiryMs) - clock.now(),
    },
    actor,
  );
  return begunSession(token, session);
}

/** What most ways to begin leave empty. */
const nobody = {
  userUuid: null,
  parentIdentifier: null,
  actorUsername: null,
  givenAuthorities: null as readonly SvcGrantedAuthority[] | null,
  keyUuid: null,
  authorityCeiling: null,
  remembered: false,
  authenticatedMs: null,
  lifetimeMs: null,
} as const;

function draftOfSignIn(begin: BeginSession, identifier: string): SessionDraft {
  const { onBehalf, actor } = begin;
  return {
    ...nobody,
    identifier,
    tenantIdentifier: begin.tenantIdentifier,
    username: begin.username,
    userUuid: begin.userUuid,
    system: false,
    authenticatedMs: onBehalf?.authenticatedMs ?? null,
    lifetimeMs: onBehalf?.lifetimeMs ?? null,
    parentIdentifier: onBehalf?.parentIdentifier ?? null,
    actorUsername: onBehalf?.actorUsername ?? null,
    attributes: begin.attributes,
    ipAddress: actor.ipAddress,
    userAgent: begin.userAgent,
    deviceName: begin.deviceName,
    methods: begin.methods,
    assuranceLevel: assuranceOf(begin.methods),
    localeTag: begin.localeTag,
  };
}

function timedSession(
  settings: SessionSettings,
  { lifetimeMs, ...draft }: SessionDraft,
  usernameFolded: string,
  nowMs: number,
): NewSession {
  const kind: TimeoutKind = draft.system ? 'SYSTEM' : draft.remembered ? 'REMEMBERED' : 'PLAIN';
  const { idleTimeoutMs, absoluteTimeoutMs } = sessionTimeouts(settings, draft.tenantIdentifier, kind);
  return {
    ...draft,
    usernameFolded,
    nowMs,
    authenticatedMs: draft.authenticatedMs ?? nowMs,
    ipAddress: draft.ipAddress === null ? null : canonicalAddress(draft.ipAddress),
    expiryMs: nowMs + Math.min(absoluteTimeoutMs, lifetimeMs ?? absoluteTimeoutMs),
    idleMs: idleTimeoutMs,
    slackMs: slackSeconds(idleTimeoutMs) * SECOND_MS,
    // Services run in several places under one session.
    binding: draft.system ? 'NONE' : settings.binding.get(draft.tenantIdentifier),
  };
}

function begunSession(token: string, session: NewSession): BegunSession {
  const { identifier, expiryMs, nowMs, assuranceLevel, remembered } = session;
  return {
    ...{ token, identifier, expiryMs, assuranceLevel },
    idleExpiryMs: idleExpiryMs({ ...session, lastAccessMs: nowMs }),
    cookieMaxAgeSeconds: cookieMaxAgeSeconds({ remembered, expiryMs }, nowMs),
  };
}

/** A remembered session outlives the browser's; null: the cookie goes with the browser. */
export function cookieMaxAgeSeconds(
  session: { readonly remembered: boolean; readonly expiryMs: number },
  nowMs: number,
): number | null {
  return session.remembered ? Math.max(1, Math.floor((session.expiryMs - nowMs) / SECOND_MS)) : null;
}
