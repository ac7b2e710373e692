// Defines the words of the session module: a session as the store knows it, and why one ends.
import type { SvcGrantedAuthority } from '@keelson/contract';
import type { AssuranceLevel, AuthenticationMethod, UserOfTenant } from '../api.ts';
import type { Lifespan } from './lifespan.ts';

/** What requests of a session are checked against. */
export type Binding = 'NONE' | 'USER_AGENT' | 'NETWORK';

/** Levels of sessions that hang on each other; deeper chains are refused at begin. */
export const DESCENDANT_DEPTH_MAX = 8;

export type SessionStatus = 'OPEN' | 'CLOSED' | 'EXPIRED';
/**
 * Second factors that count as strong: NIST SP 800-63B asks for something known and something possessed, and an
 * e-mailed code proves no possession.
 */
const strongSecondFactors: readonly AuthenticationMethod[] = ['TOTP', 'RECOVERY_CODE'];

export function assuranceOf(methods: readonly AuthenticationMethod[]): AssuranceLevel {
  const strong = strongSecondFactors.some((method) => methods.includes(method));
  return strong && methods.includes('PASSWORD') ? 'AAL2' : 'AAL1';
}

/** Fields of a session that stay from its begin on; times are epoch ms. */
interface SessionFields extends Lifespan, UserOfTenant {
  readonly identifier: string;
  readonly username: string;
  readonly system: boolean;
  readonly authenticatedMs: number;
  readonly parentIdentifier: string | null;
  readonly actorUsername: string | null;
  /** Authorities given at begin; null: those of the directory, as they are now. */
  readonly givenAuthorities: readonly SvcGrantedAuthority[] | null;
  /** The API key whose authorities the session has; null for every other session. */
  readonly keyUuid: string | null;
  /** Names the authorities of level SYSTEM that reach the session, whatever its user holds; null: all. */
  readonly authorityCeiling: readonly string[] | null;
  /** True for a session begun with the longer timeouts that people may ask for. */
  readonly remembered: boolean;
  /** What requests are checked against, by the tenant's setting when the session began. */
  readonly binding: Binding;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly ipAddress: string | null;
  readonly userAgent: string;
  readonly deviceName: string;
  readonly localeTag: string;
}

/** Describes a session as stored. */
export interface SessionRecord extends SessionFields {
  readonly id: number;
  readonly createdMs: number;
  readonly lastAccessMs: number;
  /** The end unless the session is used again, as stored. */
  readonly endsMs: number;
  readonly closedMs: number | null;
  readonly closeReason: string | null;
  readonly closedBy: string | null;
  readonly methods: readonly string[];
  readonly assuranceLevel: string;
}

/** Describes a new row of session_entry with its activity. */
export interface NewSession extends SessionFields {
  readonly userUuid: string | null;
  readonly nowMs: number;
  readonly methods: readonly AuthenticationMethod[];
  readonly assuranceLevel: AssuranceLevel;
}

/** Describes a session that a close has just ended. */
export interface ClosedSession {
  readonly identifier: string;
  readonly tenantIdentifier: string;
  readonly username: string;
}

export type SignalScope = 'SESSION' | 'USER' | 'ROLE' | 'TENANT' | 'ALL' | 'KEY';
export type SignalEffect = 'CLOSE' | 'REFRESH';

/** Makes every process forget cached callers, which are then read again. */
export interface Signal {
  readonly scope: SignalScope;
  readonly effect: SignalEffect;
  /** SESSION has identifiers, USER `userKey`s, ROLE role codes, TENANT tenants, KEY uuids of API keys; ALL is empty. */
  readonly keys: readonly string[];
}

/** Makes one key of a user; tenants have no `/`. */
export function userKey({ tenantIdentifier, usernameFolded }: UserOfTenant): string {
  return `${tenantIdentifier}/${usernameFolded}`;
}
