// Changes the own password.

import type { SvcAuthPasswordChangeModel } from '@keelson/contract';
import type { Transaction } from '../../../../kernel/database/database.ts';
import type { Kernel } from '../../../../kernel/module.ts';
import type { Act } from '../../../../kernel/records/act.ts';
import { fail } from '../../../../kernel/request/errors.ts';
import { foldName } from '../../../../kernel/text/fold.ts';
import type { BegunSession, SessionApi } from '../../../session/api.ts';
import type { UserMails } from '../../directory/mails/user-mails.ts';
import { authenticationEvents } from '../../ground/authentication.events.ts';
import type { PasswordHasher } from '../../ground/hashing/password-hasher.ts';
import type { Admission, PasswordAttempts } from '../../guessing/protection/feature.ts';
import { type Credentials, findCredentials } from '../../secrets/credentials.store.ts';
import { endTokensOf } from '../../secrets/one-time-token.store.ts';
import {
  type AcceptedPassword,
  type NewPasswords,
  type PasswordOwner,
  requireHashable,
} from '../../secrets/password/new-password.ts';
import { savePassword } from '../../secrets/password/password.store.ts';
import { removeChallengesOfUser } from '../../steps/challenge.store.ts';

interface PasswordGround extends Pick<Kernel, 'database' | 'clock' | 'events'> {
  readonly hasher: PasswordHasher;
  readonly attempts: PasswordAttempts;
  readonly newPasswords: NewPasswords;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
}

export function createPasswordService(ground: PasswordGround) {
  const { database, hasher, attempts, newPasswords } = ground;

  /**
   * Requires the current password: throws with the attempt settled where it is wrong; otherwise the attempt is still
   * open.
   */
  const requireCurrent = async (
    act: Act,
    currentPassword: string,
    credentials: Credentials,
    admission: Admission,
  ): Promise<void> => {
    const { passwordHash, pepperKeyId, userId, username } = credentials;
    const disabled = admission.device?.passwordDisabled ?? credentials.passwordDisabled;
    const stored = passwordHash === null ? null : { hash: passwordHash, pepperKeyId };
    const right = await hasher.verify(stored, currentPassword, act.context.remoteAddress);
    if (right && disabled !== true) return;
    const { tenantIdentifier } = act.caller;
    const reason = right ? 'PASSWORD_DISABLED' : 'WRONG_PASSWORD';
    await attempts.refuse(act, admission, { tenantIdentifier, user: { userId, username }, reason });
    throw new RefusedPassword();
  };

  return {
    /**
     * Answers the caller's session with a new token. It fails with 401 `AUTH_INVALID_CREDENTIALS` for a wrong current password,
     * which counts.
     */
    async change(
      act: Act,
      { currentPassword, newPassword, closeOtherSessions }: SvcAuthPasswordChangeModel,
    ): Promise<BegunSession> {
      const { caller } = act;
      // A caller who acts as somebody else must not change how that person signs in.
      if (caller.actorUsername !== null) fail('ACCESS_DENIED');
      requireHashable(currentPassword, 'currentPassword');
      const usernameFolded = foldName(caller.username);
      const { tenantIdentifier } = caller;
      const credentials = await findCredentials(database, tenantIdentifier, usernameFolded);
      // A session of somebody whom no directory knows has no password to change.
      if (credentials === null || credentials.userUuid !== caller.userUuid) fail('AUTH_INVALID_CREDENTIALS');
      const { userId, username, displayName } = credentials;
      const owner: PasswordOwner = { userId, tenantIdentifier, username, displayName };
      await newPasswords.requireShape(newPassword, owner);
      const admission = await attempts.admit(act, { tenantIdentifier, usernameFolded, captcha: null });
      try {
        await requireCurrent(act, currentPassword, credentials, admission);
        await newPasswords.requireUnused(act, newPassword, owner);
        const accepted = await newPasswords.hash(act, newPassword, owner);
        const change = { admission, credentials, accepted, closeOthers: closeOtherSessions ?? true };
        return await database.transaction((tx) => changeIn(tx, ground, act, change));
      } catch (error) {
        if (error instanceof RefusedPassword) return fail('AUTH_INVALID_CREDENTIALS');
        await attempts.release(admission);
        throw error;
      }
    },
  };
}

/** Thrown once the attempt is settled; other errors leave it open. */
class RefusedPassword extends Error {}

interface Change {
  readonly admission: Admission;
  readonly credentials: Credentials;
  readonly accepted: AcceptedPassword;
  readonly closeOthers: boolean;
}

async function changeIn(
  tx: Transaction,
  { clock, events, attempts, mails, session }: PasswordGround,
  act: Act,
  { admission, credentials, accepted, closeOthers }: Change,
): Promise<BegunSession> {
  const { caller } = act;
  const { userId, username } = credentials;
  const { tenantIdentifier } = caller;
  const actor = act.actorNamed(username, tenantIdentifier);
  const user = { tenantIdentifier, usernameFolded: foldName(username) };
  const now = new Date(clock.now());
  await attempts.succeed(tx, admission);
  if (closeOthers) await session().closeByUser(tx, user, 'PASSWORD_CHANGED', actor, caller.identifier);
  const rotated = await session().rotate(tx, caller.identifier, { methods: ['PASSWORD'], authenticated: true, actor });
  if (rotated === null) fail('SESSION_EXPIRED');
  // The session's lock comes before the user's row, as everywhere.
  await savePassword(tx, userId, accepted.stored, now, accepted.singleFactorOk);
  await endTokensOf(tx, userId, 'RESET', now);
  await removeChallengesOfUser(tx, userId);
  const detail = { otherSessionsClosed: closeOthers };
  await events.record(tx, authenticationEvents.passwordChanged, actor, username, detail);
  await mails.credentialChanged(tx, userId, 'PASSWORD');
  return rotated;
}
