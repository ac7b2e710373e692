// Words of the session module: a session as the store knows it, and why one ends.
import type { SvcGrantedAuthority } from '@keelson/contract';
import type { Lifespan } from './session-live.ts';

export type CloseReason =
  | 'LOGOUT'
  | 'USER'
  | 'ADMIN'
  | 'SERVICE'
  | 'ROTATED'
  | 'PARENT_CLOSED'
  | 'USER_DISABLED'
  | 'USER_DELETED'
  | 'PASSWORD_CHANGED';

export type SessionStatus = 'OPEN' | 'CLOSED' | 'EXPIRED';
export type AuthenticationMethod = 'PASSWORD';

/** A session as stored; times are epoch ms. */
export interface SessionRecord extends Lifespan {
  readonly id: number;
  readonly identifier: string;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly usernameFolded: string;
  readonly system: boolean;
  readonly createdMs: number;
  readonly authenticatedMs: number;
  readonly lastAccessMs: number;
  /** End unless used again, as stored. */
  readonly endsMs: number;
  readonly closedMs: number | null;
  readonly closeReason: string | null;
  readonly closedBy: string | null;
  readonly parentIdentifier: string | null;
  readonly actorUsername: string | null;
  /** Authorities given at begin; null: those of the directory, as they are now. */
  readonly givenAuthorities: readonly SvcGrantedAuthority[] | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly ipAddress: string | null;
  readonly userAgent: string;
  readonly deviceName: string;
  readonly methods: readonly string[];
  readonly assuranceLevel: string;
  readonly localeTag: string;
}

/** A new row of session_entry with its activity. */
export interface NewSession extends Lifespan {
  readonly identifier: string;
  readonly tenantIdentifier: string;
  readonly username: string;
  readonly usernameFolded: string;
  readonly userUuid: string | null;
  readonly nowMs: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly ipAddress: string | null;
  readonly userAgent: string;
  readonly deviceName: string;
  readonly methods: readonly AuthenticationMethod[];
  readonly localeTag: string;
}

/** A session that a close has just ended. */
export interface ClosedSession {
  readonly identifier: string;
  readonly tenantIdentifier: string;
  readonly username: string;
}

export type SignalScope = 'SESSION' | 'USER' | 'ROLE' | 'TENANT' | 'ALL' | 'KEY';
export type SignalEffect = 'CLOSE' | 'REFRESH';

/** Tells every process to forget what it has cached; whether a session lives is then read again. */
export interface Signal {
  readonly scope: SignalScope;
  readonly effect: SignalEffect;
  /**
   * SESSION: identifiers. USER: `userKey`s. ROLE: role codes. TENANT: tenants. KEY: uuids of API keys. ALL: empty.
   */
  readonly keys: readonly string[];
}

/** One key for a user; tenants have no `/`. */
export function userKey(tenantIdentifier: string, usernameFolded: string): string {
  return `${tenantIdentifier}/${usernameFolded}`;
}
