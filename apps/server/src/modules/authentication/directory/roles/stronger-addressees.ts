// Finds the addressees whose links and codes a caller must not see.
import type { Queryable } from '../../../../kernel/database/database.ts';
import type { Caller } from '../../../../kernel/request/caller.ts';
import { TENANT_ALL } from '../../ground/authentication.types.ts';
import type { Addressee } from '../directory.types.ts';
import { covers } from '../required-grants.ts';
import { findAddressees } from './addressee.store.ts';

/**
 * The authorities of an addressee who is no user are unknown, so that only callers who reach every tenant may see the
 * text.
 */
export async function findStronger<T extends Addressee>(
  queryable: Queryable,
  caller: Caller,
  tenantIdentifier: string,
  addressees: readonly T[],
): Promise<readonly T[]> {
  const found = await findAddressees(queryable, tenantIdentifier, addressees);
  const known = new Set(found.map(({ position }) => position));
  const stronger = new Set(found.filter((user) => !covers(caller, user)).map(({ position }) => position));
  return addressees.filter((_, index) => {
    const position = index + 1;
    return known.has(position) ? stronger.has(position) : !caller.holds(TENANT_ALL);
  });
}
