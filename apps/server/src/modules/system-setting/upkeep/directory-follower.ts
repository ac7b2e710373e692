// Follows the directory: values of a user end with the user or follow the new name, those of a tenant end with the tenant.
import type { DirectoryEventHandler } from '../../authentication/api.ts';
import type { ValueEnding } from './value-ending.ts';

export function createDirectoryFollower({
  userDeleted,
  userRenamed,
  tenantDeleted,
}: ValueEnding): DirectoryEventHandler {
  return async (tx, { kind, tenantIdentifier, username, previousUsername }) => {
    if (kind === 'tenant-deleted') return tenantDeleted(tx, tenantIdentifier);
    if (username === null) return;
    if (kind === 'user-deleted') return userDeleted(tx, tenantIdentifier, username);
    if (kind === 'user-renamed' && previousUsername !== null) {
      await userRenamed(tx, tenantIdentifier, previousUsername, username);
    }
  };
}
