// Describes what happens to users and tenants, and what a module may do about it beside its tables.
import type { Transaction } from '../database/database.ts';

export const directoryEventKinds = [
  'user-deleted',
  'user-deactivated',
  'user-renamed',
  'authorities-changed',
  'tenant-activated',
  'tenant-deactivated',
  'tenant-deleted',
] as const;

/** An event about users or tenants that modules which key rows by them have to follow. */
export interface DirectoryEvent {
  readonly kind: (typeof directoryEventKinds)[number];
  readonly tenantIdentifier: string;
  /** Null, as the username, where the event speaks of more than one user: all who hold a role, or a tenant. */
  readonly userUuid: string | null;
  readonly username: string | null;
  /** Set in `user-renamed` only. */
  readonly previousUsername: string | null;
}

/**
 * Runs in the transaction that records that its module has handled the event; an error undoes what it wrote, and the
 * event is repeated later. A module gets the events of one user, and those of a tenant as a whole, in the order of the
 * commits; while it refuses one, other events go on.
 */
export type DirectoryEventHandler = (tx: Transaction, event: DirectoryEvent) => Promise<void>;

/** Names the person whom an event is about. */
export interface NamedPerson {
  readonly tenantIdentifier: string;
  readonly userUuid: string;
  readonly username: string;
  readonly usernameFolded: string;
}

/** Names a person by the new name and the one before. */
export interface RenamedPerson extends NamedPerson {
  readonly previousUsername: string;
  readonly previousFolded: string;
}

type OfTenant = (tx: Transaction, tenantIdentifier: string) => Promise<unknown>;
type OfPerson = (tx: Transaction, person: NamedPerson) => Promise<unknown>;
type OfRename = (tx: Transaction, renamed: RenamedPerson) => Promise<unknown>;

/**
 * Work that a module's declared tables do not cover: it runs before them, in the transaction of the event. Another
 * spelling of the same name is the same person: that is `user-respelt`; `user-renamed` stands for other names alone.
 */
export interface DirectoryHooks {
  readonly 'tenant-activated'?: OfTenant;
  readonly 'tenant-deactivated'?: OfTenant;
  readonly 'tenant-deleted'?: OfTenant;
  readonly 'user-deactivated'?: OfPerson;
  readonly 'user-deleted'?: OfPerson;
  readonly 'user-renamed'?: OfRename;
  readonly 'user-respelt'?: OfRename;
  /** Called by the job before the tables of a deleted tenant are emptied, perhaps twice; false has it come back later. */
  readonly emptyFirst?: (tenantIdentifier: string) => Promise<boolean>;
  /** Called by the job when the tables are empty, perhaps twice. */
  readonly emptied?: (tenantIdentifier: string) => Promise<void>;
}
