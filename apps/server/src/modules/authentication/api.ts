// Says what other modules may call of the authentication module, and which events of the directory they may hear.
import type { Queryable } from '../../kernel/database/database.ts';
import type { DirectoryEventHandler } from '../../kernel/directory/directory-event.ts';
import type { Actor } from '../../kernel/records/events.ts';
import type { Caller } from '../../kernel/request/caller.ts';
import type { TenantOfSessions } from '../session/api.ts';
import type {
  Addressee,
  AddressReading,
  Grant,
  GrantedPerson,
  Person,
  PersonKey,
  TenantReading,
  UserGrants,
} from './directory/directory.types.ts';
import type { AdminLink, AdminLinkRequest } from './flows/activation/feature.ts';

export type {
  GrantedPerson,
  Person,
  TenantReading,
  UserGrants,
} from './directory/directory.types.ts';
export type { AdminLink } from './flows/activation/feature.ts';

export interface AuthenticationApi {
  /**
   * Registers a module's handler at start, before the first request: it hears every event from then on, also those that earlier
   * processes left. A name that a rename set free is given to nobody else for 90 days, nor before every registered handler has
   * returned.
   */
  registerDirectoryHandler(module: string, handler: DirectoryEventHandler): void;
  /**
   * Issues a link of 24 hours that sets a password, whatever the user has, for a system administrator or whoever is named;
   * older links of the kind end. The command line uses it, where access to the database is the proof: it throws a sentence when
   * there is no such user or the user may not sign in.
   */
  issueAdminLink(request: AdminLinkRequest, by: Omit<Actor, 'tenantIdentifier'>): Promise<AdminLink>;
  /**
   * Answers those of the pairs that name a role that the tenant does not have, or an authority that no module has
   * registered.
   */
  findUnknownGrants(tenantIdentifier: string, pairs: readonly Grant[]): Promise<readonly Grant[]>;
  /** Finds what a user holds now; null when there is no such user. A user who may not sign in holds nothing. */
  findUserGrants(tenantIdentifier: string, username: string): Promise<UserGrants | null>;
  /** Answers what an API key holds now, by the role under which it calls; null where it may not call now, or is another tenant's. */
  findKeyGrants(tenantIdentifier: string, keyUuid: string): Promise<UserGrants | null>;
  /** Finds a person who may sign in now, with what the person holds; null for everybody else. */
  findPerson(tenantIdentifier: string, by: PersonKey): Promise<GrantedPerson | null>;
  /**
   * Finds the people of the tenant with these folded names, whether or not they may sign in. Reads through the
   * connection or transaction given.
   */
  findPeople(queryable: Queryable, tenantIdentifier: string, names: readonly string[]): Promise<readonly Person[]>;
  /**
   * Finds the addressees (users by uuid, and the users of the tenant with the address) whose link or code the caller
   * must not see: the caller is none of them, and lacks an authority that one of them holds. For an addressee who is no
   * user the caller has to reach every tenant. Reads through the connection or transaction given.
   */
  findStronger<T extends Addressee>(
    queryable: Queryable,
    caller: Caller,
    tenantIdentifier: string,
    addressees: readonly T[],
  ): Promise<readonly T[]>;
  /** Answers those of the addresses, as they were given, that belong to a user of the tenant who has proven it. */
  findUserAddresses(
    queryable: Queryable,
    tenantIdentifier: string,
    addresses: readonly string[],
  ): Promise<readonly string[]>;
  /** Answers locale and time zone of the users who have proven one of these addresses, by address as it was given. */
  findAddressReadings(
    queryable: Queryable,
    tenantIdentifier: string,
    addresses: readonly string[],
  ): Promise<readonly AddressReading[]>;
  /** Answers at most `max` names of people who may sign in now and hold the authority beyond the role of every user. */
  findMembers(
    queryable: Queryable,
    tenantIdentifier: string,
    authority: string,
    limit: number,
  ): Promise<readonly string[]>;
  /** Answers the locale and time zone of a tenant; null when there is none of exactly this identifier. */
  findTenantReading(queryable: Queryable, tenantIdentifier: string): Promise<TenantReading | null>;
  /** Finds a tenant that is not deleted, whatever the case of its identifier; null when there is none. */
  findTenant(identifier: string): Promise<TenantOfSessions | null>;
  /** Answers those of the folded names that belong to nobody who may sign in now. */
  findAbsentUsers(tenantIdentifier: string, names: readonly string[]): Promise<readonly string[]>;
}
