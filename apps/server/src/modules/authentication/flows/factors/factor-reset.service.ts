// Lets an administrator remove the second factors of a user who lost them, and end everything that was built on them.
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { failNotFound } from '../../../../kernel/request/not-found.ts';
import { lockUserToChange, visibleTenant } from '../../directory/required-grants.ts';
import { findUser, type User } from '../../directory/user.store.ts';
import { userSubject } from '../../directory/user-subject.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import { resetCodeAttempts } from '../../secrets/factor/code-attempt.store.ts';
import { findFactors, removeFactorById } from '../../secrets/factor.store.ts';
import { forgetRememberedDevices } from '../../secrets/remembered-device.store.ts';
import { raiseSecurityVersion, requirePasswordChange } from '../../secrets/security.store.ts';
import { findSignInUser, removeChallengesOfUser } from '../../steps/challenge.store.ts';
import type { FactorChangeGround } from './factor-change.ts';

type FactorResetGround = Pick<FactorChangeGround, 'database' | 'clock' | 'mails' | 'session'>;

export function createFactorResetService(ground: FactorResetGround) {
  return {
    /** Fails with 404 for users of other tenants, with 403 where the user holds an authority that the caller lacks. */
    reset: (act: Act, uuid: string): Promise<void> =>
      ground.database.transaction((tx) => resetIn(tx, ground, act, uuid)),
  };
}

export type FactorResetService = ReturnType<typeof createFactorResetService>;

async function resetIn(tx: Transaction, ground: FactorResetGround, act: Act, uuid: string): Promise<void> {
  const { caller } = act;
  const { clock, mails, session } = ground;
  const found = (await findUser(tx, uuid, visibleTenant(caller))) ?? failNotFound('USER_NOT_FOUND', { uuid });
  await session().lockUser(tx, found);
  // The user is read again under the locks, which keep others from adding a role or factor.
  const user = await lockUserToChange(tx, caller, uuid);
  await resetCodeAttempts(tx, user.id);
  if (!(await removeFactors(tx, act, user))) return;
  await session().closeByUser(tx, user, 'FACTOR_CHANGED', act.actor);
  await removeChallengesOfUser(tx, user.id);
  await forgetRememberedDevices(tx, user.id);
  await raiseSecurityVersion(tx, user.id);
  const standing = await findSignInUser(tx, { userId: user.id, deviceId: null }, new Date(clock.now()));
  if (user.passwordSet && standing?.singleFactorOk === false) await requirePasswordChange(tx, user.id);
  await mails.credentialChanged(tx, user.id, 'FACTOR', { causedBy: caller.username });
}

/** Removes all factors, unconfirmed ones too; answers whether a confirmed one was among them. */
async function removeFactors(tx: Transaction, act: Act, user: User): Promise<boolean> {
  const factors = await findFactors(tx, user.id);
  for (const { factorId, type, confirmed } of factors) {
    await removeFactorById(tx, factorId);
    if (!confirmed) continue;
    await act.record(tx, authenticationEvents.factorRemoved, userSubject(user), { type, reset: true });
  }
  return factors.some(({ confirmed }) => confirmed);
}
