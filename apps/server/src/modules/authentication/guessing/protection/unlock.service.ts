// Unlocks a user: ends the locks of the name and of all devices, and enables the password again.

import type { SvcUserModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { lockUserToChange } from '../../directory/required-grants.ts';
import { findUser, type User } from '../../directory/user.store.ts';
import { toSvcUser } from '../../directory/user.wire.ts';
import { userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { AttemptService } from '../attempt.service.ts';
import { endLocks } from '../end-locks.ts';

export function createUnlockService({
  database,
  clock,
  attempts,
}: Pick<Kernel, 'database' | 'clock'> & {
  readonly attempts: AttemptService;
}) {
  const unlockIn = async (tx: Transaction, act: Act, user: User): Promise<SvcUserModel> => {
    const { id: userId, tenantIdentifier, usernameFolded } = user;
    await endLocks(tx, attempts, { userId, tenantIdentifier, usernameFolded });
    await act.record(tx, authenticationEvents.userUnlocked, userSubject(user), {});
    return toSvcUser((await findUser(tx, user.uuid, null))!, null, clock.now());
  };
  return {
    unlock: (act: Act, uuid: string): Promise<SvcUserModel> =>
      database.transaction(async (tx) => unlockIn(tx, act, await lockUserToChange(tx, act.caller, uuid))),
  };
}
