// Keeps at least one system administrator, whatever is taken away from whom and in parallel.

import type { Transaction } from '../../../kernel/database/database.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { ROLE_SYSTEM_ADMIN } from '../ground/authentication.types.ts';
import { LAST_ADMIN_LOCK } from '../ground/authentication-locks.ts';
import { countOthersWithRole, takeLock, type User } from './user.store.ts';

/**
 * Fails with 409 LAST_ADMIN when the user is the last system administrator. Two administrators who remove each other in
 * parallel wait for each other here; the second one then finds no other.
 */
export async function requireAdminWithout(tx: Transaction, user: User): Promise<void> {
  if (user.roleList.includes(ROLE_SYSTEM_ADMIN)) await requireAdmin(tx, { userId: user.id });
}

/** As `requireAdminWithout`, for all users of a tenant. */
export function requireAdminOutside(tx: Transaction, tenantIdentifier: string): Promise<void> {
  return requireAdmin(tx, { tenantIdentifier });
}

async function requireAdmin(tx: Transaction, without: Parameters<typeof countOthersWithRole>[2]): Promise<void> {
  await takeLock(tx, LAST_ADMIN_LOCK);
  if ((await countOthersWithRole(tx, ROLE_SYSTEM_ADMIN, without)) === 0) fail('LAST_ADMIN');
}
