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
  /** Answers those of the pairs that name a role of no such tenant, or an authority that no module has registered. */
  findUnknownGrants(tenantIdentifier: string, pairs: readonly Grant[]): Promise<readonly Grant[]>;
  /** Answers null when there is no such user. Whoever may not sign in now holds nothing. */
  findUserGrants(tenantIdentifier: string, username: string): Promise<UserGrants | null>;
  /** Answers what an API key holds now, by the role under which it calls; null where it may not call now, or is another tenant's. */
  findKeyGrants(tenantIdentifier: string, keyUuid: string): Promise<UserGrants | null>;
  /** Finds a person who may sign in now, with what he holds now; null for everybody else. */
  findPerson(tenantIdentifier: string, by: PersonKey): Promise<GrantedPerson | null>;
  /**
   * Finds those of the folded names that somebody of the tenant bears, whether or not he may sign in. Reads through what is
   * given, a caller's open transaction perhaps.
   */
  findPeople(queryable: Queryable, tenantIdentifier: string, names: readonly string[]): Promise<readonly Person[]>;
  /**
   * Answers those of the addressees, users by uuid and whoever of the tenant has the address, from whom a caller must be kept to whom a link or
   * code of theirs may not be shown: he is none of them, and lacks an authority that one of them holds, as for mailing a reset. Of whoever
   * is no user he must reach every tenant. Reads through what is given.
   */
  findStronger<T extends Addressee>(
    queryable: Queryable,
    caller: Caller,
    tenantIdentifier: string,
    addressees: readonly T[],
  ): Promise<readonly T[]>;
  /** Answers those of the addresses that belong to a user of the tenant, who has proven it; as they were given. */
  findUserAddresses(
    queryable: Queryable,
    tenantIdentifier: string,
    addresses: readonly string[],
  ): Promise<readonly string[]>;
  /** Answers in which locale and time zone those read whose addresses are among these and proven; as they were given. */
  findAddressReadings(
    queryable: Queryable,
    tenantIdentifier: string,
    addresses: readonly string[],
  ): Promise<readonly AddressReading[]>;
  /** Answers the names of so many people at most who may sign in now and hold the authority beyond everybody's role. */
  findMembers(
    queryable: Queryable,
    tenantIdentifier: string,
    authority: string,
    limit: number,
  ): Promise<readonly string[]>;
  /** Says in which locale and time zone a tenant reads; null when there is none of exactly this identifier. */
  findTenantReading(queryable: Queryable, tenantIdentifier: string): Promise<TenantReading | null>;
  /** Finds a tenant that is not deleted, whatever the case of its identifier; null when there is none. */
  findTenant(identifier: string): Promise<TenantOfSessions | null>;
  /** Answers those of the folded names that nobody bears who may sign in now. */
  findAbsentUsers(tenantIdentifier: string, names: readonly string[]): Promise<readonly string[]>;
}
