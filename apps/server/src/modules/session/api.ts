// Declares what other modules may call of the session module, and the interfaces that authentication fills in for it.
import type { SvcGrantedAuthority } from '@keelson/contract';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { Actor } from '../../kernel/records/events.ts';
import type { Caller } from '../../kernel/request/caller.ts';

export type CloseReason =
  | 'LOGOUT'
  | 'USER'
  | 'ADMIN'
  | 'SERVICE'
  | 'CLOSE_ALL'
  | 'LIMIT'
  | 'ROTATED'
  | 'PARENT_CLOSED'
  | 'USER_DISABLED'
  | 'USER_DELETED'
  | 'USER_RENAMED'
  | 'TENANT_DISABLED'
  | 'PASSWORD_CHANGED'
  | 'FACTOR_CHANGED'
  | 'KEY_REVOKED';

export type AuthenticationMethod =
  | 'PASSWORD'
  | 'TOTP'
  | 'EMAIL'
  | 'RECOVERY_CODE'
  | 'PASSKEY'
  | 'OIDC'
  | 'LDAP'
  | 'API_KEY'
  | 'BEGIN';
export type AssuranceLevel = 'AAL1' | 'AAL2';

/** Identifies a user by name, as names are compared. */
export interface UserOfTenant {
  readonly tenantIdentifier: string;
  readonly usernameFolded: string;
}

/** Tells what a user may do now; arrays are shared and never changed. */
export interface UserAccess {
  readonly userUuid: string;
  readonly roles: readonly string[];
  /** Is ordered by role, then authority, without duplicates. */
  readonly authorities: readonly SvcGrantedAuthority[];
}

/** Tells whether a user may begin a session at this moment. */
export interface UserStanding {
  /** User and tenant exist, are enabled and have not run out. */
  readonly allowed: boolean;
  /** Is raised by every change of password, factor, name or status. */
  readonly securityVersion: number;
}

export interface UserDirectory {
  /** Answers null when no user of the tenant has this folded name. It is read anew each time; sessions cache the result. */
  findAccess(tenantIdentifier: string, usernameFolded: string): Promise<UserAccess | null>;
  /** Read inside the transaction that holds the user's lock. */
  findStanding(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<UserStanding | null>;
  /** Answers the folded names of those who hold an authority now; null: every user of the tenant does. */
  findHolders(tenantIdentifier: string, authority: string): Promise<readonly string[] | null>;
}

/** Describes a live API key; the caller that it makes has exactly these authorities. */
export interface VerifiedApiKey {
  readonly uuid: string;
  readonly name: string;
  /** Is made of `service:` and the name. */
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly authorities: readonly string[];
  /** Holds CIDR ranges; where it is empty the key works everywhere. */
  readonly allowedAddressList: readonly string[];
  readonly expiryMs: number;
  readonly createdMs: number;
  readonly localeTag: string;
  /** Names whose authorities bound the key; null for a key of the tenant. */
  readonly owner: UserOfTenant | null;
}

/** Describes a tenant as `/begin` has to know it. */
export interface TenantOfSessions {
  /** Is the name as it was given to the tenant; it is found whatever the case. */
  readonly identifier: string;
  readonly enabled: boolean;
  readonly localeTag: string;
}

export interface TenantDirectory {
  /** Answers null when there is no such tenant. */
  find(queryable: Queryable, identifier: string): Promise<TenantOfSessions | null>;
}

/** Holds what a session of a key begins with. */
export type ApiKeyStanding = Pick<VerifiedApiKey, 'username' | 'tenantIdentifier' | 'expiryMs' | 'localeTag'>;

export interface ApiKeyVerifier {
  /**
   * Finds a key by base64url(SHA-256(key)); null when there is no such key or it is deleted, disabled, expired or its tenant
   * is.
   */
  findLive(keyHash: string): Promise<VerifiedApiKey | null>;
  /** Finds the same by uuid, for the sessions that were begun with the key. */
  findLiveByUuid(keyUuid: string): Promise<VerifiedApiKey | null>;
  /** Answers those that are hashes of secrets of keys, whatever became of the keys: no session is begun under one. */
  findKeyHashes(queryable: Pick<Queryable, 'rows'>, identifiers: readonly string[]): Promise<readonly string[]>;
  /** Read inside the transaction that holds the key's lock; null as above. */
  findStanding(tx: Transaction, keyUuid: string): Promise<ApiKeyStanding | null>;
  /** Stores last uses of keys; it is called for each key once a minute at most. */
  saveUses(uses: readonly { readonly uuid: string; readonly lastUsedMs: number }[]): Promise<void>;
}

export interface Directories {
  readonly users: UserDirectory;
  readonly tenants: TenantDirectory;
  readonly apiKeys: ApiKeyVerifier;
}

export interface BeginSession {
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly userUuid: string;
  /** That the sign-in was checked against; another one under the lock begins nothing. */
  readonly securityVersion: number;
  readonly methods: readonly AuthenticationMethod[];
  readonly localeTag: string;
  readonly deviceName: string;
  readonly userAgent: string;
  /** Own attributes, keys and sizes already checked. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Is the identifier of a live session presented with the sign-in: it is closed as ROTATED, and nothing of it moves along. */
  readonly replacedIdentifier: string | null;
  readonly actor: Actor;
  /** Asks for the longer timeouts, where the tenant allows them; default false. */
  readonly rememberMe?: boolean;
  /** Tells who acts as the user; absent for a person's own session. */
  readonly onBehalf?: OnBehalf;
  /**
   * Absent: user is locked, standing is read here, and access behind the commit. Given, the session is written along with the
   * commit: nothing of the transaction can read it.
   */
  readonly read?: ReadUnderLock;
}

/** Holds what the caller has read of the user under `SessionApi.hold`, in the same transaction. */
export interface ReadUnderLock {
  readonly held: HeldUser;
  readonly standing: UserStanding;
  /** What changes meanwhile is signalled, and a signal behind the mark makes the session be read again. */
  readonly access: UserAccess;
}

/** Holds what a session begins with, as it is under the user's locks. */
export interface HeldUser {
  /** Tells how far this process had heard of changes to what sessions may do. */
  readonly mark: number;
  /** Names the live sessions that count towards the user's limit, least recently used first; empty without a limit. */
  readonly counted: readonly string[];
}

/** Describes a session of one user in the hands of another: it hangs on theirs and ends with it. */
export interface OnBehalf {
  readonly tenantIdentifier: string;
  readonly actorUsername: string;
  /** Is the session of the actor; one that lives no more begins nothing. */
  readonly parentIdentifier: string;
  /** Is the last check of the actor's secret: the session is no fresher than that. */
  readonly authenticatedMs: number;
  /** Bounds the absolute end. */
  readonly lifetimeMs: number;
}

/** Describes a system session of an API key: it can what the key can, and ends with it. */
export interface BeginKeySession {
  readonly keyUuid: string;
  /** Is the end of the secret that was presented: one that a rotation replaced ends before its key. */
  readonly keyExpiryMs: number;
  readonly deviceName: string;
  readonly userAgent: string;
  readonly actor: Actor;
}

export interface BegunSession {
  /** Stands in this value only; it is never stored and never logged. */
  readonly token: string;
  readonly identifier: string;
  readonly expiryMs: number;
  readonly idleExpiryMs: number;
  readonly assuranceLevel: AssuranceLevel;
  /** Tells for how long a browser keeps the cookie of a remembered session; null: until it is closed. */
  readonly cookieMaxAgeSeconds: number | null;
}

/** Why a live session gets a new token. */
export interface RotateSession {
  /** Tells what was proven now; it is added to what the session had. */
  readonly methods: readonly AuthenticationMethod[];
  /** A secret was checked just now: the session is fresh from here on. */
  readonly authenticated: boolean;
  readonly actor: Actor;
}

/** Tells what a credential is worth. */
export type Validated =
  | { readonly live: true; readonly caller: Caller }
  /** Is `UNKNOWN`, or how its session ended. */
  | { readonly live: false; readonly reason: string };

export interface SessionApi {
  /** Must be called once, before the first request. */
  registerDirectories(directories: Directories): void;
  /**
   * Begins a session as the last step of a sign-in, in the caller's transaction. Null when user or tenant may no longer
   * sign in or changed since `securityVersion`: read again under the user's lock, so a close beside it wins. 409
   * `SESSION_LIMIT_REACHED` where a limit denies: tell it with `recordDenial` once the transaction is undone.
   */
  begin(tx: Transaction, begin: BeginSession): Promise<BegunSession | null>;
  /** Begins a session for whoever presented an API key; null when the key is no longer good. Beyond 100 the oldest end. */
  beginSystem(tx: Transaction, begin: BeginKeySession): Promise<BegunSession | null>;
  /** Event of a begin that a limit refused, in a transaction of its own. */
  recordDenial(user: { readonly tenantIdentifier: string; readonly username: string }, actor: Actor): Promise<void>;
  /**
   * Gives a live session a new token in the caller's transaction: the old identifier is closed as ROTATED, attributes and
   * children move along, the absolute end stays. Null when it lives no more, read under the user's lock.
   */
  rotate(tx: Transaction, identifier: string, rotation: RotateSession): Promise<BegunSession | null>;
  /** Tells why a session lives no more, for the answer `SESSION_EXPIRED`; null while it lives and when there is none. */
  endReasonOf(queryable: Queryable, identifier: string): Promise<string | null>;
  /**
   * Holds the locks under which sessions of a user begin, get new tokens and end, until the transaction is over. Whoever
   * changes rows of a user and then begins, rotates or closes takes them first: the other way round two would wait for
   * each other.
   */
  lockUser(tx: Transaction, user: UserOfTenant): Promise<void>;
  /**
   * Does the same for a session that is to begin with `read`. What is read of the user beside it (`Promise.all`, this one first)
   * takes the same round trip and is read under the locks.
   */
  hold(tx: Transaction, user: UserOfTenant): Promise<HeldUser>;
  /** Closes one live session and its descendants; 0 when it lives no more. */
  close(tx: Transaction, identifier: string, reason: CloseReason, actor: Actor): Promise<number>;
  /**
   * Closes every live session of a user but the excepted one; takes the user's lock, so that no session begun beside it
   * survives.
   */
  closeByUser(
    tx: Transaction,
    user: UserOfTenant,
    reason: CloseReason,
    actor: Actor,
    exceptIdentifier?: string | null,
  ): Promise<number>;
  /** Closes every live session of a tenant; takes the tenant's lock, so that no session begun beside it survives. */
  closeByTenant(tx: Transaction, tenantIdentifier: string, reason: CloseReason, actor: Actor): Promise<number>;
  /** Closes what hangs on a session by `parentIdentifier`, not the session itself. */
  closeByParent(tx: Transaction, identifier: string, reason: CloseReason, actor: Actor): Promise<number>;
  /** Closes the system sessions of an API key as KEY_REVOKED, and makes every process forget the key. */
  closeByKey(tx: Transaction, keyUuid: string, actor: Actor): Promise<number>;
  /**
   * Sessions that were begun with the key so far end no later than this, and every process reads the key again: its end came
   * nearer, or its secret works for a while only.
   */
  limitByKey(tx: Transaction, keyUuid: string, expiryMs: number): Promise<void>;
  /** Answers the authorities of the user's newest open session, for users whom no directory knows; null without one. */
  authoritiesOf(tenantIdentifier: string, username: string): Promise<readonly SvcGrantedAuthority[] | null>;
  /** Makes every process read the authorities of a user's sessions again; none ends. */
  refreshUser(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<void>;
  /** Does the same for everybody who holds a role. */
  refreshRole(tx: Transaction, roleCode: string): Promise<void>;
  /**
   * Calls `fn` at most once in this process, when the session (of an API key: the key, by the hash of it) ends for any
   * reason, also when it has ended already: within a second of a close in any process, a few seconds after running out. What it
   * answers stops the waiting. Waiting is no use of the session.
   */
  onEnd(identifier: string, fn: () => void): () => void;
  /**
   * Tells what a session token or API key is worth, for what outlives one request. It is a use only with `touch`. An API key
   * that is limited to addresses is held to `remoteAddress`. 503 SERVICE_UNAVAILABLE when the database cannot be asked.
   */
  validate(token: string, options?: { readonly touch?: boolean; readonly remoteAddress?: string }): Promise<Validated>;
}
