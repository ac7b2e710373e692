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

/** What a user may do now; arrays are shared and never changed. */
export interface UserAccess {
  readonly userUuid: string;
  readonly roles: readonly string[];
  /** Ordered by role, then authority, without duplicates. */
  readonly authorities: readonly SvcGrantedAuthority[];
}

/** Says whether a user may begin a session at this moment. */
export interface UserStanding {
  /** True where user and tenant exist, are enabled and have not run out. */
  readonly allowed: boolean;
  /** Number that every change of password, factor, name or status raises. */
  readonly securityVersion: number;
}

export interface UserDirectory {
  /**
   * Finds a user's access; null when no user of the tenant has this folded name. Reads each time; sessions cache the
   * result.
   */
  findAccess(tenantIdentifier: string, usernameFolded: string): Promise<UserAccess | null>;
  /** Reads the standing inside the transaction that holds the user's lock. */
  findStanding(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<UserStanding | null>;
  /** Answers the folded names of those who hold an authority now; null: every user of the tenant does. */
  findHolders(tenantIdentifier: string, authority: string): Promise<readonly string[] | null>;
}

/** Describes a live API key; the caller that it makes has exactly these authorities. */
export interface VerifiedApiKey {
  readonly uuid: string;
  readonly name: string;
  /** Username, made of `service:` and the name. */
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly authorities: readonly string[];
  /** Holds CIDR ranges; where it is empty the key works everywhere. */
  readonly allowedAddressList: readonly string[];
  readonly expiryMs: number;
  readonly createdMs: number;
  readonly localeTag: string;
  /** Owner whose authorities bound the key; null for a key of the tenant. */
  readonly owner: UserOfTenant | null;
}

/** A tenant as far as `/begin` needs it. */
export interface TenantOfSessions {
  /** The name as it was given to the tenant; it is found whatever the case. */
  readonly identifier: string;
  readonly enabled: boolean;
  readonly localeTag: string;
}

export interface TenantDirectory {
  /** Finds a tenant; null when there is none. */
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
  /** As `findLive`, by uuid, for the sessions that were begun with the key. */
  findLiveByUuid(keyUuid: string): Promise<VerifiedApiKey | null>;
  /** Answers those that are hashes of secrets of keys, in whatever state: no session is begun under one. */
  findKeyHashes(queryable: Pick<Queryable, 'rows'>, identifiers: readonly string[]): Promise<readonly string[]>;
  /** Reads the standing inside the transaction that holds the key's lock; null where the key is no longer good. */
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
  /** Version that the sign-in was checked against; where the locked user has another one, nothing is begun. */
  readonly securityVersion: number;
  readonly methods: readonly AuthenticationMethod[];
  readonly localeTag: string;
  readonly deviceName: string;
  readonly userAgent: string;
  /** Own attributes, whose keys and sizes are already checked. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /**
   * The identifier of a live session presented with the sign-in: it is closed as ROTATED, and nothing of it moves
   * along.
   */
  readonly replacedIdentifier: string | null;
  readonly actor: Actor;
  /** Asks for the longer timeouts, where the tenant allows them; default false. */
  readonly rememberMe?: boolean;
  /** Who acts as the user; absent for a person's own session. */
  readonly onBehalf?: OnBehalf;
  /**
   * What was read under the locks. Absent: the user is locked and the standing read here, and the access after the
   * commit. Given: the session is written along with the commit, so that nothing in the transaction can read it.
   */
  readonly read?: ReadUnderLock;
}

/** Holds what the caller has read of the user under `SessionApi.hold`, in the same transaction. */
export interface ReadUnderLock {
  readonly held: HeldUser;
  readonly standing: UserStanding;
  /**
   * Access as it was read; a later change is signalled, and a signal after the mark makes the session be read again.
   */
  readonly access: UserAccess;
}

/** State of a user under the locks, with which a session begins. */
export interface HeldUser {
  /** Position of this process in the signals about changes to what sessions may do. */
  readonly mark: number;
  /** Names the live sessions that count towards the user's limit, least recently used first; empty without a limit. */
  readonly counted: readonly string[];
}

/** Impersonation: the session hangs on the actor's session and ends with it. */
export interface OnBehalf {
  readonly tenantIdentifier: string;
  readonly actorUsername: string;
  /** Identifier of the actor's session; nothing is begun when it has ended. */
  readonly parentIdentifier: string;
  /** The last check of the actor's secret: the session is no fresher than that. */
  readonly authenticatedMs: number;
  /** Longest time until the absolute end. */
  readonly lifetimeMs: number;
}

/** A system session of an API key: it has the key's authorities, and ends with it. */
export interface BeginKeySession {
  readonly keyUuid: string;
  /** End of the secret that was presented: one that a rotation replaced ends before its key. */
  readonly keyExpiryMs: number;
  readonly deviceName: string;
  readonly userAgent: string;
  readonly actor: Actor;
}

export interface BegunSession {
  /** The token, which is in this value only: never stored and never logged. */
  readonly token: string;
  readonly identifier: string;
  readonly expiryMs: number;
  readonly idleExpiryMs: number;
  readonly assuranceLevel: AssuranceLevel;
  /** For how long a browser keeps the cookie of a remembered session; null: until it is closed. */
  readonly cookieMaxAgeSeconds: number | null;
}

/** A new token for a live session, and why it gets one. */
export interface RotateSession {
  /** Methods proven now, which are added to those that the session had. */
  readonly methods: readonly AuthenticationMethod[];
  /** True where a secret was checked just now: the session counts as fresh from here on. */
  readonly authenticated: boolean;
  readonly actor: Actor;
}

/** Result of validating a credential. */
export type Validated =
  | { readonly live: true; readonly caller: Caller }
  /** `UNKNOWN`, or how its session ended. */
  | { readonly live: false; readonly reason: string };

export interface SessionApi {
  /** Registers the directories; called once, before the first request. */
  registerDirectories(directories: Directories): void;
  /**
   * Begins a session as the last step of a sign-in, in the caller's transaction. Null when user or tenant may no longer
   * sign in or changed since `securityVersion`: that is read again under the user's lock, so that a parallel close
   * wins. 409 `SESSION_LIMIT_REACHED` where a limit denies: record it with `recordDenial` once the transaction is
   * undone.
   */
  begin(tx: Transaction, begin: BeginSession): Promise<BegunSession | null>;
  /**
   * Begins a session for a presented API key; null when the key is no longer good. Beyond 100 sessions the oldest end.
   */
  beginSystem(tx: Transaction, begin: BeginKeySession): Promise<BegunSession | null>;
  /** Records that a limit refused a begin, in a transaction of its own. */
  recordDenial(user: { readonly tenantIdentifier: string; readonly username: string }, actor: Actor): Promise<void>;
  /**
   * Gives a live session a new token in the caller's transaction: the old identifier is closed as ROTATED, attributes
   * and children move along, the absolute end stays. Null when the session has ended, which is read under the user's
   * lock.
   */
  rotate(tx: Transaction, identifier: string, rotation: RotateSession): Promise<BegunSession | null>;
  /** Answers why a session ended, for the answer `SESSION_EXPIRED`; null while it lives and when there is none. */
  endReasonOf(queryable: Queryable, identifier: string): Promise<string | null>;
  /**
   * Takes the locks under which sessions of a user begin, get new tokens and end, until the end of the transaction. A
   * transaction that changes rows of a user and then begins, rotates or closes takes them first: in the other order two
   * would wait for each other.
   */
  lockUser(tx: Transaction, user: UserOfTenant): Promise<void>;
  /**
   * As `lockUser`, for a session that is to begin with `read`. Reads of the user beside it (`Promise.all`, this one
   * first) take the same round trip and see the locked state.
   */
  hold(tx: Transaction, user: UserOfTenant): Promise<HeldUser>;
  /** Closes one live session and its descendants; answers how many, 0 when it has ended. */
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
   * Makes sessions that were begun with the key end no later than this, and every process read the key again: its end
   * was moved, or its secret works for a while only.
   */
  limitByKey(tx: Transaction, keyUuid: string, expiryMs: number): Promise<void>;
  /** Answers the authorities of the user's newest open session, for users whom no directory knows; null without one. */
  authoritiesOf(tenantIdentifier: string, username: string): Promise<readonly SvcGrantedAuthority[] | null>;
  /** Makes every process read the authorities of a user's sessions again; none ends. */
  refreshUser(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<void>;
  /** As `refreshUser`, for all who hold a role. */
  refreshRole(tx: Transaction, roleCode: string): Promise<void>;
  /**
   * Calls `fn` at most once in this process, when the session (of an API key: the key, by its hash) ends for any reason
   * or has ended already: within a second of a close in any process, a few seconds after running out. The answered
   * function stops that. It counts as no use of the session.
   */
  onEnd(identifier: string, fn: () => void): () => void;
  /**
   * Validates a session token or API key, for work that outlives one request. Counts as a use only with `touch`. An API
   * key that is limited to addresses is checked against `remoteAddress`. 503 SERVICE_UNAVAILABLE when the database
   * cannot be asked.
   */
  validate(token: string, options?: { readonly touch?: boolean; readonly remoteAddress?: string }): Promise<Validated>;
}
