// What other modules may call of the authentication module, and the events of the directory that they may hear.
import type { Transaction } from '../../kernel/database/database.ts';
import type { AdminLinkIssuer } from './flows/activation/admin-link.ts';

export const directoryEventKinds = [
  'user-deleted',
  'user-deactivated',
  'user-renamed',
  'authorities-changed',
  'tenant-deactivated',
  'tenant-deleted',
] as const;

/** Something that modules which key rows by user or tenant have to follow (conventions, section 9). */
export interface DirectoryEvent {
  readonly kind: (typeof directoryEventKinds)[number];
  readonly tenantIdentifier: string;
  /** Null, as the username, where it speaks of more than one user: of all who hold a role, of a tenant. */
  readonly userUuid: string | null;
  readonly username: string | null;
  /** Of `user-renamed` only. */
  readonly previousUsername: string | null;
}

/**
 * Runs in the transaction that marks the event as handled; what it throws undoes that, and it is called again. Events of a
 * tenant arrive in the order of their commits as far as they concern one user.
 */
export type DirectoryEventHandler = (tx: Transaction, event: DirectoryEvent) => Promise<void>;

/** One of the two is given. */
interface Grant {
  readonly role: string | null;
  readonly authority: string | null;
}

/** What a user holds. */
export interface UserGrants {
  readonly roles: readonly string[];
  readonly authorities: readonly { readonly role: string; readonly authority: string }[];
}

export interface AuthenticationApi {
  /**
   * At start, before the first request: the handler hears every event from then on, also those that earlier processes left.
   * A name that a rename set free is given to nobody before every registered handler has returned.
   */
  registerDirectoryHandler(module: string, handler: DirectoryEventHandler): void;
  /**
   * A link of 24 hours that sets a password, whatever the user has; older links of the kind end. For the command line, where
   * access to the database is the proof: throws a sentence when there is no such user or the user may not sign in.
   */
  readonly issueAdminLink: AdminLinkIssuer;
  /** Those of the pairs that name a role of no such tenant, or an authority that no module has registered. */
  findUnknownGrants(tenantIdentifier: string, pairs: readonly Grant[]): Promise<readonly Grant[]>;
  /** Null: no such user. Whoever may not sign in now holds nothing. */
  findUserGrants(tenantIdentifier: string, username: string): Promise<UserGrants | null>;
}
