// Changes the own password.
import type { SvcAuthPasswordChangeModel } from '@keelson/contract';
import type { Clock } from '../../../kernel/database/clock.ts';
import type { Database, Transaction } from '../../../kernel/database/database.ts';
import type { EventRecorder } from '../../../kernel/records/events.ts';
import type { Caller } from '../../../kernel/request/caller.ts';
import type { Context } from '../../../kernel/request/context.ts';
import { fail } from '../../../kernel/request/errors.ts';
import { foldName } from '../../../kernel/text/fold.ts';
import type { BegunSession, SessionApi } from '../../session/api.ts';
import { endTokensOf } from '../activation/one-time-token.store.ts';
import { removeChallengesOfUser } from '../challenge/challenge.store.ts';
import type { UserMails } from '../mail/user-mails.ts';
import { type Credentials, findCredentials } from '../sign-in/login.store.ts';
import type { Admission, PasswordAttempts } from '../sign-in/password-attempts.ts';
import { type AcceptedPassword, type NewPasswords, type PasswordOwner, requireHashable } from './new-password.ts';
import { savePassword } from './password.store.ts';
import type { PasswordHasher } from './password-hasher.ts';

export interface PasswordService {
  /** The caller's session with a new token. 401 `AUTH_INVALID_CREDENTIALS` for a wrong current password, which counts. */
  change(model: SvcAuthPasswordChangeModel, caller: Caller, context: Context): Promise<BegunSession>;
}

export interface PasswordServiceDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: EventRecorder;
  readonly hasher: PasswordHasher;
  readonly attempts: PasswordAttempts;
  readonly newPasswords: NewPasswords;
  readonly mails: UserMails;
  readonly session: () => SessionApi;
}

export function createPasswordService(deps: PasswordServiceDependencies): PasswordService {
  const { database, hasher, attempts, newPasswords } = deps;

  /** Either the attempt was settled by a refusal, or it is open and the current password is right. */
  const requireCurrent = async (
    currentPassword: string,
    credentials: Credentials,
    caller: Caller,
    admission: Admission,
    context: Context,
  ): Promise<void> => {
    const { passwordHash, pepperKeyId, userId, username } = credentials;
    const disabled = admission.device?.passwordDisabled ?? credentials.passwordDisabled;
    const stored = passwordHash === null ? null : { hash: passwordHash, pepperKeyId };
    const right = await hasher.verify(stored, currentPassword, context.remoteAddress);
    if (right && disabled !== true) return;
    const { tenantIdentifier } = caller;
    const reason = right ? 'PASSWORD_DISABLED' : 'WRONG_PASSWORD';
    await attempts.refuse(admission, { tenantIdentifier, user: { userId, username }, reason }, context);
    throw new RefusedPassword();
  };

  return {
    async change({ currentPassword, newPassword, closeOtherSessions }, caller, context) {
      // Whoever acts as somebody else changes nothing of how that person signs in.
      if (caller.actorUsername !== null) fail('ACCESS_DENIED');
      requireHashable(currentPassword, 'currentPassword');
      const usernameFolded = foldName(caller.username);
      const { tenantIdentifier } = caller;
      const credentials = await findCredentials(database, tenantIdentifier, usernameFolded);
      // A session of somebody whom no directory knows has no password to change.
      if (credentials === null || credentials.userUuid !== caller.userUuid) fail('AUTH_INVALID_CREDENTIALS');
      const { userId, username, displayName } = credentials;
      const owner: PasswordOwner = { userId, tenantIdentifier, username, displayName };
      await newPasswords.requireShape(newPassword, owner, context);
      const admission = await attempts.admit({ tenantIdentifier, usernameFolded, captcha: null }, context);
      try {
        await requireCurrent(currentPassword, credentials, caller, admission, context);
        await newPasswords.requireUnused(newPassword, owner, context);
        const accepted = await newPasswords.hash(newPassword, owner, context);
        const change = { admission, credentials, accepted, closeOthers: closeOtherSessions ?? true };
        return await database.transaction((tx) => changeIn(tx, deps, change, caller, context));
      } catch (error) {
        if (error instanceof RefusedPassword) return fail('AUTH_INVALID_CREDENTIALS');
        await attempts.release(admission);
        throw error;
      }
    },
  };
}

/** The attempt is settled already; what is thrown otherwise leaves it open. */
class RefusedPassword extends Error {}

interface Change {
  readonly admission: Admission;
  readonly credentials: Credentials;
  readonly accepted: AcceptedPassword;
  readonly closeOthers: boolean;
}

async function changeIn(
  tx: Transaction,
  { clock, events, attempts, mails, session }: PasswordServiceDependencies,
  { admission, credentials, accepted, closeOthers }: Change,
  caller: Caller,
  context: Context,
): Promise<BegunSession> {
  const { userId, username } = credentials;
  const { tenantIdentifier } = caller;
  const actor = { username, tenantIdentifier, ipAddress: context.remoteAddress, requestId: context.requestId };
  const user = { tenantIdentifier, usernameFolded: foldName(username) };
  const now = new Date(clock.now());
  await attempts.succeed(tx, admission);
  if (closeOthers) await session().closeByUser(tx, user, 'PASSWORD_CHANGED', actor, caller.identifier);
  const rotated = await session().rotate(tx, caller.identifier, { methods: ['PASSWORD'], authenticated: true, actor });
  if (rotated === null) fail('SESSION_EXPIRED');
  // The session's lock before the user's row, as everywhere.
  await savePassword(tx, userId, accepted.stored, now, accepted.singleFactorOk);
  await endTokensOf(tx, userId, 'RESET', now);
  await removeChallengesOfUser(tx, userId);
  await events.record(tx, {
    kind: 'authentication.password-changed',
    type: 'SECURITY',
    tenantIdentifier,
    actor: username,
    ipAddress: context.remoteAddress,
    requestId: context.requestId,
    subject: username,
    detail: { otherSessionsClosed: closeOthers },
  });
  await mails.credentialChanged(tx, userId, 'PASSWORD');
  return rotated;
}
