// Finds the tenants of an announcement, and checks that its named users exist.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import { fail, failAuthority } from '../../../kernel/request/errors.ts';
import { failNotFound } from '../../../kernel/request/not-found.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { AuthenticationApi } from '../../authentication/api.ts';
import type { SessionApi } from '../../session/api.ts';
import type { Audience } from '../record/announcement.types.ts';

export interface Directory {
  readonly authentication: () => Pick<AuthenticationApi, 'findPeople' | 'findTenant' | 'findUserGrants'>;
  readonly session: () => Pick<SessionApi, 'authoritiesOf'>;
}

function failUnknown(names: readonly string[]): never {
  const errorArguments = names.map((username) => ({ username }));
  return fail('USER_UNKNOWN', { parameters: { username: names[0]! }, errorArguments });
}

export function createRecipients(database: Queryable, { authentication, session }: Directory) {
  /** Finds those that neither the directory nor an open session knows, by their folded names. */
  const findUnknown = async (tenantIdentifier: string, folded: readonly string[]): Promise<ReadonlySet<string>> => {
    const people = await authentication().findPeople(database, tenantIdentifier, folded);
    const unknown = new Set(folded);
    for (const { usernameFolded } of people) unknown.delete(usernameFolded);
    for (const name of [...unknown]) {
      if ((await session().authoritiesOf(tenantIdentifier, name)) !== null) unknown.delete(name);
    }
    return unknown;
  };
  return {
    /** Splits names into those that exist, folded and once each, and the others. 422 USER_UNKNOWN unless those are left out. */
    async namesOf(tenantIdentifier: string, names: readonly string[], ignoreUnknown: boolean) {
      const unknownFolded = await findUnknown(tenantIdentifier, [...new Set(names.map(foldName))]);
      const unknown = [...new Set(names.filter((name) => unknownFolded.has(foldName(name))))];
      if (unknown.length > 0 && !ignoreUnknown) failUnknown(unknown);
      const known = [...new Set(names.map(foldName))].filter((name) => !unknownFolded.has(name));
      return { known, unknown };
    },
    /** Answers the tenants; 403 without TENANT_ALL, 404 TENANT_NOT_FOUND. */
    async tenantsOf(caller: Caller, asked: readonly string[] | null): Promise<readonly string[]> {
      if (asked === null) return [caller.tenantIdentifier];
      const isOwn = asked.every((tenant) => tenant === caller.tenantIdentifier);
      if (!isOwn && !caller.holds('TENANT_ALL')) failAuthority('TENANT_ALL');
      const found = await Promise.all(asked.map((tenant) => authentication().findTenant(tenant)));
      const absent = asked.filter((_, index) => found[index] === null);
      if (absent.length > 0)
        failNotFound('TENANT_NOT_FOUND', ...absent.map((tenantIdentifier) => ({ tenantIdentifier })));
      return [...new Set(found.flatMap((tenant) => tenant?.identifier ?? []))].sort();
    },
    /**
     * Answers the audience of each tenant. 422 USER_UNKNOWN for names that none of them has, unless those are left out;
     * AUDIENCE_EMPTY when no named user is left.
     */
    async audiencesOf(
      audience: Audience,
      tenants: readonly string[],
      ignoreUnknown: boolean,
    ): Promise<ReadonlyMap<string, Audience>> {
      const named = [...new Set([...(audience.users ?? []), ...(audience.excludeUsers ?? [])])];
      if (named.length === 0) return new Map(tenants.map((tenant) => [tenant, audience]));
      const folded = [...new Set(named.map(foldName))];
      const unknownOf = new Map<string, ReadonlySet<string>>();
      for (const tenant of tenants) unknownOf.set(tenant, await findUnknown(tenant, folded));
      const nowhere = named.filter((name) => tenants.every((tenant) => unknownOf.get(tenant)?.has(foldName(name))));
      if (nowhere.length > 0 && !ignoreUnknown) failUnknown(nowhere);
      const audiences = tenants.map((tenant): [string, Audience] => {
        const known = (names: readonly string[] | null) =>
          names?.filter((name) => unknownOf.get(tenant)?.has(foldName(name)) !== true) ?? null;
        return [tenant, { ...audience, users: known(audience.users), excludeUsers: known(audience.excludeUsers) }];
      });
      if (audiences.every(([, { users }]) => users?.length === 0)) fail('AUDIENCE_EMPTY');
      return new Map(audiences);
    },
  };
}

export type Recipients = ReturnType<typeof createRecipients>;
