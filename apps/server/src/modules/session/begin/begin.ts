// Begins sessions of sign-ins, of requests, and of API keys; each under the locks of its user.
import type { SvcGrantedAuthority } from '@keelson/contract';
import { SECOND_MS } from '@keelson/time-zone/units';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { Kernel } from '../../../kernel/module.ts';
import type { Actor } from '../../../kernel/records/events.ts';
import { identifierOf } from '../../../kernel/secrets/identifier-of.ts';
import { canonicalAddress } from '../../../kernel/text/address-range.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type {
  BeginKeySession,
  BeginSession,
  BegunSession,
  Directories,
  HeldUser,
  ReadUnderLock,
  UserOfTenant,
} from '../api.ts';
import type { CloseApi } from '../close/feature.ts';
import type { Loader } from '../entry/loader.ts';
import { endsAt, idleExpiryMs, slackSeconds } from '../record/lifespan.ts';
import { lockKey, lockUser, lockUsers } from '../record/lock.store.ts';
import { findSessionsOfKey, isLive } from '../record/owner.store.ts';
import { assuranceOf, type NewSession, type SessionRecord } from '../record/session.types.ts';
import { cookieMaxAgeSeconds } from '../record/session-cookie.ts';
import { sessionEvents } from '../session.events.ts';
import { type SessionSettings, sessionTimeouts, type TimeoutKind } from '../session.settings.ts';
import { saveSession, saveSessionAtCommit } from './begin.store.ts';
import type { Room } from './room.ts';

/**
 * Live sessions of a key at most: a program that never closes its sessions must not fill the table. The least recently
 * used end.
 */
const LIVE_SESSIONS_PER_KEY_MAX = 100;

/** Fields in which the ways to begin differ; times, end and locks follow from them. */
export interface SessionDraft
  extends Omit<
    NewSession,
    'nowMs' | 'authenticatedMs' | 'expiryMs' | 'idleMs' | 'slackMs' | 'usernameFolded' | 'binding'
  > {
  /** Null stands for now. */
  readonly authenticatedMs: number | null;
  /** Longest time until the absolute end; null: that of the setting. */
  readonly lifetimeMs: number | null;
}

interface BeginParts extends Pick<Kernel, 'clock' | 'ids' | 'events'> {
  readonly directories: () => Directories;
  readonly settings: SessionSettings;
  readonly room: Room;
  readonly loader: Pick<Loader, 'mark' | 'rememberBegun'>;
  readonly closeFamilies: CloseApi['closeFamilies'];
}

type Insert = (tx: Transaction, draft: SessionDraft, actor: Actor, read?: ReadUnderLock) => Promise<NewSession>;

export type Begin = ReturnType<typeof createBegin>;

export function createBegin(parts: BeginParts) {
  const { clock, events, settings, room, loader } = parts;

  /**
   * Takes the locks under which sessions of these users begin, the first of whom begins one. That of the tenant is
   * exclusive where its sessions are counted, so take them once and first: two transactions that hold it shared and
   * both want it exclusively would wait for each other.
   */
  const lock = (tx: Transaction, user: UserOfTenant, ...others: readonly UserOfTenant[]): Promise<void> => {
    const counted = settings.maxPerTenant.get(user.tenantIdentifier) > 0;
    if (!counted && others.length === 0) return lockUser(tx, user);
    return lockUsers(tx, [user, ...others], counted ? user.tenantIdentifier : null);
  };

  /** Makes room and inserts, under the locks; answers the stored session. */
  const insert: Insert = async (tx, draft, actor, read) => {
    const nowMs = clock.now();
    const usernameFolded = foldName(draft.username);
    const { tenantIdentifier, identifier, username, methods, system } = draft;
    // Sessions of services and of impersonation do not count.
    if (!system && draft.actorUsername === null) {
      const user = { tenantIdentifier, usernameFolded };
      const counted = read?.held.counted ?? (await room.count(tx, user, nowMs));
      await room.make(tx, { ...user, nowMs, actor, counted });
    }
    const session = timedSession(settings, draft, usernameFolded, nowMs);
    // The mark is taken before the commit, so that the signal of anything that ends the session comes after it.
    const mark = read?.held.mark ?? loader.mark();
    const remember = (record: SessionRecord): void => loader.rememberBegun(record, mark, read?.access);
    if (read === undefined) {
      const record = await saveSession(tx, session, endsAt(session, nowMs));
      tx.afterCommit(() => remember(record));
    } else {
      saveSessionAtCommit(tx, session, endsAt(session, nowMs), remember);
    }
    const detail = { username, methods, deviceName: draft.deviceName, system };
    await events.record(tx, sessionEvents.begun, actor, { name: identifier, tenantIdentifier }, detail);
    return session;
  };

  return {
    lock,
    insert,
    /** See `SessionApi.hold`. */
    async hold(tx: Transaction, user: UserOfTenant): Promise<HeldUser> {
      const mark = loader.mark();
      const [, counted] = await Promise.all([lock(tx, user), room.count(tx, user, clock.now())]);
      return { mark, counted };
    },
    /** See `SessionApi.begin`. */
    begin: (tx: Transaction, begin: BeginSession) => beginSignIn({ ...parts, lock, insert }, tx, begin),
    /** See `SessionApi.beginSystem`. */
    beginSystem: (tx: Transaction, begin: BeginKeySession) => beginOfKey({ ...parts, lock, insert }, tx, begin),
  };
}

/** Steps that both ways to begin with a new token share. */
interface BeginSteps extends BeginParts {
  readonly lock: (tx: Transaction, user: UserOfTenant, ...others: readonly UserOfTenant[]) => Promise<void>;
  readonly insert: Insert;
}

async function beginSignIn(
  { clock, ids, directories, settings, room, closeFamilies, lock, insert }: BeginSteps,
  tx: Transaction,
  begin: BeginSession,
): Promise<BegunSession | null> {
  const { tenantIdentifier, onBehalf } = begin;
  const user = { tenantIdentifier, usernameFolded: foldName(begin.username) };
  const actors = actorsOf(begin);
  if (begin.read === undefined || actors.length > 0) await lock(tx, user, ...actors);
  if (onBehalf !== undefined && !(await isLive(tx, onBehalf.parentIdentifier, clock.now()))) return null;
  const standing =
    begin.read?.standing ?? (await directories().users.findStanding(tx, tenantIdentifier, user.usernameFolded));
  if (standing === null || !standing.allowed || standing.securityVersion !== begin.securityVersion) return null;
  let { read } = begin;
  if (begin.replacedIdentifier !== null) {
    await closeFamilies(tx, [begin.replacedIdentifier], 'ROTATED', begin.actor);
    // The count from before still includes the sessions closed here.
    if (read !== undefined)
      read = { ...read, held: { ...read.held, counted: await room.count(tx, user, clock.now()) } };
  }
  const token = ids.token();
  const remembered = (begin.rememberMe ?? false) && settings.rememberMe.get(tenantIdentifier);
  const draft = { ...draftOfSignIn(begin, identifierOf(token)), remembered };
  return begunSession(token, await insert(tx, draft, begin.actor, read));
}

async function beginOfKey(
  { clock, ids, directories, closeFamilies, lock, insert }: BeginSteps,
  tx: Transaction,
  { keyUuid, keyExpiryMs, deviceName, userAgent, actor }: BeginKeySession,
): Promise<BegunSession | null> {
  const found = await directories().apiKeys.findStanding(tx, keyUuid);
  if (found === null) return null;
  await lock(tx, { tenantIdentifier: found.tenantIdentifier, usernameFolded: foldName(found.username) });
  await lockKey(tx, keyUuid);
  // The key is read again under the lock: a parallel revocation has ended the key, or waits and will see the new row.
  const key = await directories().apiKeys.findStanding(tx, keyUuid);
  if (key === null || key.expiryMs <= clock.now()) return null;
  const live = await findSessionsOfKey(tx, keyUuid, clock.now());
  const surplus = live.length + 1 - LIVE_SESSIONS_PER_KEY_MAX;
  if (surplus > 0) await closeFamilies(tx, live.slice(0, surplus), 'LIMIT', actor);
  const token = ids.token();
  const draft: SessionDraft = {
    ...nobody,
    identifier: identifierOf(token),
    keyUuid,
    system: true,
    methods: ['API_KEY'],
    tenantIdentifier: key.tenantIdentifier,
    username: key.username,
    localeTag: key.localeTag,
    ipAddress: actor.ipAddress,
    userAgent,
    deviceName,
    assuranceLevel: 'AAL1',
    attributes: {},
    lifetimeMs: Math.min(key.expiryMs, keyExpiryMs) - clock.now(),
  };
  return begunSession(token, await insert(tx, draft, actor));
}

/** Answers the user who impersonates, where there is one. */
function actorsOf({ onBehalf }: BeginSession): readonly UserOfTenant[] {
  if (onBehalf === undefined) return [];
  return [{ tenantIdentifier: onBehalf.tenantIdentifier, usernameFolded: foldName(onBehalf.actorUsername) }];
}

/** Values of the fields that most ways to begin leave empty. */
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
    token,
    identifier,
    expiryMs,
    assuranceLevel,
    idleExpiryMs: idleExpiryMs({ ...session, lastAccessMs: nowMs }),
    cookieMaxAgeSeconds: cookieMaxAgeSeconds({ remembered, expiryMs }, nowMs),
  };
}
