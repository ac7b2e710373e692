// Who is calling, as handlers and services see it.

/** A live caller: a person's session or an API key. Shared between requests of one session, so never changed. */
export interface Caller {
  readonly kind: 'person' | 'api-key';
  /** Session identifier (SHA-256 form); of an API key the same hash of the key. */
  readonly identifier: string;
  readonly username: string;
  readonly tenantIdentifier: string;
  /** Null for users whom no directory knows. */
  readonly userUuid: string | null;
  readonly apiKeyUuid: string | null;
  /** Who acts as this person; null for the person itself and for API keys. */
  readonly actorUsername: string | null;
  readonly roles: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
  /** Role and authority of each grant, as `grantKey` joins them. */
  readonly grants: ReadonlySet<string>;
  /** Language and region of the session, as a BCP 47 tag; of an API key those of its tenant. */
  readonly localeTag: string;
  /** Epoch ms of the last check of a secret; freshness counts from it. */
  readonly authenticatedAt: number;
  holds(authority: string): boolean;
}

/** One grant as `Caller.grants` holds it. */
export function grantKey(role: string, authority: string): string {
  return `${role} ${authority}`;
}
