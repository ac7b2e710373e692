// Lets a locked-out user in again: ends the locks of the name and of all devices, and takes the password again.
import type { SvcUserModel } from '@keelson/contract';
import type { Clock } from '../../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../../kernel/database/database.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import type { EventRecorder } from '../../../../kernel/records/events.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { userSubject } from '../../directory/events/user-event.ts';
import { visibleTenant } from '../../directory/grants.ts';
import { findUser, lockUserForChange, type User } from '../../directory/user.store.ts';
import { toSvcUser } from '../../directory/user.wire.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { enableDevices, findDeviceHashes } from '../../secrets/devices/device.store.ts';
import { enablePassword } from '../../secrets/password/password-failure.store.ts';
import type { AttemptService } from '../attempt.service.ts';

export interface UnlockService {
  unlock(act: Act, uuid: string): Promise<SvcUserModel>;
}

export interface UnlockServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly attempts: AttemptService;
}

/** Also what a reset of the password does: whoever proved to own the account starts over. */
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
  // In the order in which failures lock: password, counters.
  await enablePassword(tx, userId);
  await enableDevices(tx, userId);
  await attempts.reset(tx, subjects);
}

export function createUnlockService(deps: UnlockServiceDependencies): UnlockService {
  const { database, clock, attempts } = deps;
  const unlockIn = async (tx: Transaction, act: Act, user: User): Promise<SvcUserModel> => {
    const { id: userId, tenantIdentifier, usernameFolded } = user;
    await endLocks(tx, attempts, { userId, tenantIdentifier, usernameFolded });
    await act.record(tx, authenticationEvents.userUnlocked, userSubject(user), {});
    return toSvcUser((await findUser(tx, user.uuid, null))!, null, clock.now());
  };
  return {
    unlock: (act, uuid) =>
      database.transaction(async (tx) => {
        await lockUserForChange(tx, uuid);
        const user = (await findUser(tx, uuid, visibleTenant(act.caller))) ?? fail('USER_NOT_FOUND');
        return unlockIn(tx, act, user);
      }),
  };
}
