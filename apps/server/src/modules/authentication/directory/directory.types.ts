// Holds words of the directory that other modules hear: what happened to users and tenants, and what somebody holds.
import type { Transaction } from '../../../kernel/database/database.ts';

export const directoryEventKinds = [
  'user-deleted',
  'user-deactivated',
  'user-renamed',
  'authorities-changed',
  'tenant-activated',
  'tenant-deactivated',
  'tenant-deleted',
] as const;

/** Tells of something that modules which key rows by user or tenant have to follow. */
export interface DirectoryEvent {
  readonly kind: (typeof directoryEventKinds)[number];
  readonly tenantIdentifier: string;
  /** Is null, as the username, where the event speaks of more than one user: of all who hold a role, of a tenant. */
  readonly userUuid: string | null;
  readonly username: string | null;
  /** Stands in `user-renamed` only. */
  readonly previousUsername: string | null;
}

/**
 * Runs in the transaction that keeps that its module has heard the event; what it throws undoes what it wrote, and the module is
 * told again later. Each module hears of one user in the order of the commits, and of a tenant as a whole, too; while it refuses
 * an event, whatever else happens goes on.
 */
export type DirectoryEventHandler = (tx: Transaction, event: DirectoryEvent) => Promise<void>;

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
