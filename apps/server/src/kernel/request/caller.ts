// Says who is calling, as handlers and services see it.

/** A live caller: a person's session or an API key. Requests of one session share it, so it never changes. */
export interface Caller {
  readonly kind: 'person' | 'api-key';
  /** The session identifier (SHA-256 form); of an API key the same hash of the key. */
  readonly identifier: string;
  readonly username: string;
  readonly tenantIdentifier: string;
  /** Null for users whom no directory knows. */
  readonly userUuid: string | null;
  readonly apiKeyUuid: string | null;
  /** Names who acts as this person; null for the person itself and for API keys. */
  readonly actorUsername: string | null;
  readonly roles: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
  /** Holds role and authority of each grant, as `grantKey` joins them. */
  readonly grants: ReadonlySet<string>;
  /** Holds language and region of the session, as a BCP 47 tag; of an API key those of its tenant. */
  readonly localeTag: string;
  /** Epoch ms of the last check of a secret; freshness counts from it. */
  readonly authenticatedAt: number;
  holds(authority: string): boolean;
}

/** Writes one grant as `Caller.grants` holds it. */
export function grantKey(role: string, authority: string): string {
  return `${role} ${authority}`;
}
