// Finds the owner of a schedule with the present authorities, under which it runs.
import type { Database } from '../../../../kernel/database/database.ts';
import { type Caller, grantKey } from '../../../../kernel/request/caller.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { AuthenticationApi } from '../../../authentication/api.ts';
import type { Runner } from '../../execution/feature.ts';
import type { Schedule } from '../record/schedule.store.ts';

export interface OwnerGround {
  readonly database: Database;
  readonly authentication: () => Pick<
    AuthenticationApi,
    'findPerson' | 'findUserGrants' | 'findPeople' | 'findTenantReading'
  >;
}

/** GONE: the owner may not sign in any more. HELD: the tenant is disabled, which may pass. */
export type FoundOwner = Runner | 'GONE' | 'HELD';

const STANDARD_LOCALE = 'en';

export function createFindOwner({ database, authentication }: OwnerGround) {
  return async ({ tenantIdentifier, ownerUsername }: Pick<Schedule, 'tenantIdentifier' | 'ownerUsername'>) => {
    const directory = authentication();
    const [person, grants, [known], reading] = await Promise.all([
      directory.findPerson(tenantIdentifier, { username: ownerUsername }),
      directory.findUserGrants(tenantIdentifier, ownerUsername),
      directory.findPeople(database, tenantIdentifier, [foldName(ownerUsername)]),
      directory.findTenantReading(database, tenantIdentifier),
    ]);
    if (person === null || grants === null) return known?.isActive === true ? 'HELD' : 'GONE';
    const { userUuid, username, roles, authorities } = person;
    const caller: Caller = {
      kind: 'person',
      identifier: userUuid,
      username,
      tenantIdentifier,
      userUuid,
      apiKeyUuid: null,
      actorUsername: null,
      roles,
      authorities,
      grants: new Set(grants.authorities.map(({ role, authority }) => grantKey(role, authority))),
      localeTag: known?.localeTag ?? reading?.localeTag ?? STANDARD_LOCALE,
      authenticatedAt: 0,
      holds: (authority) => authorities.has(authority),
    };
    return { caller } satisfies Runner;
  };
}

export type FindOwner = (schedule: Pick<Schedule, 'tenantIdentifier' | 'ownerUsername'>) => Promise<FoundOwner>;
