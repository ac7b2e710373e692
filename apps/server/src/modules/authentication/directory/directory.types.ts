// Declares what other modules learn of the directory: what a user holds, and how to write to one.

/** Names a role or an authority: one of the two is given. */
export interface Grant {
  readonly role: string | null;
  readonly authority: string | null;
}

/** Lists what a user holds. */
export interface UserGrants {
  readonly roles: readonly string[];
  readonly authorities: readonly { readonly role: string; readonly authority: string }[];
}

/** A user of the directory, who may or may not sign in now. */
export interface Person {
  readonly userUuid: string;
  readonly username: string;
  readonly usernameFolded: string;
  /** Null where none is known. */
  readonly displayName: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** A BCP 47 tag; null: that of the tenant. */
  readonly localeTag: string | null;
  /** An IANA name; null: that of the tenant. */
  readonly timeZone: string | null;
  /** True where the user may sign in, as far as the user's own state is concerned. */
  readonly isActive: boolean;
}

/** Locale and time zone of a user who has proven an address. */
export interface AddressReading {
  readonly address: string;
  /** A BCP 47 tag; null: that of the tenant. */
  readonly localeTag: string | null;
  /** An IANA name; null: that of the tenant. */
  readonly timeZone: string | null;
}

/** User or address to whom something was written. */
export interface Addressee {
  /** Names the user; null where nothing but the address is known. */
  readonly userUuid: string | null;
  readonly address: string;
}

/** Locale and time zone of a tenant. */
export interface TenantReading {
  readonly localeTag: string;
  readonly timeZone: string;
}

/** Names a person by the uuid, which never changes, or by the username. */
export type PersonKey = { readonly userUuid: string } | { readonly username: string };

/** A user who may sign in, with everything the user holds. */
export interface GrantedPerson {
  readonly userUuid: string;
  readonly username: string;
  readonly roles: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
}
