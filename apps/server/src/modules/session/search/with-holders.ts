// Finds who holds an authority at this moment, for lists of the sessions that hold it.
import type { Queryable } from '../../../kernel/database/database.ts';
import type { Directories } from '../api.ts';
import { isOfLevelSystem } from '../entry/grants.ts';
import type { AuthorityHolders, SessionQuery } from './query.types.ts';
import { findKeysOfSessions } from './with-holders.store.ts';

/** Adds the holders of the queried authority; sessions change with their users, so they are read each time. */
export async function withHolders(
  query: Omit<SessionQuery, 'authority'>,
  authority: string | null | undefined,
  { database, directories }: { readonly database: Queryable; readonly directories: Directories },
): Promise<SessionQuery> {
  if (authority === null || authority === undefined) return { ...query, authority: null };
  const { users, apiKeys } = directories;
  const usernamesFolded = await users.findHolders(query.tenantIdentifier, authority);
  const keyUuids: string[] = [];
  for (const uuid of query.system ? await findKeysOfSessions(database, query.tenantIdentifier) : []) {
    const key = await apiKeys.findLiveByUuid(uuid);
    if (key?.authorities.includes(authority) === true) keyUuids.push(uuid);
  }
  const holders: AuthorityHolders = { authority, usernamesFolded, keyUuids, ceilinged: isOfLevelSystem(authority) };
  return { ...query, authority: holders };
}
