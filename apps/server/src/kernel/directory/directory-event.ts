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
 * Does what a module's declared tables do not say: before them, in the transaction that tells. Another spelling of the same name is
 * the same person: that is `user-respelt`, and `user-renamed` is told of other names alone.
 */
export interface DirectoryHooks {
  readonly 'tenant-activated'?: OfTenant;
  readonly 'tenant-deactivated'?: OfTenant;
  readonly 'tenant-deleted'?: OfTenant;
  readonly 'user-deactivated'?: OfPerson;
  readonly 'user-deleted'?: OfPerson;
  readonly 'user-renamed'?: OfRename;
  readonly 'user-respelt'?: OfRename;
  /** Is called by the job before the tables of a deleted tenant are emptied, perhaps twice; false has it come back later. */
  readonly emptyFirst?: (tenantIdentifier: string) => Promise<boolean>;
  /** Is called by the job when the tables are empty, perhaps twice. */
  readonly emptied?: (tenantIdentifier: string) => Promise<void>;
}
