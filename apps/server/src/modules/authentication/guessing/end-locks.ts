// Ends the locks of a user: of the name, of every device, and of the password itself.
import type { Transaction } from '../../../kernel/database/database.ts';
import { enableDevices, findDeviceHashes } from '../secrets/devices/device.store.ts';
import { enablePassword } from '../secrets/password/password-failure.store.ts';
import type { AttemptService } from './attempt.service.ts';

/**
 * Ends the locks on behalf of an administrator, or after a reset of the password, which proves who owns the account.
 */
export async function endLocks(
  tx: Transaction,
  attempts: AttemptService,
  {
    userId,
    tenantIdentifier,
    usernameFolded,
  }: {
    readonly userId: number;
    readonly tenantIdentifier: string;
    readonly usernameFolded: string;
  },
): Promise<void> {
  const deviceHashes = await findDeviceHashes(tx, userId);
  const subjects = [null, ...deviceHashes].map((deviceHash) => ({ tenantIdentifier, usernameFolded, deviceHash }));
  // The locks end in the order in which failures lock: password, counters.
  await enablePassword(tx, userId);
  await enableDevices(tx, userId);
  await attempts.reset(tx, subjects);
}
