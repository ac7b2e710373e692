// What other modules may call of the session module, and the interfaces that authentication fills in for it.
import type { SvcGrantedAuthority } from '@keelson/contract';
import type { Transaction } from '../../kernel/database.ts';
import type { LocaleObject } from './locale/locale-object.ts';
import type { AuthenticationMethod, CloseReason } from './session.types.ts';

export type { LocaleObject } from './locale/locale-object.ts';
export type { AuthenticationMethod, CloseReason } from './session.types.ts';

/** What a user may do now; arrays are shared and never changed. */
export interface UserAccess {
  readonly userUuid: string;
  readonly roles: readonly string[];
  /** Ordered by role, then authority, without duplicates. */
  readonly authorities: readonly SvcGrantedAuthority[];
}

/** Whether a user may begin a session at this moment. */
export interface UserStanding {
  /** User and tenant exist, are enabled and have not run out. */
  readonly allowed: boolean;
  /** Raised by every change of password, factor, name or status. */
  readonly securityVersion: number;
}

export interface UserDirectory {
  /** Null when no user of the tenant has this folded name. Read anew each time; sessions cache the result. */
  findAccess(tenantIdentifier: string, usernameFolded: string): Promise<UserAccess | null>;
  /** Read inside the transaction that holds the user's lock. */
  findStanding(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<UserStanding | null>;
}

/** A live API key; the caller that it makes has exactly these authorities. */
export interface VerifiedApiKey {
  readonly uuid: string;
  readonly name: string;
  /** `service:` and the name. */
  readonly username: string;
  readonly tenantIdentifier: string;
  readonly authorities: readonly string[];
  /** CIDR ranges; empty: everywhere. */
  readonly allowedAddressList: readonly string[];
  readonly expiryMs: number;
  readonly createdMs: number;
  readonly localeTag: string;
  /** Whose authorities bound the key; null for a key of the tenant. */
  readonly owner: { readonly tenantIdentifier: string; readonly usernameFolded: string } | null;
}

export interface ApiKeyVerifier {
  /** By base64url(SHA-256(key)); null when there is no such key or it is deleted, disabled, expired or its tenant is. */
  findLive(keyHash: string): Promise<VerifiedApiKey | null>;
  /** Last uses of keys, at most one of each key a minute. */
  saveUses(uses: readonly { readonly uuid: string; readonly lastUsedMs: number }[]): Promise<void>;
}

export interface Directories {
  readonly users: UserDirectory;
  readonly apiKeys: ApiKeyVerifier;
}

/** Who did something, for events and for `closedBy`. */
export interface Actor {
  readonly username: string;
  readonly ipAddress: string | null;
  readonly requestId: string | null;
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
  /** Identifier of a live session presented with the sign-in: closed as ROTATED, nothing of it moves along. */
  readonly replacedIdentifier: string | null;
  readonly actor: Actor;
}

export interface BegunSession {
  /** In this value only; never stored, never logged. */
  readonly token: string;
  readonly identifier: string;
  readonly expiryMs: number;
  readonly idleExpiryMs: number;
}

export interface SessionApi {
  /** Called once, before the first request. */
  registerDirectories(directories: Directories): void;
  /**
   * Begins a session as the last step of a sign-in, in the caller's transaction. Null when user or tenant may no longer
   * sign in or changed since `securityVersion`: read again under the user's lock, so a close beside it wins.
   */
  begin(tx: Transaction, begin: BeginSession): Promise<BegunSession | null>;
  /** Closes one live session and its descendants; 0 when it lives no more. */
  close(tx: Transaction, identifier: string, reason: CloseReason, actor: Actor): Promise<number>;
  /** Closes every live session of a user; takes the user's lock, so that no session begun beside it survives. */
  closeByUser(
    tx: Transaction,
    user: { readonly tenantIdentifier: string; readonly usernameFolded: string },
    reason: CloseReason,
    actor: Actor,
  ): Promise<number>;
  /** Makes every process read the authorities of a user's sessions again; none ends. */
  refreshUser(tx: Transaction, tenantIdentifier: string, usernameFolded: string): Promise<void>;
  /** The same for everybody who holds a role. */
  refreshRole(tx: Transaction, roleCode: string): Promise<void>;
  /** Makes every process forget an API key. */
  refreshKey(tx: Transaction, keyUuid: string): Promise<void>;
  /** base64url(SHA-256(secret)), the form in which tokens and keys are stored. */
  identifierOf(secret: string): string;
  /** Whether a text is one address or CIDR range, IPv4 or IPv6. */
  isAddressRange(text: string): boolean;
  /** Canonical BCP 47 tag, or null for what is none. */
  canonicalLocaleTag(tag: string): string | null;
  /** Best usable tag of an `Accept-Language` header, or null. */
  preferredLocaleTag(acceptLanguage: string): string | null;
  describeLocale(tag: string, answerLanguage: string): LocaleObject;
}
