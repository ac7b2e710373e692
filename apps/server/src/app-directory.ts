// Tells settings what happened to users and tenants: that module imports no other, so it is told from here.
import type { DirectoryEventHandler } from './modules/authentication/api.ts';
import type { SystemSettingApi } from './modules/system-setting/api.ts';

/** Values of a user end with the user or follow the new name, those of a tenant end with the tenant. */
export function createSettingFollower(
  setting: Pick<SystemSettingApi, 'userDeleted' | 'userRenamed' | 'tenantDeleted'>,
): DirectoryEventHandler {
  return async (tx, { kind, tenantIdentifier, username, previousUsername }) => {
    if (kind === 'tenant-deleted') return setting.tenantDeleted(tx, tenantIdentifier);
    if (username === null) return;
    if (kind === 'user-deleted') return setting.userDeleted(tx, tenantIdentifier, username);
    if (kind === 'user-renamed' && previousUsername !== null) {
      await setting.userRenamed(tx, tenantIdentifier, previousUsername, username);
    }
  };
}
