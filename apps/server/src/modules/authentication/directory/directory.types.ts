// Holds words of the directory that other modules hear: what somebody holds, and how he is written to.

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

/** Describes somebody of the directory, whether or not he may sign in now. */
export interface Person {
  readonly userUuid: string;
  readonly username: string;
  readonly usernameFolded: string;
  /** Is null where none is known. */
  readonly displayName: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** Is a BCP 47 tag; null: that of the tenant. */
  readonly localeTag: string | null;
  /** Is an IANA name; null: that of the tenant. */
  readonly timeZone: string | null;
  /** May sign in, as far as the user is concerned. */
  readonly isActive: boolean;
}

/** Is how the user reads who has proven an address. */
export interface AddressReading {
  readonly address: string;
  /** Is a BCP 47 tag; null: that of the tenant. */
  readonly localeTag: string | null;
  /** Is an IANA name; null: that of the tenant. */
  readonly timeZone: string | null;
}

/** Is somebody to whom something was written. */
export interface Addressee {
  /** Names the user; null where nothing but the address is known. */
  readonly userUuid: string | null;
  readonly address: string;
}

/** Says how a tenant reads what is written for it. */
export interface TenantReading {
  readonly localeTag: string;
  readonly timeZone: string;
}

/** Names a person by what never changes, or by what people call him. */
export type PersonKey = { readonly userUuid: string } | { readonly username: string };

/** Describes somebody who may sign in, with everything he holds. */
export interface GrantedPerson {
  readonly userUuid: string;
  readonly username: string;
  readonly roles: ReadonlySet<string>;
  readonly authorities: ReadonlySet<string>;
}
