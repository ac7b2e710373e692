// Lets a locked-out user in again: ends the locks of the name and of all devices, and takes the password again.
import type { SvcUserModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { enableDevices, findDeviceHashes } from '../device/device.store.ts';
import { visibleTenant } from '../directory/grants.ts';
import { findUser, lockUserForChange, type User } from '../directory/user.store.ts';
import { toSvcUser } from '../directory/user.wire.ts';
import { recordUserEvent } from '../directory/user-event.ts';
import { enablePassword } from '../password/password-failure.store.ts';
import type { AttemptService } from './attempt.service.ts';

export interface UnlockService {
  unlock(uuid: string, caller: Caller, context: Context): Promise<SvcUserModel>;
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
  const { database, clock, events, attempts } = deps;
  const unlockIn = async (tx: Transaction, user: User, caller: Caller, context: Context): Promise<SvcUserModel> => {
    const { id: userId, tenantIdentifier, usernameFolded } = user;
    await endLocks(tx, attempts, { userId, tenantIdentifier, usernameFolded });
    await recordUserEvent(tx, events, 'authentication.user-unlocked', user, caller, context, {});
    return toSvcUser((await findUser(tx, user.uuid, null))!, null, clock.now());
  };
  return {
    unlock: (uuid, caller, context) =>
      database.transaction(async (tx) => {
        await lockUserForChange(tx, uuid);
        const user = (await findUser(tx, uuid, visibleTenant(caller))) ?? fail('USER_NOT_FOUND');
        return unlockIn(tx, user, caller, context);
      }),
  };
}
